import { rejectLesson } from '../../../../app/learn-decide.ts'
import { showLesson } from '../../../../app/learn-show.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok } from '../../../../model/result.ts'
import type { Command } from '../../command.ts'
import { flag, text } from '../../parse.ts'
import { whoAmI } from '../../who.ts'
import { thresholdOr } from './threshold.ts'
import { withRecords } from './with-records.ts'

export const command: Command = {
  name: 'learn reject',
  usage: 'learn reject <lesson> [options]',
  about:
    'Declines a promotion. The lesson stays beside the prompt and goes on being tried; it is asked about again when the\nevidence has grown by as much once more.',
  words: { least: 1, most: 1 },
  options: {
    by: { type: 'string', value: 'NAME', help: 'who decides (you)' },
    reason: { type: 'string', help: 'words to go with it' },
    seen: {
      type: 'string',
      value: 'HASH',
      help: 'the evidence you looked at, as "learn show" names it',
    },
  },
  examples: [['loopwright learn reject TS2304 --reason "too narrow"', 'it stays as it is']],
  run: (call) =>
    withRecords(call, async (library) => {
      const { records, at } = library
      const { words, values, terminal, env } = call
      const lesson = await showLesson(records, words[0] ?? '')
      if (!lesson.ok) return thresholdOr(call, library, 'reject', lesson.error)
      const by = text(values, 'by') ?? whoAmI(env)
      const done = await rejectLesson(records, lesson.value, {
        by,
        at,
        reason: text(values, 'reason'),
        seen: text(values, 'seen'),
      })
      if (!done.ok) return done
      const { row, short, evidenceSha256: seen } = lesson.value
      if (flag(values, 'json'))
        terminal.print(JSON.stringify({ loopwright: 1, lesson: row.id, rejected_by: by, seen }))
      else
        terminal.print(
          `${terminal.paint('green', '✓')} ${row.error_code} (${short}) stays beside the prompt`,
        )
      return ok(exitCodes.accepted)
    }),
}
