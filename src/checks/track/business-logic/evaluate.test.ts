import { describe, expect, test } from 'vitest'
import { saidOf, type SmallTrack, trackFacts } from '../../../../test/support/track.ts'
import { aPage, aText, inViews } from '../../page/score/sample-page.contract.ts'
import { json, madeApplication } from '../integration/made-facts.contract.ts'
import type { PassVerdict } from '../evaluation.ts'
import { evaluateBusinessLogic } from './evaluate.ts'

type Case = readonly [title: string, track: SmallTrack, issue?: RegExp | PassVerdict]
type Cases = { readonly wrong: readonly Case[]; readonly right: readonly Case[] }

function cases(pass: number, { wrong, right }: Cases): void {
  for (const [title, track, issue] of wrong)
    test(`does not pass ${title}`, async () => {
      const { verdict, issues } = saidOf(await evaluateBusinessLogic(trackFacts(track)), pass)
      expect(issues.join('\n')).toMatch(issue ?? /./)
      expect(verdict).toBe('FAIL')
    })
  for (const [title, track, wanted] of right)
    test(`passes ${title}`, async () => {
      const { verdict, issues } = saidOf(await evaluateBusinessLogic(trackFacts(track)), pass)
      expect(issues).toEqual([])
      expect(verdict).toBe(wanted ?? 'PASS')
    })
}

const table = `# Product

## Pricing

| Tier | Price | Projects | Members |
|------|-------|----------|---------|
| Free | $0 | 3 | 1 |
| Pro | $29/month | 10 | 5 |
| Team | $99/month | Unlimited | 20 |
`
const list = `# Product

## Tiers

- **Free**: $0, up to 3 projects
- **Pro**: $29/month, up to 10 projects and 5 team members
- **Team**: $99/month, unlimited projects

## Rules

- Trial: 14 days
- The yearly plan is 20% cheaper

## Generation order

logo → palette → typography → website

## Dependencies

- Palette depends on Logo
- Website requires Logo, Palette and Typography
`

