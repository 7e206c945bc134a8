import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../../test/support/cpu-time.ts'
import { brief, lookUp, patternOf, readErrors, recordErrors } from './knowledge.ts'

const entry = (pattern: string, more = {}) => ({
  id: 'err-001',
  pattern,
  category: 'typescript',
  context: '',
  problem: '',
  solution: 'add the type',
  occurrences: 1,
  last_seen: '2026-01-01',
  discovered_in: 'a_1',
  ...more,
})
const errorsOf = (json: string) => {
  const read = readErrors(json)
  return read.ok ? read.value : []
}

describe('known errors', () => {
  test('are read as a list or in an object, and entries of another form do not hurt', () => {
    const other = { id: 'eslint-missing', symptom: 'x', resolution: 'y' }
    expect(
      errorsOf(JSON.stringify({ errors: [other, 3, entry('a')] })).map(({ pattern }) => pattern),
    ).toEqual(['', '', 'a'])
    expect(errorsOf(JSON.stringify([entry('a')]))).toHaveLength(1)
    expect(readErrors(null)).toEqual({ ok: true, value: [] })
    expect(readErrors('{ "errors": [').ok).toBe(false)
    expect(readErrors('"text"').ok).toBe(false)
    expect(recordErrors('{', [], '2026-02-18', 'b_2').ok).toBe(false)
  })

  test('are found by their pattern, in any case', () => {
    const errors = errorsOf(
      JSON.stringify([entry('cannot find module .*'), entry('NEXT_REDIRECT')]),
    )
    expect(lookUp(errors, 'Cannot find module x')?.pattern).toBe('cannot find module .*')
    expect(lookUp(errors, 'all is well')).toBeNull()
  })

  test('with a broken or catastrophic pattern neither throw nor hang', () => {
    const errors = errorsOf(JSON.stringify([entry('('), entry('(a+)+$'), entry('aab$')]))
    const begun = cpuMs()
    expect(lookUp(errors, `${'a'.repeat(60)}b`)?.pattern).toBe('aab$')
    expect(lookUp(errors, 'a'.repeat(1_000_000))?.pattern).toBe('(a+)+$')
    expect(cpuMs() - begun).toBeLessThan(2_000)
  })

  test('generalise numbers, paths and quotes of a message', () => {
    const pattern = patternOf("src/a.ts:12 Property 'price' is missing (TS2741)\n  at line 3")
    const errors = errorsOf(JSON.stringify([entry(pattern)]))
    expect(lookUp(errors, "lib/deep/b.tsx:7 Property 'tier' is missing (TS2741)")).not.toBeNull()
    expect(lookUp(errors, "lib/deep/b.tsx:7 Property 'tier' is unused (TS2741)")).toBeNull()
  })
})

describe('recorded errors', () => {
  const found = {
    message: "Property 'a' is missing",
    solution: 'add it',
    category: 'typescript',
    context: 'types',
  }
  const record = (json: string | null, ...all: readonly (typeof found)[]) => {
    const recorded = recordErrors(json, all, '2026-02-18T10:00:00Z', 'b_2')
    return recorded.ok ? recorded.value : ''
  }

  test('get the next number, and are counted when they come again', () => {
    const first = record(null, found)
    expect(JSON.parse(first)).toEqual({
      version: 1,
      errors: [
        {
          id: 'err-001',
          pattern: String.raw`Property ["'\x60“].*?["'\x60”] is missing`,
          category: 'typescript',
          context: 'types',
          problem: found.message,
          solution: 'add it',
          occurrences: 1,
          last_seen: '2026-02-18',
          discovered_in: 'b_2',
        },
      ],
    })
    const again = JSON.parse(
      record(
        first,
        { ...found, message: "Property 'b' is missing" },
        { ...found, message: 'fetch failed' },
      ),
    )
    expect(
      again.errors.map(
        ({ id, occurrences }: { id: string; occurrences: number }) => `${id} ${occurrences}`,
      ),
    ).toEqual(['err-001 2', 'err-002 1'])
  })

  test('keep what else the file says, and its layout', () => {
    const json = `{ "note": "ours",\n    "errors": [\n        { "id": "err-007", "pattern": "is missing", "own": [1, 2] }\n    ] }\n`
    const recorded = record(json, found)
    expect(recorded).toContain('{ "note": "ours",\n')
    expect(JSON.parse(recorded).errors[0]).toMatchObject({
      own: [1, 2],
      occurrences: 2,
      last_seen: '2026-02-18',
    })
    expect(JSON.parse(record(json, { ...found, message: 'fetch failed' })).errors[1].id).toBe(
      'err-008',
    )
    expect(JSON.parse(record('[]', found))).toHaveLength(1)
  })
})

describe('the brief of the planner', () => {
  const patterns = `# Patterns

## Repo Patterns

- Wrap each Stripe webhook in an idempotency check.
- Keep tokens of the palette in one file.

### Server actions
**Problem**: checkout errors get lost
**Solution**: typed results

## Anti-patterns to Avoid
(add as discovered)
`
  test('tells patterns and errors that share words with the goal, the nearest first', () => {
    const errors = errorsOf(
      JSON.stringify([
        entry('Stripe signature', {
          problem: 'Stripe signature is wrong',
          solution: 'use the raw body',
        }),
        entry('Hydration failed', { id: 'err-002', problem: 'Hydration failed' }),
      ]),
    )
    expect(brief(patterns, errors, 'Add Stripe webhook to the checkout')).toBe(
      `## Patterns to apply

- Wrap each Stripe webhook in an idempotency check.
- Server actions **Problem**: checkout errors get lost **Solution**: typed results

## Errors to avoid

- err-001: Stripe signature is wrong → use the raw body`,
    )
  })

  test('is empty where nothing is known, and never long', () => {
    expect(brief(null, [], 'Add a page')).toBe('')
    expect(brief(patterns, [], 'Rename a column')).toBe('')
    const many = errorsOf(
      JSON.stringify(
        Array.from({ length: 100 }, () => entry('Stripe', { problem: 'Stripe '.repeat(40) })),
      ),
    )
    expect(brief(patterns, many, 'Stripe').length).toBeLessThanOrEqual(2000)
  })
})
