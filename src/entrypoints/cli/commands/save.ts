import type { Command } from '../command.ts'
import { runAt } from '../open-runs.ts'

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
    const run = await runAt(call, named)
    if (!run.ok) return run
    const { saveVersion } = await import('../save-version.ts')
    return saveVersion(call, run.value.workspace, run.value, file)
  },
}