describe('pass 1, product rules', () => {
  const plans = (pro: string, rest = '') => ({
    'src/plans.ts': `export const PLANS = {\n  free: { price: 0, projects: 3 },\n  pro: { ${pro} },\n  team: { price: 99, projects: Infinity },\n}\n${rest}`,
  })
  cases(1, {
    wrong: [
      [
        'the end of a range that is not that of the product',
        {
          product:
            '# Shop\n\n| Tier | Price per box | Boxes per order |\n|---|---|---|\n| Basic | 12 EUR | 1 to 2 |\n| Pro | 29 EUR | 1 to 5 |\n',
          wrote: {
            'src/tiers.ts':
              'export const tiers = {\n  basic: { pricePerBox: 12, mostBoxes: 2 },\n  pro: { pricePerBox: 29, mostBoxes: 8 },\n}\n',
          },
        },
        /tiers\.ts:3 the code has 8 where/,
      ],
      [
        'what a tier includes and the product does not',
        {
          product:
            '# Shop\n\n| Tier | Grow guide |\n|---|---|\n| Basic | not included |\n| Pro | included |\n',
          wrote: {
            'src/tiers.ts':
              'export const tiers = {\n  basic: { hasGuide: true },\n  pro: { hasGuide: true },\n}\n',
          },
        },
        /tiers\.ts:2 the code has true where/,
      ],
      [
        'an hour and a message that are not those of the product',
        {
          product: '# Clinic\n\n- Visits begin on weekdays from 08:00 and end by 18:00 (UTC).\n',
          wrote: {
            'src/hours.js':
              "export const closingHour = 20\nexport const message = 'Visits begin on weekdays from 08:00 and end by 20:00.'\n",
          },
        },
        /says "Visits begin.*20:00\."[^]*has the hour 20 where/,
      ],
      [
        'a price that is nowhere among the others',
        {
          product:
            '# Clinic\n\n| Visit | Fee |\n|---|---|\n| checkup | 40 EUR |\n| consultation | 65 EUR |\n| procedure | 180 EUR |\n\n- A visit that is cancelled late costs 25 EUR.\n',
          wrote: {
            'src/fees.ts':
              'export const visits = { checkup: { fee: 40 }, consultation: { fee: 65 }, procedure: { fee: 180 } }\nexport const late = 15\n',
          },
        },
        /25 is nowhere/,
      ],
      [
        'a price that is not that of the product',
        { product: table, wrote: plans('price: 39, projects: 10') },
        /src\/plans\.ts:3 the code has 39 where conductor\/product\.md:8/,
      ],
      [
        'the same with a list',
        { product: list, wrote: plans('price: 39, projects: 10') },
        /has 39 where/,
      ],
      [
        'a limit that is not that of the product',
        { product: list, wrote: plans('price: 29, projects: 12') },
        /has 12 where/,
      ],
      [
        'a constant with a long name',
        {
          product: list,
          wrote: {
            'src/limits.js': 'export const FREE_MAX_PROJECTS = 5\nexport const TRIAL_DAYS = 14\n',
          },
        },
        /has 5 where/,
      ],
      [
        'a time that is not that of the product',
        { product: list, wrote: { 'src/trial.ts': 'export const TRIAL_DAYS = 30\n' } },
        /has 30 where/,
      ],
      [
        'a price in cents',
        {
          product: table,
          wrote: { 'src/plans.ts': "export const plans = [{ id: 'pro', priceCents: 3900 }]\n" },
        },
        /has 3900 where/,
      ],
      [
        'a price in a function',
        {
          product: table,
          wrote: {
            'src/price.ts':
              "export function priceOf(tier: string) {\n  if (tier === 'pro') return 39\n  return 0\n}\n",
          },
        },
        /src\/price\.ts:2 the code has 39/,
      ],
      [
        'a price in a switch',
        {
          product: table,
          wrote: {
            'src/price.js':
              "export function monthlyPrice(tier) {\n  switch (tier) {\n    case 'pro':\n      return 39\n    default:\n      return 0\n  }\n}\n",
          },
        },
        /has 39/,
      ],
      [
        'a price on a page',
        {
          product: list,
          wrote: {
            'src/Pricing.tsx':
              'export const Pro = () => (\n  <section>\n    <h3>Pro</h3>\n    <p>$39/month</p>\n  </section>\n)\n',
          },
        },
        /Pricing\.tsx:4 the code has 39/,
      ],
      [
        'a price in a data file',
        {
          product: table,
          wrote: {
            'data/pricing.json':
              '{ "tiers": [{ "id": "free", "price": 0 }, { "id": "pro", "price": 39 }] }',
          },
        },
        /data\/pricing\.json:1 the code has 39/,
      ],
      [
        'a tier that is missing',
        { product: table, wrote: { 'src/tier.ts': "export type Tier = 'free' | 'pro'\n" } },
        /Team of conductor\/product\.md:7 is nowhere/,
      ],
      [
        'a tier that nobody asked for',
        {
          product: table,
          wrote: { 'src/tier.ts': "export type Tier = 'free' | 'pro' | 'team' | 'enterprise'\n" },
        },
        /enterprise is not among/,
      ],
      [
        'another order',
        {
          product: list,
          wrote: {
            'src/order.ts':
              "export const PIPELINE_ORDER = ['logo', 'typography', 'palette', 'website']\n",
          },
        },
        /the order here is logo, typography/,
      ],
      [
        'a dependency that is missing',
        {
          product: list,
          wrote: {
            'src/deps.ts':
              "export const dependencies = {\n  logo: [],\n  palette: ['logo'],\n  typography: [],\n  website: ['logo', 'typography'],\n}\n",
          },
        },
        /website lacks palette/,
      ],
      [
        'one cell of a table whose column the code calls something else',
        {
          product:
            '# Library\n\n| Card | Loan period |\n|---|---|\n| child | 14 days |\n| adult | 21 days |\n| scholar | 56 days |\n',
          wrote: {
            'src/cards.ts':
              'export const cards = {\n  child: { loanDays: 14 },\n  adult: { loanDays: 14 },\n  scholar: { loanDays: 56 },\n}\n',
          },
        },
        /cards\.ts:3 the code has 14 where/,
      ],
      [
        'a limit that lies on the wrong side of its own figure',
        {
          product: '# Library\n\n- Members who owe 10.00 EUR or more cannot borrow.\n',
          wrote: {
            'src/fines.ts':
              'const blockedFromCents = 1000\nexport const mayBorrow = (owed: number) => owed <= blockedFromCents\n',
          },
        },
        /fines\.ts:2 at exactly the limit/,
      ],
      [
        'a figure that is missing in a section which the track decides',
        {
          product:
            '# Library\n\n## Fines\n\n- A late book costs 0.20 EUR per day.\n- A loan costs at most 8.00 EUR.\n- Members who owe 10.00 EUR or more cannot borrow.\n',
          spec: '# Fines\n\nThe rules are those of `conductor/product.md`.\n',
          wrote: {
            'src/fines.ts':
              'const centsPerDay = 20\nconst blockedFromCents = 1000\nexport const fine = (days: number) => days * centsPerDay\nexport const mayBorrow = (owed: number) => owed < blockedFromCents\n',
          },
        },
        /"A loan costs at most 8\.00 EUR\.", and nothing in the code decides it/,
      ],
      [
        'a rule that the spec asks for and that is nowhere',
        {
          product: table,
          spec: '# Limits\n\n- Free users may have 3 projects\n',
          wrote: { 'src/limits.ts': 'export const isAllowed = (count: number) => count < 100\n' },
        },
        /3 is nowhere/,
      ],
    ],
    right: [
      [
        'limits that are compared the other way around, and tables of other figures',
        {
          product:
            '# Library\n\n| Card | Renewals |\n|---|---|\n| child | 1 |\n| adult | 2 |\n| scholar | 4 |\n\n- Members who owe 10.00 EUR or more cannot borrow.\n',
          wrote: {
            'src/fines.ts':
              'const blockedFromCents = 1000\nexport const isBlocked = (owed: number) => !(blockedFromCents > owed)\nexport const rank = { child: 1, adult: 2, scholar: 3 }\n',
          },
        },
      ],
      ['the figures of a table', { product: table, wrote: plans('price: 29, projects: 10') }],
      [
        'the figures of a list',
        { product: list, wrote: plans('price: 29, projects: 10, members: 5') },
      ],
      [
        'prices by month and by year',
        {
          product: table,
          wrote: {
            'src/plans.ts':
              "export const plans = [{ id: 'pro', price: { monthly: 29, yearly: 290 }, sortOrder: 2, retries: 4 }]\n",
          },
        },
      ],
      [
        'limits in a function',
        {
          product: list,
          wrote: {
            'src/limits.js':
              "export function canAddProject(plan, projects) {\n  if (plan === 'pro') return projects.length < 10\n  if (plan === 'free') return projects.length < 3\n  return true\n}\n",
          },
        },
      ],
      [
        'milliseconds',
        {
          product: list,
          wrote: {
            'src/trial.ts':
              'export const TRIAL_MS = 14 * 24 * 60 * 60 * 1000\nexport const yearlyDiscount = 0.2\n',
          },
        },
      ],
      [
        'the order and the dependencies',
        {
          product: list,
          wrote: {
            'src/order.ts':
              "export const order = ['logo', 'palette', 'typography', 'website'] as const\nexport const needs: Record<string, string[]> = { logo: [], palette: ['logo'], typography: [], website: ['typography', 'palette', 'logo'] }\n",
          },
        },
      ],
      [
        'some of the tiers for a reason',
        {
          product: table,
          wrote: {
            'src/tier.ts':
              "export type Tier = 'free' | 'pro' | 'team'\nexport const PAID_TIERS = ['pro', 'team']\n",
          },
        },
      ],
      [
        'a track about something else',
        { product: table, wrote: { 'src/names.ts': 'export const longestName = 80\n' } },
        'N/A',
      ],
      [
        'a project without a product document',
        { wrote: { 'src/names.ts': 'export const longestName = 80\n' } },
        'N/A',
      ],
    ],
  })
})

const discount =
  'export function discountFor(total: number): number {\n  if (total > 100) return total * 0.1\n  return 0\n}\n'
