import { describe, expect, test } from 'vitest'
import type { Obligation } from '../model/obligation.ts'
import { err, ok } from '../model/result.ts'
import { type Exam, examFrom } from '../obligations/exam.ts'
import { standsIn } from '../kit/quote.ts'
import { type AskRole, compileExam } from './exam-agents.ts'
import { judgeObligations } from './judge-work.ts'

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

/** Gives the same answer however often it is asked. */
const answering =
  (output: unknown): AskRole =>
  async ({ schema }) =>
    ok(schema.parse(output))
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

  test('[READ-8] leaves unread what no form has read', async () => {
    const { exam: done } = await compile(read([{ quote, statement: 'it restarts' }]))
    expect(done.items[1]).toMatchObject({ check: null, rest: exam.items[1]?.rest })
    expect(done.items[1]?.rest?.length).toBeGreaterThan(0)
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
  ])('[READ-8] is refused with %s', async (_, asked) => {
    const { exam: same } = await compile(read([asked]))
    expect(ids(same)).toEqual(ids(exam))
    expect(same.items[1]).toMatchObject({ check: null, statement: exam.items[1]?.statement })
    expect(same.items[1]?.reason).toContain('the reader is refused')
  })

  test('[READ-10] says why a sentence is context, unless it makes the work itself', async () => {
    const context = read([], 'it only explains')
    expect(ids((await compile(context)).exam)).toEqual(['task.1.1'])
    expect(ids((await compile(context, true)).exam)).toEqual(['task.1.1', 'task.2'])
    expect((await compile(read([]))).exam.items[1]?.reason).toContain('neither')
    const words = { glue: new Set<string>(), forms: [] }
    for (const demand of [
      examFrom('Gold members pay less', 'criterion', words),
      examFrom('Gold members must pay less', 'task', words),
    ]) {
      const id = demand.items[0]?.id ?? ''
      const answer = { sentences: [{ id, context: 'background', obligations: [] }] }
      const done = await compileExam(demand, answering(answer), { isProducer: false })
      expect(done.exam.items[0]?.reason).toContain('cannot be context')
    }
  })
})

describe('a judge', () => {
  const open: Obligation = {
    id: 'task.2',
    statement: 'it restarts',
    source: { kind: 'criterion', text: 'it restarts' },
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

  test.each([
    ['criterion', 'it restarts 5 times', 'restart: on-failure', 'undecided'],
    ['criterion', 'it restarts on failure', 'restart: on-failure', 'met'],
    ['task', 'it restarts at most 5 times', 'retries: 3', 'undecided'],
    ['task', 'it restarts at most 3 times', 'retries: 3', 'met'],
    ['task', 'it restarts by itself', 'restart: on-failure', 'met'],
  ] as const)(
    '[READ-11] a quote has the numbers of the %s "%s": %s is %s',
    async (kind, text, passage, is) => {
      const given = { ...open, statement: text, source: { kind, text } }
      const verdict = { id: 'task.2', reason: 'r', verdict: 'met', quote: passage }
      const ask = answering({ verdicts: [verdict] })
      const work = { text: 'web:\n  restart: on-failure\n  retries: 3', task: text }
      const [judged] = await judgeObligations([given], work, { ask, isProducer: false, name: 'j' })
      expect(judged?.status).toBe(is)
    },
  )

  test('is asked about the whole where nothing is refused yet and it did not make it', async () => {
    const work = { text: 'restart: on-failure', task: 'it restarts' }
    const asked = async (status: Obligation['status'], isProducer: boolean) => {
      const ask = answering({ verdicts: [] })
      const given = { ...open, status }
      return (await judgeObligations([given], work, { ask, isProducer, name: 'j' })).map(
        ({ id }) => id,
      )
    }
    expect(await asked('met', false)).toEqual(['task.2', 'task.whole'])
    expect(await asked('met', true)).toEqual(['task.2'])
    expect(await asked('unmet', false)).toEqual(['task.2'])
  })

  test('[READ-11] meets an obligation only with a quote that stands in the work', async () => {
    expect(await judge({ verdict: 'met', quote: 'restart:  on-failure' })).toMatchObject({
      status: 'met',
      evidence: [{ text: 'restart:  on-failure' }],
    })
    expect(await judge({ verdict: 'met', quote: 'restart: always' })).toMatchObject({
      status: 'undecided',
    })
    expect(await judge({ verdict: 'met', quote: '' })).toMatchObject({ status: 'undecided' })
    expect(await judge({ verdict: 'met', quote: 'web:' })).toMatchObject({
      status: 'undecided',
      reason: expect.stringContaining('does not speak of what is asked'),
    })
    expect(await judge({ verdict: 'unmet' })).toMatchObject({ status: 'unmet' })
  })

  test.each([
    [
      'white space and marks of Markdown',
      '# Hours\n\nOpen **daily**\nfrom 9.',
      'open daily from 9',
    ],
    ['quotation marks and dashes', 'a “red” torch – always', 'a "red" torch - always'],
    ['escapes of JSON', '{ "text": "say \\"hi\\"" }', 'say "hi"'],
    ['compact JSON', '{\n  "name": "x",\n  "type": "list"\n}', '{"name":"x","type":"list"}'],
    ['what "..." leaves out', 'one two three four', 'one two ... four...'],
  ])('[READ-11] is not held to how its quote is set: %s', (_, text, quoted) => {
    expect(standsIn(text)(quoted)).toBe(true)
    expect(standsIn(text)(`${quoted} besides`)).toBe(false)
  })

  test('[READ-11] leaves nothing out but between words in their order', () => {
    const stands = standsIn('one two three four')
    expect([stands('four ... one two'), stands('o...t...f'), stands('...')]).toEqual(
      Array(3).fill(false),
    )
  })

  test('[READ-12] leaves undecided what it says nothing about', async () => {
    const other = { ...open, id: 'task.3' }
    const ask = answering({
      verdicts: [{ id: 'task.2', verdict: 'met', quote: 'restart: on-failure' }],
    })
    const work = { text: 'restart: on-failure', task: '' }
    const judged = await judgeObligations([open, other], work, {
      ask,
      isProducer: false,
      name: 'j',
    })
    expect(judged.map(({ status }) => status)).toEqual(['met', 'undecided'])
  })

  test('[VERDICT-4] law 15: is marked where it made the work', async () => {
    expect(await judge({ verdict: 'met', quote: 'restart: on' }, true)).toMatchObject({
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
