import { describe, expect, test } from 'vitest'
import { compilationGate } from '../compile-decision.ts'
import {
  errorCodes,
  errorSamples,
  hasFewerErrors,
  isSyntactic,
  readCompilerErrors,
} from './compiler-errors.ts'
import { errorContext } from './error-context.ts'
import { failureCategory, isSuccess } from './failure-facts.ts'
import {
  costMultipliers,
  improvementRate,
  nextRefinement,
  recordCycle,
  refinementLimits,
  smallGainWarning,
} from './next-refinement.ts'
import { type RefinementCycle, RefinementResult, strategies } from './records.ts'
import { refinementResult } from './refinement-result.ts'

const error = (code: string, line = 1) => ({
  code,
  message: `about ${code}`,
  path: 'a.ts',
  line,
  column: 2,
})
const errors = (count: number) =>
  Array.from({ length: count }, (_, index) => error('TS2322', index + 1))

function history(...counts: readonly number[]): readonly RefinementCycle[] {
  const cycles: RefinementCycle[] = []
  for (const [index, after] of counts.slice(1).entries())
    cycles.push(recordCycle(cycles, strategies[index]!, { before: counts[index]!, after }))
  return cycles
}

describe('reading the compiler', () => {
  test('every line of the compiler is read with its place, and continued messages are joined', () => {
    const output = [
      'src/a (copy).ts(3,13): error TS1127: Invalid character.',
      "src/b.ts(1,5): error TS2322: Type '{ a: string; }' is not assignable to type 'B'.",
      "  Property 'b' is missing.",
      '    Deeper still.',
      '',
      'src\\c.ts(2,1): error TS2304: Cannot find name "x": it is (gone): error TS1: no.',
      'error TS18003: No inputs were found.',
      "\u001b[96msrc/d.ts\u001b[0m:\u001b[93m7\u001b[0m:\u001b[93m9\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS2551: \u001b[0mDid you mean 'y'?",
      'Found 5 errors.',
      'src/e.ts(1,1): warning TS1: not an error',
    ].join('\r\n')
    expect(readCompilerErrors(output)).toEqual([
      {
        code: 'TS1127',
        message: 'Invalid character.',
        path: 'src/a (copy).ts',
        line: 3,
        column: 13,
      },
      {
        code: 'TS2322',
        message:
          "Type '{ a: string; }' is not assignable to type 'B'. Property 'b' is missing. Deeper still.",
        path: 'src/b.ts',
        line: 1,
        column: 5,
      },
      {
        code: 'TS2304',
        message: 'Cannot find name "x": it is (gone): error TS1: no.',
        path: 'src/c.ts',
        line: 2,
        column: 1,
      },
      { code: 'TS18003', message: 'No inputs were found.', path: null, line: null, column: null },
      { code: 'TS2551', message: "Did you mean 'y'?", path: 'src/d.ts', line: 7, column: 9 },
    ])
  })

  test('the first five errors are the samples, each without its path', () => {
    expect(errorSamples(errors(8))).toEqual(
      errors(5).map(({ code, message, line, column }) => ({ code, message, line, column })),
    )
    expect(errorCodes([error('TS2322'), error('TS1005'), error('TS2322')])).toEqual([
      'TS1005',
      'TS2322',
    ])
    expect(
      [error('TS1005'), error('TS2304'), error('TS17002'), error('TS18003')].map(isSyntactic),
    ).toEqual([true, false, true, false])
  })
})

test('errors that only syntax had hidden do not speak against a change', () => {
  const [syntax, type] = [error('TS1005'), error('TS2322')]
  expect(hasFewerErrors([syntax, syntax], [syntax])).toBe(true)
  expect(hasFewerErrors([syntax], [type, type, type])).toBe(true)
  expect(hasFewerErrors([type], [type, type])).toBe(false)
  expect(hasFewerErrors([syntax], [syntax])).toBe(false)
  expect(hasFewerErrors([type], [syntax, syntax])).toBe(false)
})

