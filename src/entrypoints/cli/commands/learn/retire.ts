import { retireLesson } from '../../../../learn/decide.ts'
import type { Command } from '../../command.ts'
import { takeWord, wordOptions } from './lesson-word.ts'

export const command: Command = {
  name: 'learn retire',
  usage: 'learn retire <lesson> [options]',
  about:
    'Takes a lesson out of use for good, wherever it stands. Its evidence stays and still counts among all lessons tried.',
  words: { least: 1, most: 1 },
  decides: true,
  options: wordOptions,
  examples: [
    [
      'loopwright learn retire TS2304 --reason "the linter does it now"',
      'no order gets it any more',
    ],
  ],
  run: (call) =>
    takeWord(call, {
      key: 'retired_by',
      decide: retireLesson,
      lines: (name, _, { paint }) => [`${paint('green', '✓')} ${name} is retired`],
    }),
}
