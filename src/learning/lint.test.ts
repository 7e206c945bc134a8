import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Lesson } from '../model/lesson.ts'
import { lintLesson } from './lint.ts'
import { policy } from './policy.ts'

const lesson = (text: string, rest: Partial<Lesson> = {}): Lesson => ({
  id: 'other',
  version: 1,
  errorCode: 'TS2304',
  text,
  tokens: 50,
  state: 'candidate',
  ...rest,
})
const found = (text: string, ...others: readonly Lesson[]) =>
  lintLesson({ id: 'new', errorCode: 'TS2304', text }, others, policy).map(({ type }) => type)

describe('a proposed lesson', () => {
  test('is rejected when it says nothing', () => {
    for (const text of ['', '  \n', '.', '...', 'Please always do'])
      expect(found(text)).toEqual(['empty'])
    expect(found('Import every name before its first use.')).toEqual([])
  })

  test('is rejected when it is too long', () => {
    expect(found('word '.repeat(policy.lessonTokens))).toContain('too-long')
    expect(found('word '.repeat(policy.lessonTokens / 2))).toEqual([])
  })

  test('[ADVICE-6] is rejected when another against the same error says or said the same, however it is written', () => {
    const known = lesson('Import every name before its first use.')
    expect(found('Import every name before its first use.', known)).toEqual(['duplicate'])
    expect(found('  import EVERY name, before its first use', known)).toEqual(['duplicate'])
    expect(found('Please always import every name before its first use!', known)).toEqual([
      'duplicate',
    ])
    expect(found('Write tests for every branch.', known)).toEqual([])
    expect(
      found('Import every name before its first use.', lesson(known.text, { id: 'new' })),
    ).toEqual([])
    const ofState = (state: Lesson['state']) => found(known.text, lesson(known.text, { state }))
    for (const tried of ['promoted', 'retired', 'retired-harmful', 'superseded'] as const)
      expect(ofState(tried)).toEqual(['duplicate'])
    for (const untried of ['proposed', 'rejected'] as const) expect(ofState(untried)).toEqual([])
    expect(found(known.text, lesson(known.text, { errorCode: 'TS2552' }))).toEqual([])
  })

  test('[ADVICE-6] is rejected when another in use says the opposite, whatever error that is against', () => {
    const known = lesson('Write short functions. Always use default exports in modules.')
    expect(found('Never use default exports in modules.', known)).toEqual(['contradiction'])
    expect(found("Don't use default exports in modules.", known)).toEqual(['contradiction'])
    expect(found('Avoid default exports in modules.', known)).toEqual(['contradiction'])
    expect(found('Never use curly quotes.', known)).toEqual([])
    expect(
      found('Never merge a branch without tests.', lesson('Merge a branch without tests.')),
    ).toEqual(['contradiction'])
    expect(
      found('Avoid default exports in modules.', lesson(known.text, { errorCode: 'TS2552' })),
    ).toEqual(['contradiction'])
    expect(
      found('Avoid default exports in modules.', lesson(known.text, { state: 'retired-harmful' })),
    ).toEqual([])
    expect(found('Use ASCII quotes in code.', lesson('Do not use ASCII quotes in code.'))).toEqual([
      'contradiction',
    ])
  })

  test('is rejected when what is promoted leaves no room for it', () => {
    const promoted = Array.from({ length: 6 }, (_, at) =>
      lesson(`Rule number ${at} about subject ${at}.`, {
        id: `p${at}`,
        state: 'promoted',
        tokens: 199,
      }),
    )
    expect(found('Handle every error where it happens and name its cause.', ...promoted)).toEqual([
      'over-budget',
    ])
    expect(found('Handle every error.', ...promoted.slice(1))).toEqual([])
  })

  test('never breaks the lint, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
        expect(Array.isArray(found(text, lesson(other)))).toBe(true)
      }),
    )
  })
})
