import type { Command } from '../command.ts'
import { runAtHand } from '../run-at-hand.ts'

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
    const found = await runAtHand(call, call.words[0])
    if (!found.ok) return found
    const { workspace, name, verbs } = found.value
    return verbs.resume(call, workspace, name)
  },
}
