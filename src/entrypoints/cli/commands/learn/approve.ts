import { approveLesson } from '../../../../app/learn-decide.ts'
import { showLesson } from '../../../../app/learn-show.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok } from '../../../../model/result.ts'
import type { Command } from '../../command.ts'
import { flag, text } from '../../parse.ts'
import { whoAmI } from '../../who.ts'
import { thresholdOr } from './threshold.ts'
import { withRecords } from './with-records.ts'

export const command: Command = {
  name: 'learn approve',
  usage: 'learn approve <lesson> [options]',
  about:
    'Takes a lesson into the base prompt: a new version of the prompt has a place for it, and a few orders go on without it,\nso that it stays measured. Recorded are who decided, when, and which evidence they saw.',
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
  examples: [['loopwright learn approve TS2304 --by ada', 'after: loopwright learn show TS2304']],
  run: (call) =>
    withRecords(call, async (library) => {
      const { records, at } = library
      const { words, values, terminal, env } = call
      const lesson = await showLesson(records, words[0] ?? '')
      if (!lesson.ok) return thresholdOr(call, library, 'approve', lesson.error)
      const by = text(values, 'by') ?? whoAmI(env)
      const done = await approveLesson(records, lesson.value, {
        by,
        at,
        reason: text(values, 'reason'),
        seen: text(values, 'seen'),
      })
      if (!done.ok) return done
      const { row, short, evidenceSha256: seen } = lesson.value
      const { prompt } = done.value
      if (flag(values, 'json'))
        terminal.print(
          JSON.stringify({ loopwright: 1, lesson: row.id, approved_by: by, prompt, seen }),
        )
      else {
        const { paint, print } = terminal
        print(
          `${paint('green', '✓')} ${row.error_code} (${short}) is in the prompt now, version ${prompt}`,
        )
        print(`  ${paint('cyan', '→')} undo: loopwright learn rollback`)
      }
      return ok(exitCodes.accepted)
    }),
}
