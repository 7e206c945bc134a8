import type { Operator } from './mutant.ts'

/** Which test would have noticed a bug of its kind. */
export const advice: Readonly<Record<Operator, string>> = {
  condition: 'Write a test for both ways of the condition.',
  comparison: 'Write a test for both ways of the comparison.',
  boundary: 'Write a test in which both sides are equal.',
  arithmetic: 'Write a test that expects the exact number.',
  logical: 'Write a test in which only one side holds.',
  'removed-statement': 'Write a test that sees the effect of this statement.',
  number: 'Write a test that expects what this number causes.',
  string: 'Write a test that expects this text or what it causes.',
  boolean: 'Write a test that expects what this value causes.',
  'return-value': 'Write a test that looks at the returned value.',
  'removed-await': 'Write a test whose result is there only after the wait.',
  'optional-chaining': 'Write a test in which the value is missing.',
  'method-swap': 'Write a test whose result depends on this call.',
  pattern: 'Write a test with a text that is just outside of the pattern.',
  emptied: 'Write a test that expects the items of this list.',
}
