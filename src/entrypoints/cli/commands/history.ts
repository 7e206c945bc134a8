import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { timelineLine } from '../../../views/timeline.ts'
import { type Command, flag } from '../command.ts'
import { runAt } from '../open-runs.ts'

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
    const run = await runAt(call, words[0])
    if (!run.ok) return run
    const entries = await run.value.history()
    if (!entries.ok) return entries
    if (flag(values, 'json'))
      terminal.print(
        JSON.stringify({ loopwright: 1, alias: run.value.name, events: entries.value }),
      )
    else for (const entry of entries.value) terminal.print(timelineLine(entry))
    return ok(exitCodes.accepted)
  },
}
