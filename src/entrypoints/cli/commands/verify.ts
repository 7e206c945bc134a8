import type { Command } from '../command.ts'
import { runAtHand } from '../run-at-hand.ts'

export const command: Command = {
  name: 'verify',
  usage: 'verify [run] [options]',
  about:
    'Proves that a history is whole, and whether it is the one this machine wrote; that every artifact version is intact, and that the\nfiles show what the history says. Exit 0 if so, 1 if not, with the line that is wrong.',
  words: { least: 0, most: 1 },
  options: {
    anchor: {
      type: 'string',
      value: 'HASH',
      help: 'a head that you kept elsewhere, in a commit or a ticket',
    },
  },
  examples: [
    ['loopwright verify', 'the active loop'],
    ['loopwright verify courses-api --json', 'for scripts'],
    ['loopwright verify courses-api --anchor 3f9a61c04d', 'nothing before that head was changed'],
  ],
  async run(call) {
    const found = await runAtHand(call, call.words[0])
    if (!found.ok) return found
    const { workspace, name, verbs } = found.value
    return verbs.verify(call, workspace, name)
  },
}
