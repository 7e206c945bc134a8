import type { Command } from '../command.ts'
import { runAtHand } from '../run-at-hand.ts'

export const command: Command = {
  name: 'save',
  usage: 'save <run> <file> [options]',
  about: 'Copies a version of an artifact to a file of yours: the last one, or the best.',
  words: { least: 2, most: 2 },
  options: {
    version: {
      type: 'string',
      value: 'V',
      help: 'last (default), best, first, previous, a number, or a hash',
    },
    force: { type: 'boolean', help: 'overwrite a file that is there; a copy is kept as FILE.bak' },
  },
  examples: [
    ['loopwright save courses-api api.md', 'the last version'],
    ['loopwright save courses-api api.md --version best', 'the best version, if the run got worse'],
  ],
  async run(call) {
    const [named, file = ''] = call.words
    const found = await runAtHand(call, named)
    if (!found.ok) return found
    const { workspace, name, verbs } = found.value
    return verbs.save(call, workspace, name, file)
  },
}
