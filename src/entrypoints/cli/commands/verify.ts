import { openHouse } from '../../../app.ts'
import { findRun } from '../../../app/find-run.ts'
import { findPlace, journalProblem, loadPlace } from '../../../app/reflex-places.ts'
import { inspectRun } from '../../../app/reflex-verify.ts'
import { exitCodes } from '../../../model/problem.ts'
import { err, ok } from '../../../model/result.ts'
import type { Command } from '../command.ts'
import { flag } from '../parse.ts'

export const command: Command = {
  name: 'verify',
  usage: 'verify [run] [options]',
  about:
    'Proves that a history is whole and unedited, that every artifact version is intact, and that the\nfiles show what the history says. Exit 0 if so, 1 if not, with the line that is wrong.',
  words: { least: 0, most: 1 },
  options: {},
  examples: [
    ['loopwright verify', 'the active loop'],
    ['loopwright verify courses-api --json', 'for scripts'],
  ],
  async run(call) {
    const { words, values, terminal, cwd, env } = call
    const opened = await openHouse({ cwd, env })
    if (!opened.ok) return opened
    const house = opened.value
    const found = await findRun(house, words[0])
    if (!found.ok) return found
    if (found.value.workflow === 'design') {
      const { designVerbs } = await import('../design-verbs.ts')
      return designVerbs.verify(call, house, found.value.name)
    }
    const place = await findPlace(house, found.value.name)
    if (!place.ok) return place
    const read = await place.value.store.journal.read()
    if (!read.ok)
      return err({ ...journalProblem(house, place.value, read.error), exit: exitCodes.notAccepted })
    const loaded = await loadPlace(house, place.value.alias)
    if (!loaded.ok) return err({ ...loaded.error, exit: exitCodes.notAccepted })
    const { entries, mark, tornBytes } = read.value
    const problems = await inspectRun(house, place.value, loaded.value.state)
    const { paint } = terminal
    if (flag(values, 'json'))
      terminal.print(
        JSON.stringify({
          loopwright: 1,
          alias: place.value.alias,
          ok: problems.length === 0,
          events: entries.length,
          hash: mark.hash,
          torn_bytes: tornBytes,
          problems,
        }),
      )
    else {
      terminal.print(`${paint('green', '✓')} ${entries.length} events, chained to ${mark.hash}`)
      if (tornBytes > 0)
        terminal.print(
          `${paint('yellow', '!')} ${tornBytes} bytes of an unfinished step at the end; resume does it again`,
        )
      for (const problem of problems) terminal.print(`${paint('red', '✗')} ${problem}`)
      if (problems.length === 0)
        terminal.print(
          `${paint('green', '✓')} ${loaded.value.state.versions.length} artifact versions intact, files agree`,
        )
    }
    return ok(problems.length === 0 ? exitCodes.accepted : exitCodes.notAccepted)
  },
}