const discountTest =
  "import { expect, test } from 'vitest'\nimport { discountFor } from './discount'\ntest('orders above 100 get a discount of 10 percent', () => {\n  expect(discountFor(200)).toBe(20)\n})\n"
const failing = (name: string, path: string) => ({
  tests: {
    state: 'failed' as const,
    decided_by: 'report' as const,
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [{ name, path, line: 3, message: 'expected 20 to be 10' }],
    flaky: [],
    passes: [],
  },
})

describe('pass 1, where the spec changes a value', () => {
  const spec = (line: string) => `# Prices\n\n## Business Rules\n\n${line}\n`
  const plans = (price: number, projects = 10) => ({
    'src/plans.ts': `export const PLANS = {\n  free: { price: 0, projects: 3 },\n  pro: { price: ${price}, projects: ${projects} },\n  team: { price: 99, projects: Infinity },\n}\n`,
  })
  const sayings = [
    '- The Pro tier costs $39 / month.',
    '- R4: Pro costs $39 a month instead of $29.',
    'Raise Pro from $29 to $39 a month.',
    '- Pro: $39 / month',
    '- Pro price: $29 → $39',
    '| Tier | Price |\n|---|---|\n| Pro | $39 / month |',
    '- Pro costs $39 and Team costs $99.',
  ]
  cases(1, {
    wrong: [
      ...sayings.flatMap((line): readonly Case[] => [
        [
          `the old value: ${line}`,
          { product: table, spec: spec(line), wrote: plans(29) },
          /^\S+ the code has 29 where conductor\/tracks\/\S+spec\.md:\d+ says "[^"]*39[^"]*"$/,
        ],
        [
          `a third value: ${line}`,
          { product: table, spec: spec(line), wrote: plans(49) },
          /the code has 49 where \S+spec\.md/,
        ],
      ]),
      [
        'another value of the product, which the spec leaves',
        { product: table, spec: spec(sayings[0] ?? ''), wrote: plans(39, 12) },
        /has 12 where conductor\/product\.md:8/,
      ],
      [
        'a limit that the spec changes',
        { product: table, spec: spec('- Pro may keep 20 projects'), wrote: plans(29) },
        /has 10 where \S+spec\.md:5/,
      ],
      [
        'the price of students as that of all',
        { product: table, spec: spec('- Pro students pay $9 / month'), wrote: plans(19) },
        /has 19 where/,
      ],
    ],
    right: [
      ...sayings.map((line): Case => [
        `the new value: ${line}`,
        { product: table, spec: spec(line), wrote: plans(39) },
      ]),
      [
        'a limit that the spec changes',
        { product: table, spec: spec('- Pro may keep 20 projects'), wrote: plans(29, 20) },
      ],
      [
        'a time that the spec changes',
        {
          product: list,
          spec: spec('The trial lasts 30 days.'),
          wrote: { 'src/trial.ts': 'export const TRIAL_DAYS = 30\n' },
        },
      ],
      [
        'a price that the product tells in a sentence',
        {
          product: '# Shed\n\nThe Pro tier costs $29 / month.\n',
          spec: spec('The Pro tier costs $39 / month.'),
          wrote: { 'src/price.ts': 'export const PRO_PRICE = 39\n' },
        },
      ],
      [
        'what the spec says of somebody else',
        { product: table, spec: spec('- Pro students pay $9 / month'), wrote: plans(29) },
      ],
    ],
  })
})

describe('pass 1, where the spec changes a list', () => {
  const spec = (line: string) => `# Plans\n\n## Requirements\n\n- ${line}\n`
  const plans = (...names: readonly string[]) => ({
    'src/plans.ts': `export type Tier = ${names.map((each) => `'${each}'`).join(' | ')}\n`,
  })
  const add = spec('R1: Add a Premium tier.')
  const remove = spec('The Free tier is removed.')
  const rename = spec('Rename Team to Business.')
  cases(1, {
    wrong: [
      [
        'without what it adds',
        { product: table, spec: add, wrote: plans('free', 'pro', 'team') },
        /Premium of \S+spec\.md:5 is nowhere/,
      ],
      [
        'what it takes out',
        { product: table, spec: remove, wrote: plans('free', 'pro', 'team') },
        /Free is still here, and \S+spec\.md:5 takes it out/,
      ],
      [
        'an old name',
        { product: table, spec: rename, wrote: plans('free', 'pro', 'team') },
        /Business of \S+spec\.md:5 is nowhere/,
      ],
      [
        'what neither of them has',
        { product: table, spec: add, wrote: plans('free', 'pro', 'team', 'premium', 'gold') },
        /gold is not among those/,
      ],
      [
        'what it only speaks of as not wanted',
        {
          product: table,
          spec: spec('There is no Gold tier.'),
          wrote: plans('free', 'pro', 'team', 'gold'),
        },
        /gold is not among those/,
      ],
      [
        'less because a limit is removed',
        {
          product: table,
          spec: spec('Remove the limit of the Free tier.'),
          wrote: plans('pro', 'team'),
        },
        /Free of conductor\/product\.md:7 is nowhere/,
      ],
    ],
    right: [
      [
        'what it adds',
        { product: table, spec: add, wrote: plans('free', 'pro', 'team', 'premium') },
      ],
      ['without what it takes out', { product: table, spec: remove, wrote: plans('pro', 'team') }],
      ['a new name', { product: table, spec: rename, wrote: plans('free', 'pro', 'business') }],
      [
        'what its table has besides',
        {
          product: table,
          spec: '# Plans\n\n## Pricing\n\n| Tier | Colour |\n|---|---|\n| Pro | blue |\n| Gold | yellow |\n',
          wrote: plans('free', 'pro', 'team', 'gold'),
        },
      ],
    ],
  })
})

const quotes =
  "import express from 'express'\nexport const app = express()\napp.get('/api/quote', (req, res) => res.json(quote(req.query)))\n"

