import { expect, test } from 'vitest'
import { trackFacts } from '../../../../test/support/track.ts'
import type { Obligation } from '../../../model/obligation.ts'
import { decideValues } from './decide-values.ts'

const product = `# Shed

## Pricing

| Tier | Price | Tools at once |
|------|-------|---------------|
| Free | $0 / month | 1 |
| Pro | $19 / month | 5 |
`
const tiers = (price: number, tools = 5) => ({
  'src/tiers.js': `export const tiers = {\n  free: { price: 0, tools: 1 },\n  pro: { price: ${price}, tools: ${tools} },\n}\n`,
})

async function decided(
  text: string,
  wrote: Readonly<Record<string, string>>,
  withProduct = true,
): Promise<Obligation> {
  const obligation: Obligation = {
    id: 'task.1',
    statement: text,
    source: { kind: 'task', text, line: 5 },
    weight: 'must',
    decided_by: 'judge',
    status: 'undecided',
    reason: 'no check can read it',
    evidence: [],
  }
  const facts = trackFacts({
    wrote,
    spec: `# Prices\n\n## Business Rules\n\n- ${text}\n`,
    ...(withProduct ? { product } : {}),
    more: { ofSpec: [obligation] },
  })
  return (await decideValues(facts))[0]!
}

test.each([
  ['The Pro tier costs $29 / month', tiers(29), tiers(19)],
  ['R4: **Pro** costs $29 a month instead of $19', tiers(29), tiers(19)],
  ['Pro: $29 / month', tiers(29), tiers(39)],
  ['Pro may keep 8 tools', tiers(19, 8), tiers(19, 5)],
  ['Pro costs $29 and may keep 8 tools', tiers(29, 8), tiers(29, 5)],
  [
    'The trial lasts 30 days',
    { 'src/trial.js': 'export const TRIAL_DAYS = 30\n' },
    { 'src/trial.js': 'export const TRIAL_DAYS = 14\n' },
  ],
])('a value of the spec is decided by that of the code: %s', async (text, right, wrong) => {
  for (const withProduct of [true, false]) {
    expect(await decided(text, right, withProduct)).toMatchObject({
      status: 'met',
      decided_by: 'check',
    })
    const { status, reason, evidence } = await decided(text, wrong, withProduct)
    expect(status).toBe('unmet')
    expect(reason).toMatch(/^the code has \d+ at src\/\w+\.js:\d/)
    expect(evidence[0]?.where).toMatch(/^src\/\w+\.js:\d$/)
  }
})

test.each([
  ['The Pro tier costs $29 / month and has priority support', tiers(29)],
  ['Pro students pay $9 / month', tiers(9)],
  ['If somebody pays for a year, Pro costs $29 / month', tiers(19)],
  ['The Gold tier costs $99 / month', tiers(19)],
  ['The pricing screen shows every tier', tiers(19)],
  [
    'The Pro tier costs $29 / month',
    { ...tiers(29), 'src/old.js': 'export const PRO_PRICE = 19\n' },
  ],
])('what nobody can tell stays open: %s', async (text, wrote) => {
  expect(await decided(text, wrote)).toMatchObject({ status: 'undecided', decided_by: 'judge' })
})
