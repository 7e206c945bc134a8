import { describe, expect, test } from 'vitest'
import { acceptance, anOrder } from '../sample-order.contract.ts'
import { buildPrompt } from './build-prompt.ts'
import { deltasFrom } from './deltas.ts'
import { chooseGuidelines, placesForLessons } from './guidelines.ts'
import { fill, firstTemplate, lessonPlace, placesIn, withLesson } from './template.ts'

const dimensionsOf = (...given: Parameters<typeof deltasFrom>) =>
  deltasFrom(...given).map(({ dimension }) => dimension)

describe('deltas', () => {
  test('[DELTA-1] speak of every dimension below 7, the lowest first (decision 2.5)', () => {
    expect(dimensionsOf(acceptance([6, 5, 4, 3, 0]), null)).toEqual([
      'build_success',
      'test_coverage',
      'completeness',
      'readability',
      'architecture',
    ])
  })

  test('[DELTA-1] say nothing when every dimension has 7 or more, and before the first order (decision 2.5)', () => {
    expect(deltasFrom(acceptance([7, 7, 7, 7, 10]), null)).toEqual([])
    expect(deltasFrom(null, null)).toEqual([])
  })

  test('mention a fall of two and more against the order before, also above 7 (decision 2.6)', () => {
    const before = acceptance([10, 10, 10, 10, 10])
    const [delta, ...others] = deltasFrom(acceptance([8, 9, 10, 10, 10]), before)
    expect(others).toEqual([])
    expect(delta?.dimension).toBe('architecture')
    expect(delta?.text).toContain('fell from 10 to 8')
  })

  test('tell what was measured: TODOs, coverage, lint errors', () => {
    const texts = deltasFrom(
      acceptance([10, 6, 6, 4, 10], {
        todo_count: 5,
        test_coverage_percent: 42,
        lint_errors: 3,
        tests_passed: true,
      }),
      null,
    ).map(({ text }) => text)
    expect(texts.join('\n')).toContain('5 TODOs')
    expect(texts.join('\n')).toContain('42 % test coverage')
    expect(texts.join('\n')).toContain('3 lint errors')
  })
})

const lesson = (id: string, reductionRate: number | null) => ({
  id,
  version: 1,
  code: 'TS2304',
  text: `lesson ${id}`,
  reductionRate,
})

describe('guidelines', () => {
  test('are five at most: deltas first, then lessons by what they are known to do (decision 2.8)', () => {
    const deltas = deltasFrom(acceptance([6, 5, 10, 3, 10]), null)
    const lessons = [lesson('a', null), lesson('b', 0.4), lesson('c', 0.9), lesson('d', 0)]
    const chosen = chooseGuidelines(deltas, lessons)
    expect(chosen.map(({ kind }) => kind)).toEqual(['delta', 'delta', 'delta', 'lesson', 'lesson'])
    expect(chosen.slice(3).map(({ text }) => text)).toEqual(['lesson c', 'lesson b'])
    expect(placesForLessons(deltas)).toBe(2)
    expect(placesForLessons(deltas, 2)).toBe(0)
  })
})

describe('the prompt', () => {
  const parts = {
    template: firstTemplate,
    order: anOrder({ acceptance_criteria: ['prices have two digits'] }),
    context: ['src/price.ts'],
    guidelines: chooseGuidelines(deltasFrom(acceptance([10, 10, 10, 3, 10]), null), []),
    taught: {},
  }

  test('holds task, context, kind of output and the guidelines, and is the same for the same inputs', () => {
    const { text, sha256 } = buildPrompt(parts)
    expect(text).toMatch(/^Task: Round prices\n/)
    expect(text).toContain('- prices have two digits')
    expect(text).toContain('Context: src/price.ts')
    expect(text).toContain('Expected Output Type: code')
    expect(text).toMatch(/IMPORTANT GUIDELINES:\n⚠️ Test coverage/)
    expect(buildPrompt(structuredClone(parts))).toEqual({ text, sha256 })
    expect(buildPrompt({ ...parts, guidelines: [] }).text).not.toContain('GUIDELINES')
    expect(text).not.toContain('Others rely')
    const order = anOrder({ contracts: [{ path: 'src/price.ts', name: 'price' }] })
    expect(buildPrompt({ ...parts, order }).text).toContain(
      'Others rely on these exported names. Keep each as it is:\n- price of src/price.ts\n',
    )
    expect(buildPrompt({ ...parts, guidelines: [] }).sha256).not.toBe(sha256)
  })

  test('keeps a place for a lesson that was taken in, and leaves no trace of one that is held out (decision 2.19)', () => {
    const template = withLesson(withLesson(firstTemplate, 'abc-1'), 'abc-1')
    expect(template).toBe(`${firstTemplate}\n${lessonPlace('abc-1')}`)
    expect(placesIn(template)).toEqual(['task', 'context', 'output_type', 'lesson:abc-1'])
    const taught = buildPrompt({ ...parts, template, taught: { 'abc-1': 'Write tests first.' } })
    expect(taught.text).toContain('Write tests first.')
    expect(buildPrompt({ ...parts, template }).text).toBe(buildPrompt(parts).text)
  })

  test('does not read places into the words of an order', () => {
    expect(fill('Task: {{task}}', { task: '{{context}} {{task}}', context: 'secret' })).toBe(
      'Task: {{context}} {{task}}',
    )
  })
})
