import type { House } from '../../app.ts'
import { openFeature } from '../../app/design-feature.ts'
import { designAsJson, designViewOf } from '../../app/design-view.ts'
import { exitCodes, type ExitCode, type Problem } from '../../model/problem.ts'
import { ok, type Result } from '../../model/result.ts'
import { designStatus } from '../../views/design-summary.ts'
import type { Call } from './command.ts'
import { flag } from './parse.ts'

export async function showDesignStatus(
  { terminal, values }: Call,
  house: House,
  name: string,
): Promise<Result<ExitCode, Problem>> {
  const opened = await openFeature(house, name)
  if (!opened.ok) return opened
  const { place, state, notices } = opened.value
  const view = designViewOf(house, place, state, { notices })
  if (flag(values, 'json')) terminal.print(JSON.stringify(designAsJson(state, view)))
  else for (const line of designStatus(view, terminal.paint, terminal.width)) terminal.print(line)
  const violated = state.at === 'FAILED' && notices.length > 0
  return ok(violated ? exitCodes.internal : exitCodes.accepted)
}
