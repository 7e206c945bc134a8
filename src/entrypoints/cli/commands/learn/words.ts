import {
  approveLesson,
  proposeLesson,
  rejectLesson,
  retireLesson,
  rollBack,
  type Word,
} from '../../../../learn/decide.ts'
import { shortOf } from '../../../../learn/draft.ts'
import type { Library } from '../../../../learn/open.ts'
import { showLesson } from '../../../../learn/show.ts'
import { answerThreshold } from '../../../../learn/threshold.ts'
import type { ExitCode, Problem } from '../../../../model/problem.ts'
import { type AsyncResult, err, usageError } from '../../../../model/result.ts'
import { lessonAsJson, type LessonView } from '../../../../views/learn/lesson.ts'
import { type Call, type Command, printResult, text, whoAmI } from '../../command.ts'
import { withRecords } from './with-records.ts'

const by = { type: 'string', value: 'NAME', help: 'who decides (you)' } as const
const reason = { type: 'string', help: 'words to go with it' } as const
const wordOptions = {
  by,
  reason,
  seen: {
    type: 'string',
    value: 'HASH',
    help: 'the evidence you looked at, as "learn show" names it',
  },
} as const satisfies Command['options']

/** Who gives a word, when, and why. */
const wordOf = ({ values, env }: Call, at: string) => ({
  by: text(values, 'by') ?? whoAmI(env),
  at,
  reason: text(values, 'reason'),
})

type Decision<Done> = {
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
const takeWord = <Done>(
  call: Call,
  { key, decide, json, lines, otherwise }: Decision<Done>,
): AsyncResult<ExitCode> =>
  withRecords(call, async (library) => {
    const { records, at } = library
    const lesson = await showLesson(records, call.words[0] ?? '')
    if (!lesson.ok) return otherwise?.(library, lesson.error) ?? err(lesson.error)
    const word = { ...wordOf(call, at), seen: text(call.values, 'seen') }
    const done = await decide(records, lesson.value, word)
    if (!done.ok) return done
    const { row, short, evidenceSha256: observed } = lesson.value
    return printResult(
      call,
      { lesson: row.id, [key]: word.by, ...json?.(done.value), seen: observed },
      ({ terminal }) => lines(`${row.error_code} (${short})`, done.value, terminal),
    )
  })

/** What is no lesson may be a proposer whose threshold waits for a person; else the problem stands. */
const thresholdOr =
  (call: Call, option: 'approve' | 'reject') =>
  async ({ records, at }: Library, problem: Problem): AsyncResult<ExitCode> => {
    const word = wordOf(call, at)
    const answered = await answerThreshold(records, call.words[0] ?? '', option, word)
    if (!answered.ok) return answered
    if (answered.value === null) return err(problem)
    const { proposer, threshold } = answered.value
    return printResult(
      call,
      { proposer, threshold, option, by: word.by },
      ({ terminal: { paint } }) => [
        option === 'approve'
          ? `${paint('green', '✓')} set complexity_threshold of ${proposer} to ${threshold} in loopwright.yaml`
          : `${paint('green', '✓')} the threshold of ${proposer} stays`,
      ],
    )
  }

export const approve: Command = {
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
      otherwise: thresholdOr(call, 'approve'),
    }),
}

export const reject: Command = {
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
      otherwise: thresholdOr(call, 'reject'),
    }),
}

export const retire: Command = {
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

export const rollback: Command = {
  name: 'learn rollback',
  usage: 'learn rollback [options]',
  about:
    'Puts the prompt before the one in use in use again. Lessons that had a place only in the newer one are demoted.',
  words: { least: 0, most: 0 },
  decides: true,
  options: { by, reason },
  examples: [['loopwright learn rollback --reason "worse since"', 'undo the last approval']],
  run: (call) =>
    withRecords(call, async ({ records, at }) => {
      const word = wordOf(call, at)
      const back = await rollBack(records, word)
      if (!back.ok) return back
      const { from, to, demoted } = back.value
      return printResult(
        call,
        { from, to, demoted: demoted.map(({ id }) => id), by: word.by },
        ({ terminal: { paint } }) => [
          `${paint('green', '✓')} prompt ${to} is in use again; it was ${from}`,
          ...demoted.map(({ id, error_code: code }) => `  demoted: ${code} (${shortOf(id)})`),
        ],
      )
    }),
}

export const propose: Command = {
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
      const code = text(call.values, 'code')
      if (code === undefined)
        return usageError(
          'a lesson needs the error it is against',
          'add --code, such as --code TS2304',
        )
      const draft = { code, text: call.words[0] ?? '' }
      const lesson = await proposeLesson(records, draft, wordOf(call, at))
      if (!lesson.ok) return lesson
      return printResult(
        call,
        { lesson: lessonAsJson(lesson.value) },
        ({ terminal: { paint } }) => [
          `${paint('green', '✓')} ${code} (${lesson.value.short}) is on trial from now on`,
        ],
      )
    }),
}
