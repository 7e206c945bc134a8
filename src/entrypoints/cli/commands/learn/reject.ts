import { rejectLesson } from '../../../../learn/decide.ts'
import type { Command } from '../../command.ts'
import { takeWord, wordOptions } from './lesson-word.ts'
import { thresholdOr } from './threshold.ts'

export const command: Command = {
  name: 'learn reject',
  usage: 'learn reject <lesson> [options]',
  about:
    'Declines a promotion. The lesson stays beside the prompt and goes on being tried; it is asked about again when the\nevidence has grown by as much once more.',
  words: { least: 1, most: 1 },
  decides: true,
  options: wordOptions,
  examples: [['loopwright learn reject TS2304 --reason "too narrow"', 'it stays as it is']],
  run: (call) =>
    takeWord(call, {
      key: 'rejected_by',
      decide: rejectLesson,
      lines: (name, _, { paint }) => [`${paint('green', '✓')} ${name} stays beside the prompt`],
      otherwise: (library, problem) => thresholdOr(call, library, 'reject', problem),
    }),
}
