import { timelineLine } from '../../../views/timeline.ts'
import { type Command, printResult } from '../command.ts'
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
    const run = await runAt(call, call.words[0])
    if (!run.ok) return run
    const entries = await run.value.history()
    if (!entries.ok) return entries
    return printResult(call, { alias: run.value.name, events: entries.value }, () =>
      entries.value.map(timelineLine),
    )
  },
}
