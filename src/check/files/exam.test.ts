import { expect, test } from 'vitest'
import { ruleObligation } from '../../obligations/from-rules.ts'
import type { JudgedRule } from '../../views/findings.ts'
import { asCounted } from './exam.ts'

const rule: JudgedRule = {
  id: 'a.completeness.examples',
  description: 'Has examples',
  severity: 'fail',
  weight: 2,
  verdict: 'fail',
  details: 'GET /books has no example',
  decidedBy: 'builtin:openapi/examples',
  counts: true,
  findings: [],
}
const owed = ruleObligation(rule, 'abc')

test('a rule that only advises here is shown as a warning, one that blocks as an error', () => {
  expect(asCounted([rule], [owed])).toEqual([rule])
  expect(asCounted([rule], [{ ...owed, weight: 'should' }])).toEqual([
    { ...rule, severity: 'warn', verdict: 'warn' },
  ])
})

test('a rule that had nothing to ask is not undecided, and one that a person decided is decided', () => {
  const open: JudgedRule = { ...rule, verdict: 'undecided' }
  const [silent] = asCounted([open], [{ ...owed, status: 'not_applicable' }])
  expect(silent?.verdict).toBe('na')
  const [decided] = asCounted([open], [{ ...owed, status: 'met', decided_by: 'person' }])
  expect(decided?.verdict).toBe('pass')
})
