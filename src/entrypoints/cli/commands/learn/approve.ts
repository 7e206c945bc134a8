import { approveLesson } from '../../../../learn/decide.ts'
import type { Command } from '../../command.ts'
import { takeWord, wordOptions } from './lesson-word.ts'
import { thresholdOr } from './threshold.ts'

export const command: Command = {
  name: 'learn approve',
  usage: 'learn approve <lesson> [options]',
  about:
    'Takes a lesson into the base prompt: a new version of the prompt has a place for it, and a few orders go on without it,\nso that it stays measured. Recorded are who decided, when, and which evidence they saw.',
  words: { least: 1, most: 1 },
  decides: true,
  options: wordOptions,
  examples: [['loopwright learn approve TS2304 --by ada', 'after: loopwright learn show TS2304']],
  run: (call) =>
    takeWord(call, {
      key: 'approved_by',
      decide: approveLesson,
      json: ({ prompt }) => ({ prompt }),
      lines: (name, { prompt }, { paint }) => [
        `${paint('green', '✓')} ${name} is in the prompt now, version ${prompt}`,
        `  ${paint('cyan', '→')} undo: loopwright learn rollback`,
      ],
      otherwise: (library, problem) => thresholdOr(call, library, 'approve', problem),
    }),
}
