import { describe, expect, test } from 'vitest'
import type { Obligation } from '../../model/obligation.ts'
import type { ExamItem } from '../../obligations/exam.ts'
import { gateFor } from './gate.ts'
import { at, begun, orders, sprint } from './sample-run.contract.ts'
import {
  benchOf,
  onward,
  page,
  says,
  type Script,
  verdicts,
} from './steps/sample-bench.contract.ts'

const owed = (
  id: string,
  status: Obligation['status'],
  changes: Partial<Obligation> = {},
): Obligation => ({
  id,
  statement: `what ${id} asks`,
  source: { kind: 'brief', text: `the row of ${id}` },
  weight: 'must',
  decided_by: 'check',
  status,
  reason: `why ${id} is ${status}`,
  evidence: status === 'met' ? [{ text: 'h1' }] : [],
  ...changes,
})

const judged = (...obligations: readonly Obligation[]) =>
  sprint('site', 0.9, { obligations: [...obligations] })

describe('what was asked of a page', () => {
  test('and is not there leads to another iteration, whatever the score', () => {
    const run = begun({}, ...judged(owed('a', 'met'), owed('b', 'unmet')))
    expect(run.run).toMatchObject({ at: 'proposing', iteration: 2 })
  })

  test('as a should changes nothing', () => {
    const run = begun({}, ...judged(owed('a', 'met'), owed('b', 'unmet', { weight: 'should' })))
    expect(run.run).toMatchObject({ at: 'ended', outcome: 'passed' })
  })

  test('and that nobody could decide is put before a person, who sees what it is', () => {
    const run = begun({}, ...judged(owed('a', 'met'), owed('b', 'undecided')))
    const gate = gateFor(at(run.state, 'asking'))
    expect(gate.question).toContain('b what b asks')
    expect(gate.options.map(({ name }) => name)).toEqual(['met', 'unmet', 'adjust', 'abort'])
    const met = run.and(orders.answer('met'))
    expect(met.run).toMatchObject({ at: 'ended', outcome: 'passed' })
    expect(met.run?.evaluation?.obligations?.[1]).toMatchObject({
      status: 'met',
      decided_by: 'person',
      evidence: [{ text: 'decided by ada' }],
    })
    const unmet = run.and(orders.answer('unmet', 'no price is shown'))
    expect(unmet.run).toMatchObject({ at: 'proposing', iteration: 2 })
    expect(unmet.run?.evaluation?.feedback).toContainEqual({
      id: 'b',
      text: 'what b asks: decided by ada: no price is shown',
    })
  })

  test('is decided one by one, and the question stays for the rest', () => {
    const run = begun({}, ...judged(owed('a', 'undecided'), owed('b', 'undecided')))
    const only =
      (...ids: readonly string[]) =>
      (state: Parameters<Extract<ReturnType<typeof orders.answer>, Function>>[0]) => {
        const order = orders.answer('met')
        const command = typeof order === 'function' ? order(state) : order
        return command.type === 'answer-gate' ? { ...command, only: [...ids] } : command
      }
    expect(run.and(only('c')).refused?.reason).toContain('undecided: a, b')
    const half = run.and(only('a'))
    expect(at(half.state, 'asking').reasons).toEqual(['undecided'])
    expect(gateFor(at(half.state, 'asking')).question).not.toContain('a what a asks')
    expect(half.and(only('b')).run).toMatchObject({ outcome: 'passed' })
  })

  test('and is not there in the last iteration is named in the question', () => {
    const run = begun(
      { loop: { maxIterations: 1 } },
      ...judged(owed('a', 'met'), owed('b', 'unmet')),
    )
    expect(gateFor(at(run.state, 'asking')).question).toMatch(/Asked and not there: what b asks/)
    const failing = begun(
      { loop: { maxIterations: 1 } },
      ...sprint('x', 0.8, { mustPassFailures: ['contrast-text: too faint'] }),
    )
    expect(gateFor(at(failing.state, 'asking')).question).toContain(
      'Must pass and does not: contrast-text: too faint',
    )
  })

  test('is decided by no builder that judges itself', () => {
    const own = owed('a', 'met', { self_reported: true })
    expect(begun({}, ...judged(owed('b', 'met'), own)).run?.at).toBe('asking')
  })
})

const item = (id: string): ExamItem => ({
  id,
  statement: 'the tone is warm',
  source: { kind: 'brief', text: 'Tone: warm' },
  weight: 'must',
  check: null,
  negated: false,
})
const exam = { items: [item('brief.1')], context: [] }
const script: Script = { BUILD: [says({ files: page('one') })] }

describe('an evaluator', () => {
  test('is asked about what rules cannot decide, with pictures as files', async () => {
    const fake = benchOf(script, {
      exam,
      judges: 'another',
      picture: async (viewport) => `/pictures/${viewport}.png`,
    })
    const run = await onward(fake, begun({}))
    const [asked] = fake.of('JUDGE')
    expect(asked?.input).toMatchObject({ pictures: ['/pictures/1280x720.png'] })
    expect(asked?.input).not.toHaveProperty('screenshots')
    expect(run.run).toMatchObject({ at: 'ended', outcome: 'passed' })
    expect(run.run?.evaluation?.obligations?.[0]).toMatchObject({ status: 'met', evidence: [{}] })
  })

  test('that finds it missing keeps the page from passing', async () => {
    const fake = benchOf(
      { ...script, JUDGE: [verdicts({ 'OB-01': 0.5 })] },
      { exam, judges: 'another' },
    )
    const run = await onward(fake, begun({}), { iteration: 2, at: 'building' })
    expect(run.run).toMatchObject({ at: 'building', iteration: 2 })
  })

  test('is not asked about work of its own, and a person is', async () => {
    const fake = benchOf(script, { exam, judges: 'nobody' })
    expect(await onward(fake, begun({}))).toMatchObject({
      run: { at: 'asking', reasons: ['undecided'] },
    })
  })

  test('that cites a picture with "wonderful", or a selector alone, has shown nothing', async () => {
    for (const evidence of [
      { type: 'screenshot', sha256: 'a'.repeat(64) },
      { type: 'selector', selector: 'h1' },
    ]) {
      const wonderful = {
        id: 'OB-01',
        evidence: [evidence],
        reason: '1.00, wonderful',
        rubric_anchor: 1,
      }
      const other = {
        id: 'AC-01',
        evidence: [{ type: 'quote', file: 'index.html', line: 1, quote: 'one' }],
        reason: '1.00, all there',
        rubric_anchor: 1,
      }
      const fake = benchOf(
        { ...script, JUDGE: [says({ verdicts: [other, wonderful] })] },
        { exam, judges: 'another' },
      )
      const run = await onward(fake, begun({}))
      expect(run.run).toMatchObject({ at: 'asking', reasons: ['undecided'] })
    }
  })
})
