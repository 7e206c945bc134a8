import { carry } from '../carry.ts'
import type { Command } from '../command.ts'
import { runAt } from '../open-runs.ts'

export const command: Command = {
  name: 'resume',
  usage: 'resume [run] [options]',
  about:
    'Goes on with a loop where it was interrupted. Nothing that was completed is done again.\nA loop that has ended is shown as it ended.',
  words: { least: 0, most: 1 },
  options: {
    compact: { type: 'boolean', help: "leave the artifact's text out of what is shown" },
    quiet: { type: 'boolean', short: 'q', help: 'only the end' },
    save: { type: 'string', value: 'FILE', help: 'copy the final artifact there' },
  },
  examples: [
    ['loopwright resume', 'go on with the active loop'],
    ['loopwright resume courses-api', 'go on with a loop by its alias'],
  ],
  async run(call) {
    const run = await runAt(call, call.words[0])
    return run.ok ? carry(call, run.value.workspace, run.value) : run
  },
}