describe('cycles', () => {
  test('[WO-7] at most three cycles run, each by its strategy and cost', () => {
    const nextRefinements = [history(), history(9, 7), history(9, 7, 5)].map((past) =>
      nextRefinement(past, errors(5)),
    )
    expect(
      nextRefinements.map(
        (next) =>
          next.type === 'refine' && [next.cycle, next.strategy, costMultipliers[next.strategy]],
      ),
    ).toEqual([
      [1, 'syntax_imports', 1],
      [2, 'type_safety', 1.2],
      [3, 'aggressive_fixes', 1.5],
    ])
    expect(nextRefinement(history(9, 7, 5, 4), errors(4))).toMatchObject({ type: 'abort' })
    expect(refinementLimits).toEqual({
      maxCycles: strategies.length,
      minErrorImprovement: 0.25,
      zeroProgressAbort: 2,
    })
  })

  test('[WO-7] without errors it is done; two cycles in a row without progress end it', () => {
    expect(nextRefinement(history(9, 9, 9), [])).toEqual({ type: 'done' })
    expect(nextRefinement(history(9, 9), errors(9))).toMatchObject({ type: 'refine', cycle: 2 })
    expect(nextRefinement(history(9, 9, 9), errors(9))).toEqual({
      type: 'abort',
      why: '2 cycles in a row removed no compiler error',
    })
    expect(nextRefinement(history(9, 10, 11), errors(11)).type).toBe('abort')
    expect(nextRefinement(history(9, 9, 8), errors(8))).toMatchObject({ type: 'refine', cycle: 3 })
  })

  test('a gain below a quarter is warned about and stops nothing', () => {
    const slow = nextRefinement(history(100, 90), errors(90))
    expect(slow.type === 'refine' && slow.warning).toMatch(/100 to 90/)
    const enough = nextRefinement(history(100, 75), errors(75))
    expect(enough.type === 'refine' && enough.warning).toBeNull()
    expect(smallGainWarning(undefined)).toBeNull()
    expect([
      improvementRate(8, 2),
      improvementRate(4, 6),
      improvementRate(0, 0),
      improvementRate(0, 3),
    ]).toEqual([0.75, -0.5, 0, -1])
  })

  test('the prompt lists the errors by code, the most frequent first, and differs by strategy', () => {
    const mixed = [error('TS2304', 4), ...errors(12)]
    const prompts = strategies.map((_, index) =>
      nextRefinement(history(...[20, 18, 16].slice(0, index + 1)), mixed),
    )
    const texts = prompts.map((next) => (next.type === 'refine' ? next.prompt : ''))
    expect(new Set(texts).size).toBe(3)
    for (const text of texts) {
      expect(text).toContain('13 errors')
      expect(text.indexOf('TS2322 (12)')).toBeLessThan(text.indexOf('TS2304 (1)'))
      expect(text).toContain('a.ts:4:2: about TS2304')
      expect(text).toContain('and 4 more')
    }
  })

  test('a result holds exactly the fields of its contract, and succeeds when fewer errors are left', () => {
    const run = {
      content: 'x',
      initial: 3,
      errors: errors(1),
      violations: [],
      sanitizer: null,
      cycles: history(3, 1),
    }
    const result = RefinementResult.parse(refinementResult(run))
    expect(Object.keys(result)).toEqual([
      'content',
      'refinement_count',
      'initial_errors',
      'final_errors',
      'refinement_success',
      'error_details',
      'contract_violations',
      'sanitizer_metadata',
      'cycle_history',
    ])
    expect(result).toMatchObject({
      refinement_count: 1,
      initial_errors: 3,
      final_errors: 1,
      refinement_success: true,
    })
    expect(result.cycle_history).toEqual([
      {
        cycle: 1,
        errors_before: 3,
        errors_after: 1,
        improvement_rate: 2 / 3,
        prompt_strategy: 'syntax_imports',
      },
    ])
    expect(refinementResult({ ...run, initial: 1 }).refinement_success).toBe(false)
  })
})

