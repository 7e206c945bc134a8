import { describe, expect, test } from 'vitest'
import type { Obligation } from '../model/obligation.ts'
import { err, ok } from '../model/result.ts'
import { type Exam, examFrom } from '../obligations/exam.ts'
import { type AskRole, compileExam, judgeObligations } from './exam-agents.ts'

const exam = examFrom('- `web`\n- The web service restarts when it fails', 'task', {
  glue: new Set<string>(),
  forms: [],
})
const check = {
  type: 'matches',
  value: 'restart:\\s*on-failure',
  passes: 'restart: on-failure',
  fails: 'restart: "no"',
} as const
const quote = 'restarts when it fails'

/** Answers once, and is refused where the answer breaks the contract. */
const answering =
  (output: unknown): AskRole =>
  async ({ schema, verify }) => {
    const parsed = schema.parse(output)
    const problems = verify(parsed)
    return problems.length > 0 ? err(problems.join('; ')) : ok(parsed)
  }
const read = (obligations: readonly unknown[], context?: string) => ({
  sentences: [{ id: 'task.2', obligations, ...(context === undefined ? {} : { context }) }],
})
const compile = (output: unknown, isProducer = false) =>
  compileExam(exam, answering(output), { isProducer })
const ids = ({ items }: Exam) => items.map(({ id }) => id)

describe('a reader', () => {
  test('[READ-8] compiles a sentence into obligations with checks', async () => {
    const { exam: done } = await compile(read([{ quote, statement: 'it restarts', check }]))
    expect(ids(done)).toEqual(['task.1.1', 'task.2.r1'])
    expect(done.items[1]?.check).toMatchObject({ type: 'pattern', pattern: check.value })
  })

  test.each([
    ['a quote that does not stand in the sentence', { quote: 'is fast', statement: 's' }],
    ['a check that cannot fail', { quote, statement: 's', check: { ...check, value: '.*' } }],
    [
      'a check that fails its own passing text',
      { quote, statement: 's', check: { ...check, passes: 'restart no' } },
    ],
    [
      'a check about something else',
      {
        quote,
        statement: 's',
        check: { type: 'contains', value: 'zebra', passes: 'zebra', fails: 'ant' },
      },
    ],
  ])('[READ-9] is refused with %s', async (_, asked) => {
    const { exam: same, problem } = await compile(read([asked]))
    expect(problem).not.toBeNull()
    expect(same).toEqual(exam)
  })

  test('[READ-10] says why a sentence is context, unless it makes the work itself', async () => {
    const context = read([], 'it only explains')
    expect(ids((await compile(context)).exam)).toEqual(['task.1.1'])
    expect(ids((await compile(context, true)).exam)).toEqual(['task.1.1', 'task.2'])
    expect((await compile(read([]))).problem).toContain('neither')
  })
})

describe('a judge', () => {
  const open: Obligation = {
    id: 'task.2',
    statement: 'it restarts',
    source: { kind: 'task', text: 'it restarts' },
    weight: 'must',
    decided_by: 'judge',
    status: 'undecided',
    reason: '',
    evidence: [],
  }
  const judge = async (verdict: object, isProducer = false) => {
    const ask = answering({ verdicts: [{ id: 'task.2', reason: 'r', ...verdict }] })
    const work = { text: 'web:\n  restart: on-failure', task: 'it restarts' }
    return (await judgeObligations([open], work, { ask, isProducer, name: 'j' }))[0]
  }

  test('[READ-11] meets an obligation only with a quote that stands in the work', async () => {
    expect(await judge({ verdict: 'met', quote: 'restart:  on-failure' })).toMatchObject({
      status: 'met',
      evidence: [{ text: 'restart:  on-failure' }],
    })
    expect(await judge({ verdict: 'met', quote: 'restart: always' })).toMatchObject({
      status: 'undecided',
    })
    expect(await judge({ verdict: 'met', quote: '' })).toMatchObject({ status: 'undecided' })
    expect(await judge({ verdict: 'unmet' })).toMatchObject({ status: 'unmet' })
  })

  test('[VERDICT-4] law 15: is marked where it made the work', async () => {
    expect(await judge({ verdict: 'met', quote: 'on-failure' }, true)).toMatchObject({
      self_reported: true,
    })
  })

  test('[READ-12] leaves everything undecided where it gives no answer', async () => {
    const [same] = await judgeObligations(
      [open],
      { text: '', task: '' },
      {
        ask: async () => err('it timed out'),
        isProducer: false,
        name: 'j',
      },
    )
    expect(same).toMatchObject({
      status: 'undecided',
      reason: expect.stringContaining('timed out'),
    })
  })
})
