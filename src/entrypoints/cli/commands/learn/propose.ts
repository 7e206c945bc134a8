import { proposeLesson } from '../../../../learn/decide.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok, usageError } from '../../../../model/result.ts'
import { lessonAsJson } from '../../../../views/learn/lesson.ts'
import { type Command, flag, text, whoAmI } from '../../command.ts'
import { withRecords } from './with-records.ts'

export const command: Command = {
  name: 'learn propose',
  usage: 'learn propose <text> --code CODE [options]',
  about:
    'Writes a lesson of your own against an error. It goes on trial like any other: some orders get it, others do not.',
  words: { least: 1, most: 1 },
  options: {
    code: { type: 'string', value: 'CODE', help: 'the error it is against, such as TS2304' },
    by: { type: 'string', value: 'NAME', help: 'who wrote it (you)' },
    reason: { type: 'string', help: 'why' },
  },
  examples: [
    [
      'loopwright learn propose "Import types with import type." --code TS1484',
      'a lesson by a person',
    ],
  ],
  run: (call) =>
    withRecords(call, async ({ records, at }) => {
      const { words, values, terminal, env } = call
      const code = text(values, 'code')
      if (code === undefined)
        return usageError(
          'a lesson needs the error it is against',
          'add --code, such as --code TS2304',
        )
      const by = text(values, 'by') ?? whoAmI(env)
      const word = { by, at, reason: text(values, 'reason') }
      const lesson = await proposeLesson(records, { code, text: words[0] ?? '' }, word)
      if (!lesson.ok) return lesson
      if (flag(values, 'json'))
        terminal.print(JSON.stringify({ loopwright: 1, lesson: lessonAsJson(lesson.value) }))
      else
        terminal.print(
          `${terminal.paint('green', '✓')} ${code} (${lesson.value.short}) is on trial from now on`,
        )
      return ok(exitCodes.accepted)
    }),
}