test('passes examples of requests that are answered so', async () => {
  const facts = trackFacts({
    spec: '# Quotes\n\n## Acceptance Criteria\n\n- `GET /api/quote?boxes=2` answers 200 with `"total": 58`\n- `GET /api/orders` answers 200\n',
    wrote: { 'src/app.ts': `${quotes}app.get('/api/orders', (req, res) => res.json([]))\n` },
    more: {
      application: madeApplication(({ path }) =>
        path.startsWith('/api/quote') ? json(200, { quote: { total: 58 } }) : json(401, {}),
      ),
    },
  })
  expect(saidOf(await evaluateBusinessLogic(facts), 2).issues).toEqual([])
})

describe('pass 2, feature correctness', () => {
  const spec =
    '# Discounts\n\n## Acceptance Criteria\n\n- [ ] Orders above 100 get a discount of 10 percent\n'
  const wrote = { 'src/discount.ts': discount, 'src/discount.test.ts': discountTest }
  cases(2, {
    wrong: [
      [
        'a criterion whose test fails',
        {
          spec,
          wrote,
          measured: failing(
            'orders above 100 get a discount of 10 percent',
            'src/discount.test.ts',
          ),
        },
        /is not so: "orders above 100/,
      ],
      [
        'a function that the spec names and nobody wrote',
        { spec: `${spec}- \`applyCoupon()\` takes the code of a coupon\n`, wrote },
        /asks for applyCoupon, which is nowhere/,
      ],
      [
        'an endpoint that nobody wrote',
        {
          spec: '# Orders\n\n## Requirements\n\n- `POST /api/orders/refund` pays an order back\n',
          wrote: {
            'src/app.ts':
              "import express from 'express'\nexport const app = express()\napp.get('/api/items', (req, res) => res.json([]))\n",
          },
        },
        /POST \/api\/orders\/refund/,
      ],
      [
        'an example of a request that is answered otherwise',
        {
          spec: '# Quotes\n\n## Acceptance Criteria\n\n- `GET /api/quote?boxes=2` answers 200 with `"total": 58`\n',
          wrote: { 'src/app.ts': quotes },
          more: { application: madeApplication(() => json(200, { total: 60 })) },
        },
        /GET \/api\/quote\?boxes=2 does not answer with \{"total":58\} \(spec\.md:5\)/,
      ],
      [
        'a status that is not that of the spec',
        {
          spec: '# Quotes\n\n## Acceptance Criteria\n\n- `GET /api/quote?boxes=0` answers 400\n',
          wrote: { 'src/app.ts': quotes },
          more: { application: madeApplication(() => json(200, { total: 0 })) },
        },
        /answers 200 where the spec says 400/,
      ],
      [
        'an example that was tried and does not hold',
        {
          spec,
          wrote,
          more: {
            ofSpec: [
              {
                id: 'task.1',
                statement: 'discountFor(200) is 20',
                source: { kind: 'task', text: 'discountFor(200) is 20', line: 5 },
                weight: 'must',
                decided_by: 'check',
                status: 'unmet',
                reason: 'discountFor(200) gives 10',
                evidence: [],
              },
            ],
          },
        },
        /spec\.md:5 "discountFor\(200\) is 20" does not hold: .* gives 10/,
      ],
      [
        'a function that is not written',
        {
          spec,
          wrote: {
            'src/discount.ts':
              "export function discountFor(total: number): number {\n  throw new Error('not implemented')\n}\n",
          },
        },
        /only says that it is not implemented/,
      ],
      [
        'a figure that is not that of the spec',
        {
          spec: '# Discounts\n\n## Acceptance Criteria\n\n- Pro discount: 15%\n- Free discount: 5%\n',
          wrote: { 'src/discount.ts': 'export const discounts = { pro: 0.25, free: 0.05 }\n' },
        },
        /has 0\.25 where/,
      ],
    ],
    right: [
      ['a criterion that a test shows', { spec, wrote }],
      [
        'criteria that tests of node:test show',
        {
          spec: '# Cart\n\n## Acceptance criteria\n\n1. An empty cart costs nothing\n2. Removing the last item empties the cart\n',
          wrote: {
            'src/cart.js':
              'export const total = (cart) => cart.items.length\nexport const remove = (cart) => ({ items: cart.items.slice(1) })\n',
            'test/cart.test.js':
              "import test from 'node:test'\nimport assert from 'node:assert'\nimport { total, remove } from '../src/cart.js'\ntest('an empty cart costs nothing', () => assert.equal(total({ items: [] }), 0))\ntest('removing the last item empties the cart', () => assert.deepEqual(remove({ items: [1] }), { items: [] }))\n",
          },
        },
      ],
      [
        'a spec without criteria',
        {
          spec: '# Notes\n\nSome words.\n',
          wrote: { 'src/names.ts': 'export const longestName = 80\n' },
        },
        'N/A',
      ],
    ],
  })
})

describe('pass 2, what was run', () => {
  const ofSpec = (text: string, status: 'met' | 'undecided') => [
    {
      id: 'task.1',
      statement: text,
      source: { kind: 'task' as const, text, line: 5 },
      weight: 'must' as const,
      decided_by: 'check' as const,
      status,
      reason: 'it answers so',
      evidence: [{ text: 'GET /health answers 200', where: 'GET /health' }],
    },
  ]
  const spec = '# Health\n\n## Requirements\n\n- `GET /health` answers 200\n'
  const wrote = { 'src/server.js': "export const paths = ['/health']\n" }
  cases(2, {
    wrong: [],
    right: [
      ['a criterion that holds', { spec, wrote, more: { ofSpec: ofSpec('a', 'met') } }],
      [
        'no criterion that nobody tried',
        { spec, wrote, more: { ofSpec: ofSpec('a', 'undecided') } },
        'NOT DECIDED',
      ],
      [
        'a page that must not be there',
        {
          spec: spec.replace('`GET /health` answers 200', 'R1: `GET /nowhere` is 404'),
          wrote,
          more: { ofSpec: ofSpec('a', 'met') },
        },
      ],
    ],
  })
})

