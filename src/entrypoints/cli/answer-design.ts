import type { Workspace } from '../../ports/workspace.ts'
import { type Choice, answerFeature } from '../../app/design-gate.ts'
import { openFeature } from '../../app/design-feature.ts'
import { patienceMs } from '../../app/order.ts'
import type { ExitCode } from '../../model/problem.ts'
import { type AsyncResult, err } from '../../model/result.ts'
import { type Call, flag } from './command.ts'
import { runDesign } from './run-design.ts'

/** Gives a person's word to a feature, and goes on with what follows from it. */
export async function answerDesign(
  call: Call,
  workspace: Workspace,
  name: string,
  choice: Choice,
): AsyncResult<ExitCode> {
  const answered = await answerFeature(workspace, name, choice)
  if (!answered.ok) return answered
  const opened = await openFeature(workspace, name)
  if (!opened.ok) return opened
  const { place } = opened.value
  // somebody who decided at the same moment may still be at it
  if (answered.value.type === 'taken') return runDesign(call, workspace, place, patienceMs)
  // the edited intent is judged; its approval is another decision
  const asJson = flag(call.values, 'json')
  const gone = await runDesign(asJson ? silent(call) : call, workspace, place, patienceMs)
  if (!gone.ok) return gone
  if (!asJson) call.terminal.mention('')
  return err(answered.value.problem)
}

/** One command tells one JSON document: here it is what the person has to know first. */
const silent = (call: Call): Call => ({
  ...call,
  terminal: { ...call.terminal, print: () => undefined },
})
