import type { Command } from '../command.ts'
import { runAtHand } from '../run-at-hand.ts'

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
    const found = await runAtHand(call, call.words[0])
    if (!found.ok) return found
    const { house, name, verbs } = found.value
    return verbs.verify(call, house, name)
  },
}
