import type { House } from '../../app.ts'
import { inspectFeature } from '../../app/design-verify.ts'
import { exitCodes, type ExitCode, type Problem } from '../../model/problem.ts'
import { ok, type Result } from '../../model/result.ts'
import type { Call } from './command.ts'
import { flag } from './parse.ts'

export async function verifyDesign(
  { terminal, values }: Call,
  house: House,
  name: string,
): Promise<Result<ExitCode, Problem>> {
  const inspected = await inspectFeature(house, name)
  if (!inspected.ok)
    return { ok: false, error: { ...inspected.error, exit: exitCodes.notAccepted } }
  const { state, events, hash, proofs, problems } = inspected.value
  if (flag(values, 'json'))
    terminal.print(
      JSON.stringify({
        loopwright: 1,
        alias: name,
        ok: problems.length === 0,
        state,
        events,
        hash,
        proofs,
        problems,
      }),
    )
  else {
    const { paint, print } = terminal
    for (const proof of proofs) print(`${paint('green', '✓')} ${proof}`)
    for (const problem of problems) print(`${paint('red', '✗')} ${problem}`)
  }
  return ok(problems.length === 0 ? exitCodes.accepted : exitCodes.notAccepted)
}
