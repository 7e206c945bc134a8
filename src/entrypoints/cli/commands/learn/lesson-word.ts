import type { Word } from '../../../../learn/decide.ts'
import type { Library } from '../../../../learn/open.ts'
import { showLesson } from '../../../../learn/show.ts'
import { type ExitCode, exitCodes, type Problem } from '../../../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../../../model/result.ts'
import type { LessonView } from '../../../../views/learn/lesson.ts'
import { type Call, type Command, flag, text, whoAmI } from '../../command.ts'
import { withRecords } from './with-records.ts'

/** What a command needs that takes somebody's word about one lesson. */
export const wordOptions = {
  by: { type: 'string', value: 'NAME', help: 'who decides (you)' },
  reason: { type: 'string', help: 'words to go with it' },
  seen: {
    type: 'string',
    value: 'HASH',
    help: 'the evidence you looked at, as "learn show" names it',
  },
} as const satisfies Command['options']

type Verdict<Done> = {
  /** Who decided is told by this name. */
  readonly key: 'approved_by' | 'rejected_by' | 'retired_by'
  readonly decide: (
    records: Library['records'],
    lesson: LessonView,
    word: Word,
  ) => AsyncResult<Done>
  readonly json?: (done: Done) => object
  readonly lines: (name: string, done: Done, terminal: Call['terminal']) => readonly string[]
  /** What the word may be about where there is no such lesson. */
  readonly otherwise?: (library: Library, problem: Problem) => AsyncResult<ExitCode>
}

/** Takes somebody's word about a lesson, with the evidence that they saw. */
export const takeWord = <Done>(
  call: Call,
  { key, decide, json, lines, otherwise }: Verdict<Done>,
): AsyncResult<ExitCode> =>
  withRecords(call, async (library) => {
    const { words, values, terminal, env } = call
    const { records, at } = library
    const lesson = await showLesson(records, words[0] ?? '')
    if (!lesson.ok) return otherwise?.(library, lesson.error) ?? err(lesson.error)
    const by = text(values, 'by') ?? whoAmI(env)
    const word = { by, at, reason: text(values, 'reason'), seen: text(values, 'seen') }
    const done = await decide(records, lesson.value, word)
    if (!done.ok) return done
    const { row, short, evidenceSha256: seen } = lesson.value
    const told = { lesson: row.id, [key]: by, ...json?.(done.value), seen }
    if (flag(values, 'json')) terminal.print(JSON.stringify({ loopwright: 1, ...told }))
    else
      for (const line of lines(`${row.error_code} (${short})`, done.value, terminal))
        terminal.print(line)
    return ok(exitCodes.accepted)
  })
