import { retireLesson } from '../../../../app/learn-decide.ts'
import { showLesson } from '../../../../app/learn-show.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok } from '../../../../model/result.ts'
import type { Command } from '../../command.ts'
import { flag, text } from '../../parse.ts'
import { whoAmI } from '../../who.ts'
import { withRecords } from './with-records.ts'

export const command: Command = {
  name: 'learn retire',
  usage: 'learn retire <lesson> [options]',
  about:
    'Takes a lesson out of use for good, wherever it stands. Its evidence stays and still counts among all lessons tried.',
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
  examples: [
    [
      'loopwright learn retire TS2304 --reason "the linter does it now"',
      'no order gets it any more',
    ],
  ],
  run: (call) =>
    withRecords(call, async ({ records, at }) => {
      const { words, values, terminal, env } = call
      const lesson = await showLesson(records, words[0] ?? '')
      if (!lesson.ok) return lesson
      const by = text(values, 'by') ?? whoAmI(env)
      const done = await retireLesson(records, lesson.value, {
        by,
        at,
        reason: text(values, 'reason'),
        seen: text(values, 'seen'),
      })
      if (!done.ok) return done
      const { row, short, evidenceSha256: seen } = lesson.value
      if (flag(values, 'json'))
        terminal.print(JSON.stringify({ loopwright: 1, lesson: row.id, retired_by: by, seen }))
      else terminal.print(`${terminal.paint('green', '✓')} ${row.error_code} (${short}) is retired`)
      return ok(exitCodes.accepted)
    }),
}