describe('pass 3, edge cases', () => {
  const spec =
    '# Discounts\n\n## Edge cases\n\n- An empty cart has no discount\n- At most 5 coupons for one order\n'
  const code =
    'export const discountFor = (cart: number[]) => cart.reduce((sum, each) => sum + each, 0) * 0.1\nexport const isAllowed = (coupons: string[]) => coupons.length <= 5\n'
  const tests = (more: string) =>
    `import { expect, test } from 'vitest'\nimport { discountFor, isAllowed } from './discount'\ntest('a cart gets a discount', () => expect(discountFor([100])).toBe(10))\n${more}`
  const both = (more: string): SmallTrack => ({
    spec,
    wrote: { 'src/discount.ts': code, 'src/discount.test.ts': tests(more) },
  })
  cases(3, {
    wrong: [
      [
        'a cart that is never empty',
        both("test('coupons', () => expect(isAllowed(Array(5))).toBe(true))\n"),
        /no test tries "An empty cart/,
      ],
      [
        'a limit that is never reached',
        both("test('an empty cart', () => expect(discountFor([])).toBe(0))\n"),
        /no test tries "At most 5 coupons.* at 5/,
      ],
      [
        'a second time that nobody tries',
        {
          spec: '# Orders\n\n- Paying twice charges once\n',
          wrote: {
            'src/pay.ts':
              'export const pay = (order: { paid: number }) => ({ paid: order.paid + 1 })\n',
            'src/pay.test.ts':
              "import { expect, test } from 'vitest'\nimport { pay } from './pay'\ntest('charges', () => expect(pay({ paid: 0 }).paid).toBe(1))\n",
          },
        },
        /no test tries "Paying twice/,
      ],
    ],
    right: [
      [
        'tests of each',
        both(
          "test('an empty cart', () => expect(discountFor([])).toBe(0))\ntest.each([[5, true], [6, false]])('%i coupons', (count, allowed) => expect(isAllowed(Array(count))).toBe(allowed))\n",
        ),
      ],
      [
        'a limit by the name of its constant',
        {
          spec: '# Coupons\n\n- Up to 5 coupons for one order\n',
          wrote: {
            'src/coupons.js':
              'export const MAX_COUPONS = 5\nexport const isAllowed = (coupons) => coupons.length <= MAX_COUPONS\n',
            'test/coupons.test.js':
              "import test from 'node:test'\nimport assert from 'node:assert'\nimport { isAllowed, MAX_COUPONS } from '../src/coupons.js'\ntest('coupons', () => assert.ok(isAllowed(Array(MAX_COUPONS))))\n",
          },
        },
      ],
      [
        'a spec that gives no reason',
        {
          spec: '# Names\n\n- Names are shown in capitals\n',
          wrote: { 'src/names.ts': 'export const shown = (name: string) => name.toUpperCase()\n' },
        },
        'N/A',
      ],
    ],
  })
})

describe('pass 4, state transitions', () => {
  const product =
    '# Product\n\n## Asset states\n\n- empty → processing → ready | error\n- ready → locked | processing\n- locked → outdated | ready\n- outdated → processing\n- error → processing\n'
  const states = (
    ready: string,
    error = "['processing']",
  ) => `type Status = 'empty' | 'processing' | 'ready' | 'error' | 'locked' | 'outdated'
export const transitions: Record<Status, readonly Status[]> = {
  empty: ['processing'],
  processing: ['ready', 'error'],
  ready: ${ready},
  locked: ['outdated', 'ready'],
  outdated: ['processing'],
  error: ${error},
}
`
  const order =
    '# Orders\n\n## Order status\n\n```mermaid\nstateDiagram-v2\n  [*] --> draft\n  draft --> submitted\n  submitted --> paid: payment\n  submitted --> cancelled\n```\n'
  cases(4, {
    wrong: [
      [
        'a function that does in a state what the product forbids there',
        {
          product:
            '# Loans\n\n## States\n\n| From | To |\n|---|---|\n| active | overdue, returned |\n| overdue | returned |\n\n- A loan cannot be renewed while it is overdue.\n',
          wrote: {
            'src/renew.ts':
              "export function renewLoan(loan: { state: string; days: number }) {\n  if (loan.state === 'returned') return null\n  return { ...loan, days: loan.days + 21 }\n}\n",
          },
        },
        /renewLoan goes on in the state overdue/,
      ],
      [
        'a transition that is missing',
        { product, wrote: { 'src/states.ts': states("['locked']") } },
        /ready cannot become processing, which conductor\/product\.md:6/,
      ],
      [
        'a transition that is not documented',
        { product, wrote: { 'src/states.ts': states("['locked', 'processing', 'empty']") } },
        /src\/states\.ts:5 ready may become empty/,
      ],
      [
        'a state that nothing leads to',
        {
          product,
          wrote: {
            'src/states.ts': states("['processing']").replace(
              "locked: ['outdated', 'ready']",
              "locked: ['outdated', 'ready']",
            ),
          },
        },
        /ready cannot become locked/,
      ],
      [
        'a switch that goes elsewhere',
        {
          spec: order,
          wrote: {
            'src/order.js':
              "export function next(status, event) {\n  switch (status) {\n    case 'draft':\n      return 'submitted'\n    case 'submitted':\n      return event === 'pay' ? pay() : cancel()\n    case 'paid':\n      return 'draft'\n  }\n}\n",
          },
        },
        /paid may become draft/,
      ],
      [
        'a function without a guard for its state',
        {
          spec: order,
          wrote: {
            'src/order.ts':
              "type Order = { status: string }\nexport function submit(order: Order): Order {\n  if (order.status !== 'draft') throw new Error('only drafts')\n  return { ...order, status: 'submitted' }\n}\nexport function cancel(order: Order): Order {\n  if (order.status !== 'paid') throw new Error('only paid')\n  return { ...order, status: 'cancelled' }\n}\n",
          },
        },
        /paid may become cancelled/,
      ],
      [
        'a state that the documents do not know',
        {
          spec: order,
          wrote: {
            'src/order.ts':
              "export type OrderStatus = 'draft' | 'submitted' | 'paid' | 'cancelled' | 'archived'\n",
          },
        },
        /knows no state archived/,
      ],
    ],
    right: [
      [
        'a function that refuses all other states',
        {
          product:
            '# Loans\n\n## States\n\n| From | To |\n|---|---|\n| active | overdue, returned |\n| overdue | returned |\n\n- A loan cannot be renewed while it is overdue.\n',
          wrote: {
            'src/renew.ts':
              "export function renewLoan(loan: { state: string; days: number }) {\n  if (!['active'].includes(loan.state)) return null\n  return { ...loan, days: loan.days + 21 }\n}\n",
          },
        },
        'N/A',
      ],
      [
        'the transitions of the product',
        { product, wrote: { 'src/states.ts': states("['processing', 'locked']") } },
      ],
      [
        'a list of pairs',
        {
          product,
          wrote: {
            'src/states.js':
              "export const transitions = [\n  { from: 'empty', to: 'processing' },\n  { from: 'processing', to: ['ready', 'error'] },\n  { from: 'ready', to: ['locked', 'processing'] },\n  { from: 'locked', to: ['outdated', 'ready'] },\n  { from: ['outdated', 'error'], to: 'processing' },\n]\n",
          },
        },
      ],
      [
        'guards',
        {
          spec: order,
          wrote: {
            'src/order.ts':
              "type Order = { status: string }\nexport function submit(order: Order): Order {\n  if (order.status !== 'draft') throw new Error('only drafts')\n  return { ...order, status: 'submitted' }\n}\nexport function pay(order: Order): Order {\n  if (order.status !== 'submitted') throw new Error('only submitted')\n  return { ...order, status: 'paid' }\n}\nexport function cancel(order: Order): Order {\n  if (order.status === 'submitted') return { ...order, status: 'cancelled' }\n  throw new Error('only submitted')\n}\n",
          },
        },
      ],
      [
        'a machine of XState',
        {
          spec: order,
          wrote: {
            'src/order.ts':
              "import { createMachine } from 'xstate'\nexport const machine = createMachine({\n  initial: 'draft',\n  states: {\n    draft: { on: { SUBMIT: 'submitted' } },\n    submitted: { on: { PAY: { target: 'paid' }, CANCEL: 'cancelled' } },\n    paid: { type: 'final' },\n    cancelled: { type: 'final' },\n  },\n})\n",
          },
        },
      ],
      [
        'a track about something else',
        { product, wrote: { 'src/names.ts': 'export const longestName = 80\n' } },
        'N/A',
      ],
    ],
  })
})

