import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { timelineLine } from '../../../views/timeline.ts'
import { type Command, flag } from '../command.ts'
import { runAtHand } from '../run-at-hand.ts'

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
    const { words, values, terminal } = call
    const found = await runAtHand(call, words[0])
    if (!found.ok) return found
    const { workspace, name, verbs } = found.value
    const read = await verbs.history(workspace, name)
    if (!read.ok) return read
    const { alias, entries } = read.value
    if (flag(values, 'json'))
      terminal.print(JSON.stringify({ loopwright: 1, alias, events: entries }))
    else for (const entry of entries) terminal.print(timelineLine(entry))
    return ok(exitCodes.accepted)
  },
}
