import type { House } from '../../app.ts'
import { inspectFeature } from '../../app/design-verify.ts'
import { exitCodes, type ExitCode, type Problem } from '../../model/problem.ts'
import { err, type Result } from '../../model/result.ts'
import type { Call } from './command.ts'
import { tellInspection } from './tell-inspection.ts'

export async function verifyDesign(
  call: Call,
  house: House,
  name: string,
): Promise<Result<ExitCode, Problem>> {
  const inspected = await inspectFeature(house, name)
  return inspected.ok
    ? tellInspection(call, name, inspected.value)
    : err({ ...inspected.error, exit: exitCodes.notAccepted })
}
