import { expect, test } from 'vitest'
import { trackFacts } from '../../../../test/support/track.ts'
import { decideLists } from './decide-lists.ts'

const product =
  '# Gym\n\n## Plans\n\n| Plan | Price |\n|---|---|\n| Basic | $20 |\n| Plus | $35 |\n| Family | $50 |\n\n## Loan status\n\n- approved → borrowed | cancelled\n- borrowed → returned\n'
const plans = (...names: readonly string[]) =>
  `export type Plan = ${names.map((name) => `'${name}'`).join(' | ')}\n`
const loan = (approved: readonly string[], borrowed: readonly string[]) =>
  `export const transitions = ${JSON.stringify({ approved, borrowed, overdue: ['returned'], returned: [], cancelled: [] })}\n`

async function statusOf(text: string, code: string, heading = 'Requirements'): Promise<string> {
  const facts = trackFacts({
    product,
    spec: `# Plans\n\n## ${heading}\n\n- ${text}\n`,
    wrote: { 'src/plans.ts': code },
  })
  const [decided] = await decideLists(facts, [
    {
      id: 'task.1',
      statement: text,
      source: { kind: 'task', text, line: 5 },
      weight: 'must',
      decided_by: 'judge',
      status: 'undecided',
      reason: '',
      evidence: [],
    },
  ])
  return decided?.status ?? ''
}

test.each([
  ['FR-1: Add a Premium plan', plans('basic', 'plus', 'family', 'premium'), 'met'],
  ['FR-1: Add a Premium plan', plans('basic', 'plus', 'family'), 'unmet'],
  ['Remove the Basic plan.', plans('plus', 'family'), 'met'],
  ['Remove the Basic plan.', plans('basic', 'plus', 'family'), 'unmet'],
  ['Rename Basic to Solo', plans('solo', 'plus', 'family'), 'met'],
  ['Add a Premium plan with a sauna', plans('basic', 'plus', 'family', 'premium'), 'undecided'],
  ['Add a Premium plan', 'export const nothing = 1\n', 'undecided'],
])('what the spec does to a list: %s', async (text, code, status) =>
  expect(await statusOf(text, code)).toBe(status),
)

test.each([
  ['borrowed → overdue', loan(['borrowed'], ['overdue', 'returned']), 'met'],
  ['borrowed → overdue', loan(['borrowed'], ['returned']), 'unmet'],
  ['approved → cancelled is no longer allowed', loan(['borrowed'], ['overdue']), 'met'],
  ['approved → cancelled is no longer allowed', loan(['cancelled'], ['overdue']), 'unmet'],
  ['borrowed → overdue when the day is over', loan(['borrowed'], ['overdue']), 'undecided'],
  ['borrowed → lost', loan(['borrowed'], ['overdue']), 'undecided'],
])('what the spec does to states: %s', async (text, code, status) =>
  expect(await statusOf(text, code, 'Status changes')).toBe(status),
)
