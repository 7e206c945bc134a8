import { openHouse } from '../../../app.ts'
import { findPlace, loadPlace } from '../../../app/reflex-places.ts'
import { viewOf } from '../../../app/reflex-view.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { showScore } from '../../../views/format.ts'
import type { Command } from '../command.ts'
import { runAsJson } from '../json.ts'
import { flag } from '../parse.ts'

export const command: Command = {
  name: 'status',
  usage: 'status [run] [options]',
  about:
    'Shows where a loop is: alias | status | iteration | phase | current_step | last_score | updated_at.',
  words: { least: 0, most: 1 },
  options: { artifact: { type: 'boolean', help: 'show the whole artifact too' } },
  examples: [
    ['loopwright status', 'the active loop'],
    ['loopwright status courses-api --artifact', 'a loop by alias, with its artifact'],
  ],
  async run({ words, values, terminal, cwd, env }) {
    const opened = await openHouse({ cwd, env })
    if (!opened.ok) return opened
    const house = opened.value
    const place = await findPlace(house, words[0])
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
  },
}
