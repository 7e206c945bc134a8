import { openHouse } from '../../../app.ts'
import { findRun } from '../../../app/find-run.ts'
import { findPlace, journalProblem } from '../../../app/reflex-places.ts'
import { exitCodes } from '../../../model/problem.ts'
import { err, ok } from '../../../model/result.ts'
import { timelineLine } from '../../../views/timeline.ts'
import type { Command } from '../command.ts'
import { flag } from '../parse.ts'

export const command: Command = {
  name: 'history',
  usage: 'history [run] [options]',
  about: 'Shows every recorded event of a loop, in order.',
  words: { least: 0, most: 1 },
  options: {},
  examples: [
    ['loopwright history', 'the active loop'],
    ['loopwright history courses-api --json', 'the events themselves'],
  ],
  async run(call) {
    const { words, values, terminal, cwd, env } = call
    const opened = await openHouse({ cwd, env })
    if (!opened.ok) return opened
    const found = await findRun(opened.value, words[0])
    if (!found.ok) return found
    if (found.value.workflow === 'design') {
      const { designVerbs } = await import('../design-verbs.ts')
      return designVerbs.history(call, opened.value, found.value.name)
    }
    const place = await findPlace(opened.value, found.value.name)
    if (!place.ok) return place
    const read = await place.value.store.journal.read()
    if (!read.ok) return err(journalProblem(opened.value, place.value, read.error))
    const { entries } = read.value
    if (flag(values, 'json'))
      terminal.print(JSON.stringify({ loopwright: 1, alias: place.value.alias, events: entries }))
    else for (const entry of entries) terminal.print(timelineLine(entry))
    return ok(exitCodes.accepted)
  },
}