describe('pass 4, where the spec changes transitions', () => {
  const product =
    '# Library\n\n## Loan status\n\n- requested → approved\n- approved → borrowed | cancelled\n- borrowed → returned\n'
  const spec =
    '# Overdue\n\n## Status changes\n\n- borrowed → overdue\n- overdue → returned\n- approved → cancelled is no longer allowed\n'
  const loan = (more: Readonly<Record<string, readonly string[]>> = {}) => ({
    'src/loan.js': `export const transitions = ${JSON.stringify(
      {
        requested: ['approved'],
        approved: ['borrowed'],
        borrowed: ['returned', 'overdue'],
        overdue: ['returned'],
        returned: [],
        ...more,
      },
      null,
      1,
    )}\n`,
  })
  cases(4, {
    wrong: [
      [
        'what the spec takes away',
        {
          product,
          spec,
          wrote: loan({ approved: ['borrowed', 'cancelled'], cancelled: [] }),
        },
        /approved may become cancelled, which \S+spec\.md:7 does not allow/,
      ],
      [
        'without what the spec adds',
        { product, spec, wrote: loan({ overdue: [] }) },
        /overdue cannot become returned, which \S+spec\.md:6 asks for/,
      ],
      [
        'without what the product has besides',
        { product, spec, wrote: loan({ borrowed: ['overdue'] }) },
        /borrowed cannot become returned, which conductor\/product\.md:7 asks for/,
      ],
      [
        'what neither of them has',
        { product, spec, wrote: loan({ overdue: ['returned', 'requested'] }) },
        /overdue may become requested/,
      ],
      [
        'what a spec that draws all of it anew leaves out',
        {
          product,
          spec: '# Loans\n\n## Loan status\n\nrequested → approved → borrowed → overdue → returned\n',
          wrote: loan(),
        },
        /borrowed may become returned, which \S+spec\.md/,
      ],
    ],
    right: [
      [
        'the transitions of the product with the changes of the spec',
        { product, spec, wrote: loan() },
      ],
      [
        'a spec that draws all of it anew',
        {
          product,
          spec: '# Loans\n\n## Loan status\n\nrequested → approved → borrowed → overdue → returned\n',
          wrote: loan({ borrowed: ['overdue'] }),
        },
      ],
    ],
  })
})

