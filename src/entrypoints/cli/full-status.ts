import { openHouse } from '../../app.ts'
import { findRun } from '../../app/find-run.ts'
import { findPlace, loadPlace } from '../../app/reflex-places.ts'
import { viewOf } from '../../app/reflex-view.ts'
import { exitCodes, type ExitCode, type Problem } from '../../model/problem.ts'
import { ok, type Result } from '../../model/result.ts'
import { showScore } from '../../views/format.ts'
import type { Call } from './command.ts'
import { runAsJson } from './json.ts'
import { flag } from './parse.ts'

/** The state of a loop as its history tells it. */
export async function fullStatus(call: Call): Promise<Result<ExitCode, Problem>> {
  const { words, values, terminal, cwd, env } = call
  const opened = await openHouse({ cwd, env })
  if (!opened.ok) return opened
  const house = opened.value
  const found = await findRun(house, words[0])
  if (!found.ok) return found
  if (found.value.workflow === 'design') {
    const { showDesignStatus } = await import('./design-status.ts')
    return showDesignStatus(call, house, found.value.name)
  }
  const place = await findPlace(house, found.value.name)
  if (!place.ok) {
    if (words[0] !== undefined) return place
    if (flag(values, 'json')) terminal.print(JSON.stringify({ loopwright: 1, active: null }))
    else
      terminal.print(
        `no loop is active\n  ${terminal.paint('cyan', '→')} start one: loopwright new "<task>"`,
      )
    return ok(exitCodes.accepted)
  }
  const loaded = await loadPlace(house, place.value.alias)
  if (!loaded.ok) return loaded
  const run = viewOf(house, place.value, loaded.value.state)
  const artifact =
    flag(values, 'artifact') && run.artifact !== null
      ? await house.blobs.get(run.artifact)
      : undefined
  if (flag(values, 'json'))
    terminal.print(JSON.stringify(runAsJson(run, artifact === undefined ? {} : { artifact })))
  else {
    const score = run.evaluation ? showScore(run.lastScore) : '-'
    terminal.print(
      [
        run.alias,
        run.status,
        `${run.iteration}/${run.maxIterations}`,
        run.phase,
        run.step,
        score,
        run.updatedAt,
      ].join(' | '),
    )
    if (run.question !== null)
      terminal.print(
        `  ${terminal.paint('yellow', '?')} ${run.question}   loopwright answer ${run.alias} confirm`,
      )
    if (artifact) terminal.print(`\n${artifact.trimEnd()}`)
  }
  return ok(exitCodes.accepted)
}