describe('the gate', () => {
  test.each([
    [[0], { type: 'proceed' }],
    [[1], { type: 'warn', compilation_warnings: 1 }],
    [[5], { type: 'warn', compilation_warnings: 5 }],
    [[6], { type: 'review', iteration: 1 }],
    [[9, 8], { type: 'review', iteration: 2 }],
    [[9, 9], { type: 'review', iteration: 2 }],
    [[9, 4], { type: 'warn', compilation_warnings: 4 }],
    [[9, 0], { type: 'proceed' }],
  ])('[WO-9] %j compiler errors one look after the other lead to %j', (counts, expected) => {
    expect(compilationGate(counts)).toEqual(expected)
  })

  test('[WO-9] two reviews at most, and none after errors rose', () => {
    expect(compilationGate([9, 8, 7])).toMatchObject({
      type: 'escalate',
      escalation_reason: '7 compiler errors are left after 2 reviews',
    })
    expect(compilationGate([9, 10])).toMatchObject({ type: 'escalate' })
    expect(compilationGate([2, 3])).toMatchObject({ type: 'escalate' })
  })
})

describe('failures', () => {
  const breaking = { kind: 'breaking' } as const
  const additive = { kind: 'additive' } as const

  test('success is no error left and no contract broken', () => {
    expect(isSuccess(0, [additive])).toBe(true)
    expect(isSuccess(0, [breaking])).toBe(false)
    expect(isSuccess(1, [])).toBe(false)
  })

  test.each([
    ['contract_violation', ['TS1005'], [breaking]],
    ['syntax_error', ['TS2322', 'TS1005', 'TS2307'], [additive]],
    ['import_error', ['TS2322', 'TS2304'], []],
    ['import_error', ['TS2307'], []],
    ['type_error', ['TS7006', 'TS2339'], []],
    ['compile_error', ['TS18048', 'TS7006'], []],
    ['compile_error', ['TS17002'], []],
    ['unknown_failure', [], []],
  ] as const)('the category is %s for %j and %j', (category, codes, violations) => {
    expect(
      failureCategory(
        codes.map((code) => ({ code })),
        violations,
      ),
    ).toBe(category)
  })

  test('the context of an error names its type, file, line, trace and failed tests', () => {
    const message = [
      'AssertionError: expected 1 to be 2',
      '  × adds numbers 12ms',
      ' FAIL  src/sum.test.ts > adds numbers',
      '    at Object.run (/work/node_modules/vitest/dist/x.js:9:1)',
      '    at src/sum.test.ts:14:3',
    ].join('\n')
    const violation = { path: 'a.ts', name: 'f', kind: 'breaking', detail: 'gone' } as const
    expect(errorContext({ message, original: 'raw', violations: [violation] })).toEqual({
      error_message: 'AssertionError: expected 1 to be 2',
      error_type: 'AssertionError',
      stack_trace:
        '    at Object.run (/work/node_modules/vitest/dist/x.js:9:1)\n    at src/sum.test.ts:14:3',
      failed_file: 'src/sum.test.ts',
      failed_line: 14,
      failed_tests: ['adds numbers', 'src/sum.test.ts > adds numbers'],
      contract_violations: [violation],
      original_error: 'raw',
    })
    expect(
      errorContext({ message: 'src/a.ts(3,5): error TS2304: Cannot find name' }),
    ).toMatchObject({
      error_type: 'TS2304',
      failed_file: 'src/a.ts',
      failed_line: 3,
      stack_trace: null,
      failed_tests: [],
    })
    expect(errorContext({ message: '' })).toMatchObject({
      error_message: '',
      error_type: null,
      failed_line: null,
    })
  })
})