describe('pass 5, data flow', () => {
  const server = (body: string) =>
    `import express from 'express'\nexport const app = express()\napp.use(express.json())\napp.post('/api/orders', (req, res) => {\n  ${body}\n})\n`
  const client = (body: string, read: string) =>
    `export async function order(item: string, quantity: number) {\n  const response = await fetch('/api/orders', { method: 'POST', body: JSON.stringify(${body}) })\n  const data = await response.json()\n  return ${read}\n}\n`
  cases(5, {
    wrong: [
      [
        'a field that the server reads under another name',
        {
          wrote: {
            'src/app.ts': server(
              'const { item, amount } = req.body\n  res.json({ id: save(item, amount) })',
            ),
            'src/api.ts': client('{ item, quantity }', 'data.id'),
          },
        },
        /POST \/api\/orders reads amount, which src\/api\.ts:2 does not send/,
      ],
      [
        'a field that nobody reads',
        {
          wrote: {
            'src/app.ts': server('const { item } = req.body\n  res.json({ id: save(item) })'),
            'src/api.ts': client('{ item, quantity }', 'data.id'),
          },
        },
        /quantity is sent, and POST \/api\/orders \(src\/app\.ts\) never reads it/,
      ],
      [
        'a field of the answer that is not there',
        {
          wrote: {
            'src/app.ts': server(
              'const { item, quantity } = req.body\n  res.status(201).json({ id: save(item, quantity) })',
            ),
            'src/api.ts': client('{ item, quantity }', 'data.orderId'),
          },
        },
        /orderId is read of the answer/,
      ],
    ],
    right: [
      [
        'a client and a server that agree',
        {
          wrote: {
            'src/app.ts': server(
              'const { item, quantity } = req.body\n  res.json({ id: save(item, quantity) })',
            ),
            'src/api.ts': client('{ item, quantity }', 'data.id'),
          },
        },
      ],
      [
        'a server that takes a schema',
        {
          wrote: {
            'src/app.ts': `import { z } from 'zod'\n${server('const order = orderSchema.parse(req.body)\n  res.json({ id: save(order) })')}const orderSchema = z.object({ item: z.string(), quantity: z.number(), note: z.string().optional() })\n`,
            'src/api.ts': client('{ item, quantity }', 'data.id'),
          },
        },
      ],
      [
        'a body that goes on to a function',
        {
          wrote: {
            'src/app.ts': server('res.json({ id: save(req.body) })'),
            'src/api.ts': client('{ item, quantity }', 'data.id'),
          },
        },
      ],
      [
        'a route of Next',
        {
          before: { 'package.json': '{"dependencies":{"next":"15"}}' },
          wrote: {
            'app/api/orders/route.ts':
              'export async function POST(request: Request) {\n  const body = await request.json()\n  return Response.json({ id: body.item + body.quantity })\n}\n',
            'src/api.ts': client('{ item, quantity }', 'data.id'),
          },
        },
      ],
      [
        'a track without any of it',
        { wrote: { 'src/names.ts': 'export const longestName = 80\n' } },
        'N/A',
      ],
    ],
  })
})

test('a journey is held against the pages that were seen', async () => {
  const link = {
    selector: 'a',
    attribute: 'href' as const,
    raw: '',
    verdict: { type: 'nowhere' },
  } as const
  const wrong = async (label: string, path: string) => {
    const page = aPage({
      views: inViews({ texts: [aText({ text: label })] }),
      links: [{ ...link, url: `http://127.0.0.1:3000${path}`, text: label }],
    })
    const facts = trackFacts({
      spec: '# Shop\n\n## User journey\n\n1. `/` shows "Choose your box", which leads to `/plans`.\n2. `/` greets people and links to `/plans`.\n3. `/plans` shows the plans.\n',
      wrote: {
        'src/app.ts':
          "app.get('/', () => home)\napp.get('/plans', () => 'Choose your box: plans')\n",
      },
      more: { application: { ...madeApplication(() => null), pages: new Map([['/', page]]) } },
    })
    return saidOf(await evaluateBusinessLogic(facts), 6).issues.join()
  }
  expect(await wrong('Choose your box', '/plans')).toBe('')
  expect(await wrong('Welcome', '/plans')).toContain('/ does not show "Choose your box"')
  const astray = await wrong('Choose your box', '/')
  expect(astray).toContain('"Choose your box" does not lead to /plans')
  expect(astray).toContain('/ has no link to /plans')
})

describe('pass 6, user journey', () => {
  const spec =
    '# Checkout\n\n## User journey\n\n1. The user adds an item to the cart\n2. The user opens `/checkout`\n3. The user clicks "Place order"\n4. The user sees the confirmation\n'
  const checkout = (button: string) =>
    `import { addItem } from './cart'\nexport function Checkout({ items }: { items: string[] }) {\n  return (\n    <main>\n      <button onClick={() => addItem('x')}>${button}</button>\n      <p>{items.length}</p>\n    </main>\n  )\n}\nexport function Confirmation() {\n  return <h1>Your confirmation</h1>\n}\n`
  const router = (path: string) =>
    `import { Route } from 'react-router'\nimport { Checkout } from './checkout'\nexport const routes = <Route path="${path}" element={<Checkout items={[]} />} />\n`
  const cart = 'export function addItem(item: string) {\n  return [item, "cart"]\n}\n'
  cases(6, {
    wrong: [
      [
        'a button that is not there',
        {
          spec,
          wrote: {
            'src/checkout.tsx': checkout('Buy'),
            'src/routes.tsx': router('/checkout'),
            'src/cart.ts': cart,
          },
        },
        /"Place order" is nowhere/,
      ],
      [
        'a page that is not there',
        {
          spec,
          wrote: {
            'src/checkout.tsx': checkout('Place order'),
            'src/routes.tsx': router('/pay'),
            'src/cart.ts': cart,
          },
        },
        /"\/checkout" is nowhere/,
      ],
      [
        'a step that nothing speaks of',
        {
          spec: '# Export\n\n## Flow\n\n1. The user picks invoices\n2. The archive is encrypted with a passphrase\n',
          wrote: { 'src/invoices.ts': 'export const picks = (invoices: string[]) => invoices\n' },
        },
        /nothing in the code speaks of/,
      ],
      [
        'a link that leads nowhere',
        {
          spec,
          wrote: {
            'src/checkout.tsx': checkout('Place order').replace(
              '<p>',
              '<a href="/thanks">Next</a><p>',
            ),
            'src/routes.tsx': router('/checkout'),
            'src/cart.ts': cart,
          },
        },
        /link to \/thanks leads nowhere/,
      ],
    ],
    right: [
      [
        'steps that lead to code',
        {
          spec,
          wrote: {
            'src/checkout.tsx': checkout('Place order'),
            'src/routes.tsx': router('/checkout'),
            'src/cart.ts': cart,
          },
        },
      ],
      [
        'steps of an API',
        {
          spec: '# Orders\n\n## Flow\n\n1. The customer creates an order\n2. The customer pays the order\n3. The customer gets a receipt\n',
          wrote: {
            'src/app.js':
              "import express from 'express'\nexport const app = express()\napp.post('/orders', createOrder)\napp.post('/orders/:id/pay', payOrder)\napp.get('/orders/:id/receipt', receipt)\nfunction createOrder(req, res) {\n  res.json({})\n}\nfunction payOrder(req, res) {\n  res.json({})\n}\nfunction receipt(req, res) {\n  res.json({})\n}\n",
          },
        },
      ],
      [
        'a spec without steps',
        {
          spec: '# Names\n\n- Names are short\n',
          wrote: { 'src/names.ts': 'export const longestName = 80\n' },
        },
        'N/A',
      ],
    ],
  })
})

