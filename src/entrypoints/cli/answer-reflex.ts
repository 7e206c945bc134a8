import type { Workspace } from '../../ports/workspace.ts'
import { loadPlace, type Place } from '../../app/reflex-places.ts'
import { changeSetup } from '../../app/reflex-setup.ts'
import { answerRun } from '../../app/reflex-steer.ts'
import { viewOf } from '../../app/reflex-view.ts'
import { exitCodes } from '../../model/problem.ts'
import { ok } from '../../model/result.ts'
import { type Call, flag, onlyOf, pathIn, personOf, text, wholeNumber } from './command.ts'
import { runAsJson } from './json.ts'
import type { Outcome } from './workflow-verbs.ts'

/** Gives a person's word to a loop, and tells what it waits for next. */
export async function answerReflex(
  call: Call,
  workspace: Workspace,
  place: Place,
  option: string,
): Outcome {
  const { values, terminal, cwd } = call
  const limit = wholeNumber(values, 'max-iterations')
  if (!limit.ok) return limit
  const loaded = await loadPlace(workspace, place.alias)
  if (!loaded.ok) return loaded
  const changed = await changeSetup(loaded.value.state.setup, {
    criteriaFile: pathIn(cwd, text(values, 'criteria')),
    maxIterations: limit.value,
    examFile: pathIn(cwd, text(values, 'exam')),
  })
  if (!changed.ok) return changed
  const feedback = text(values, 'feedback')
  const { gate, ...person } = personOf(call)
  const answer = {
    option,
    ...person,
    ...(feedback === undefined ? {} : { feedback }),
  }
  const only = onlyOf(call)
  const state = await answerRun(workspace, place, answer, {
    ...(changed.value === undefined ? {} : { setup: changed.value }),
    ...(only === undefined ? {} : { only }),
    gate,
  })
  if (!state.ok) return state
  const run = viewOf(workspace, place, state.value)
  if (flag(values, 'json')) terminal.print(JSON.stringify(runAsJson(run)))
  else if (run.question === null)
    terminal.print(
      `${terminal.paint('green', '✓')} ${run.alias} is ${run.status}${run.status === 'running' ? '\n  → go on with: loopwright resume' : ''}`,
    )
  else
    terminal.print(
      `${terminal.paint('green', '✓')} recorded\n${terminal.paint('yellow', '?')} ${run.question}   see: loopwright gates`,
    )
  return ok(run.question === null ? exitCodes.accepted : exitCodes.parked)
}