describe('what the spec says of answers and questions', () => {
  const files = {
    'src/accounts.js': `import { hash } from '@node-rs/argon2'
app.post('/api/accounts', async (req, res) => { const { email, password } = req.body; users.set(email, await hash(password)); res.status(201).json({}) })
app.post('/api/sessions', (req, res) => { const { email, password } = req.body; res.json({ token: sign(email, password) }) })`,
  }
  const spec =
    '## Acceptance criteria\n\n- `POST /api/accounts` answers 201, and 409 for an address that has an account\n- `POST /api/sessions` answers 401 for a wrong password\n'
  const application = (taken: number, wrong: number) => {
    const users = new Map<string, string>()
    return madeApplication(({ path, body = '{}' }) => {
      if (!body.startsWith('{')) return json(415, {})
      const { email, password } = JSON.parse(body) as { email: string; password: string }
      if (path === '/api/accounts') {
        if (users.has(email)) return json(taken, {})
        users.set(email, password)
        return json(201, {})
      }
      return users.get(email) === password ? json(200, { token: 't' }) : json(wrong, {})
    })
  }
  const said = async (taken: number, wrong: number) =>
    saidOf(
      await evaluateBusinessLogic({
        ...trackFacts({ wrote: files, spec }),
        application: application(taken, wrong),
      }),
      2,
    ).issues.join()
  test('is tried with what came before, and with a wrong password', async () => {
    expect(await said(409, 401)).toBe('')
    expect(await said(400, 401)).toContain('answers 400 where the spec says 409 for an address')
    expect(await said(409, 403)).toContain('answers 403 where the spec says 401 for a wrong')
  })
  test('a question that nobody asks is missed', async () => {
    const asking = async (call: string) =>
      saidOf(
        await evaluateBusinessLogic(
          trackFacts({
            spec: '## User journey\n\n1. "Cancel order" asks first.\n2. The order is gone.\n',
            wrote: {
              'src/orders.js': `export function cancelOrder(id) { ${call}\n  return send('DELETE', '/orders/' + id) }\n`,
            },
          }),
        ),
        6,
      ).issues.join()
    expect(await asking('')).toContain('asks')
    expect(await asking("if (!confirm('Sure?')) return null")).not.toContain('speaks of "Cancel')
  })
})

describe('limits that are enforced', () => {
  const guarded = (sign: string) => ({
    'src/rules.js': 'export const MAX_ORDERS = 3\n',
    'src/orders.js': `import { MAX_ORDERS } from './rules.js'
export function place(store, id) {
  const open = store.of(id)
  if (open.length ${sign} MAX_ORDERS)
    throw new Error('too many')
  store.insert(id)
}
`,
    'src/orders.test.js':
      "test('places an order', () => expect(place(store, 1)).toBe(undefined))\n",
  })
  const coverage = (untaken: readonly number[]) => ({
    coverage: {
      confidence: 'measured' as const,
      percent: 90,
      source: 'lcov.info',
      files: [{ path: 'src/orders.js', covered: 7, total: 7, missed: [], untaken: [...untaken] }],
    },
  })
  const product = '# Product\n\n- A customer has at most 3 open orders.\n'
  const issuesWith = async (sign: string, untaken: readonly number[]) =>
    saidOf(
      await evaluateBusinessLogic(
        trackFacts({ wrote: guarded(sign), product, measured: coverage(untaken) }),
      ),
      3,
    ).issues.join('\n')
  test('let nobody beyond, and tests try it', async () => {
    expect(await issuesWith('>=', [])).not.toMatch(/let in|never runs/)
  })
  test('are noticed where no test goes beyond', async () => {
    expect(await issuesWith('>=', [5])).toMatch(/orders\.js:5 no test goes beyond .*at most 3/)
  })
  test('are noticed where one more is let in', async () => {
    expect(await issuesWith('>', [])).toMatch(/orders\.js:4 one more than 3 is let in/)
  })
})

test('prices are known by most of them, whatever the code calls them', async () => {
  const issuesWith = async (family: number) =>
    saidOf(
      await evaluateBusinessLogic(
        trackFacts({
          wrote: {
            'src/boxes.js': `export const BOXES = {\n  small: { cents: 1450 },\n  family: { cents: ${family} },\n  feast: { cents: 3600 },\n}\n`,
          },
          product:
            '# Boxes\n\n| Box | Price a week |\n|---|---|\n| Small | 14.50 EUR |\n| Family | 23.00 EUR |\n| Feast | 36.00 EUR |\n',
        }),
      ),
      1,
    ).issues
  expect(await issuesWith(2300)).toEqual([])
  expect((await issuesWith(2400)).join('\n')).toMatch(/boxes\.js:3 .*Family/)
})

test('a page of the spec to which nothing leads is noticed', async () => {
  const page = (links: readonly string[]) => ({
    ...aPage({}),
    links: links.map((path) => ({
      url: `http://127.0.0.1:3000${path}`,
      text: path,
      selector: 'a',
      attribute: 'href' as const,
      raw: path,
      verdict: { type: 'present' as const, path },
    })),
  })
  const issuesWith = async (links: readonly string[], code: string) => {
    const application = {
      ...madeApplication(() => json(200, {})),
      pages: new Map([
        ['/', page(['/boxes', ...links])],
        ['/boxes', page(['/'])],
        ['/join', page(['/join'])],
      ]),
    }
    const { issues } = saidOf(
      await evaluateBusinessLogic(
        trackFacts({
          wrote: { 'src/app.js': code },
          spec: '# Boxes\n\n- `/join` has a form.\n- `/boxes` shows the boxes.\n',
          more: { application },
        }),
      ),
      6,
    )
    return issues.filter((each) => each.includes('nothing leads to'))
  }
  expect(await issuesWith([], "app.get('/join', form)\n")).toHaveLength(1)
  expect(await issuesWith(['/join'], "app.get('/join', form)\n")).toEqual([])
  expect(await issuesWith([], "app.get('/x', (_, r) => r.redirect('/join'))\n")).toEqual([])
})
