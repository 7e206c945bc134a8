import { describe, expect, test } from 'vitest'
import { archiveIssues, verifySync } from './verify-sync.ts'

const table = `# Product

## Tiers

| Tier | Price | Projects |
|---|---|---|
| Free | $0 | 1 |
| Pro | $19/month | 10 |
| Team | $49/month | 50 |
`
const check = (files: Readonly<Record<string, string>>) =>
  verifySync(new Map(Object.entries({ 'conductor/product.md': table, ...files }))).map(
    ({ path, line, message }) => `${path}:${line} ${message}`,
  )

describe('prices', () => {
  const wrong = (text: string, path = 'conductor/business-strategy.md') => check({ [path]: text })

  test.each([
    ['prose', 'Pro costs $29.'],
    ['a list', '- **Pro** — $29/month: for small shops'],
    ['a heading', '### Pro ($29/month)'],
    ['a price line under a heading', '### Pro\n- Price: $29/month'],
    ['a table', '| Plan | Monthly |\n|---|---|\n| Pro | $29 |'],
    ['a table by columns', '| | Free | Pro |\n|---|---|---|\n| Price | $0 | $29 |'],
    ['a projection', '## Revenue projections\n\n- 200 Pro @ $29/mo'],
    ['a label with a remark', '- Pro (up to 5 sites): $29/month'],
    ['an amount before the name', 'We sell it for $29/month (Pro) to shops.'],
  ])('that differ in %s are an issue at their line', (_form, text) => {
    const found = wrong(`# Strategy\n\n${text}\n`)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(
      /^conductor\/business-strategy\.md:\d+ Pro costs 29 here, and conductor\/product\.md:8 says 19$/,
    )
  })

  test('in skills and in the pricing data are compared as well', () => {
    expect(wrong('The Pro plan is $29.', '.claude/skills/product/SKILL.md')).toHaveLength(1)
    const data = {
      plans: [
        { id: 'free', price: 0 },
        { id: 'pro', price: 29 },
        { id: 'team', price: 49 },
      ],
    }
    expect(wrong(JSON.stringify(data, null, 2), 'src/data/pricing.json')).toEqual([
      'src/data/pricing.json:9 pro costs 29 here, and conductor/product.md:8 says 19',
    ])
  })

  test.each([
    ['the same price', 'Pro costs $19, Team $49/month.'],
    ['an example invoice', 'Example invoice: Pro, $57 for three months'],
    ['an unrelated amount', 'Stripe takes $0.30 per payment. Hosting is $29 a month.'],
    ['a competitor', '## Competitors\n\n- Pro: $29\n'],
    ['another product', 'Jasper Pro costs $49.'],
    ['a discount', 'Pro: $5 off for students.'],
    ['history', 'Pro was $9 in 2024.'],
    ['revenue', '| Tier | Users | Revenue |\n|---|---|---|\n| Pro | 100 | $1,900 |'],
    ['a price for another period', 'Pro is $190/year.'],
    ['a range', 'Pro: $9-29.'],
    ['old prices', '| Tier | Old price |\n|---|---|\n| Pro | $9 |'],
    ['code', '```\nPro costs $29\n```'],
  ])('are left alone in %s', (_form, text) => {
    expect(wrong(text)).toEqual([])
  })

  test('in cents are the same prices', () => {
    const source = `export const plans = {
  free: { price: 0 },
  pro: { price: { monthly: 1900, yearly: 19_000 } },
  team: { price: { monthly: 4900 } },
} as const`
    expect(check({ 'src/plans.ts': source })).toEqual([])
  })

  test('have nothing to be compared with where product.md states none', () => {
    expect(
      check({
        'conductor/product.md': '# Product',
        'conductor/product-roadmap.md': 'Pro costs $29.',
      }),
    ).toEqual([])
  })
})

describe('models', () => {
  const stack = '# Stack\n\n- AI: Claude 3.5 Sonnet and `gpt-4o`\n'
  const named = (files: Readonly<Record<string, string>>) =>
    check({ 'conductor/tech-stack.md': stack, ...files })

  test('that tech-stack.md does not name are an issue in code and documents', () => {
    expect(
      named({
        'src/ask.ts': "const model = 'gpt-5-mini'",
        'conductor/prompts.md': 'For Gemini 2.5 Flash.',
      }),
    ).toEqual([
      'conductor/prompts.md:1 the model Gemini 2.5 Flash is not one of conductor/tech-stack.md',
      'src/ask.ts:1 the model gpt-5-mini is not one of conductor/tech-stack.md',
    ])
  })

  test('that it names in another way are not', () => {
    expect(
      named({
        'src/ask.ts':
          "ask('claude-3-5-sonnet-20241022', 'gpt-4o-2024-08-06', 'claude-3-5-sonnet-latest')",
      }),
    ).toEqual([])
  })

  test('are free in tests, examples and lists of what can be chosen', () => {
    const other = "const model = 'gpt-5-mini'"
    const list = ['gpt-5', 'gpt-5-mini', 'gpt-4.1', 'o-1', 'gemini-2.5-pro', 'gemini-2.5-flash']
      .map((each) => `'${each}'`)
      .join()
    expect(
      named({ 'src/ask.test.ts': other, 'examples/a.ts': other, 'src/choices.ts': list }),
    ).toEqual([])
  })

  test('have nothing to be compared with where tech-stack.md names a family or nothing', () => {
    const source = { 'src/ask.ts': "const model = 'gemini-2.5-pro'" }
    expect(check({ 'conductor/tech-stack.md': 'AI: Google Gemini API', ...source })).toEqual([])
    expect(check({ 'conductor/tech-stack.md': 'Node.js', ...source })).toEqual([])
  })
})

describe('packages', () => {
  const manifest = JSON.stringify({
    name: 'shop',
    dependencies: { '@google/genai': '^1.2.0', hono: '^4.0.0' },
  })
  const told = (files: Readonly<Record<string, string>>) =>
    check({ 'package.json': manifest, ...files })

  test('that documents tell to use and package.json does not have are an issue', () => {
    expect(
      told({
        'skills/gemini/SKILL.md':
          "```ts\nimport { GoogleGenerativeAI } from '@google/generative-ai'\n```",
        'conductor/prompts.md': 'Run `npm install openai` first.',
      }),
    ).toEqual([
      'conductor/prompts.md:1 openai is told to be used, and package.json does not have it',
      'skills/gemini/SKILL.md:2 @google/generative-ai is told to be used, and package.json does not have it',
    ])
  })

  test('that are there, come with Node.js, or are only taught by a general skill are not', () => {
    expect(
      told({
        'conductor/prompts.md':
          "```ts\nimport { Hono } from 'hono'\nimport fs from 'node:fs'\nimport x from './x'\n```\nIt tells \"tooling\" from \"creation\".",
        'skills/react/SKILL.md': "import useSWR from 'swr'",
      }),
    ).toEqual([])
  })

  test('of a service have to stand in a tech-stack.md that lists packages', () => {
    const [issue] = told({ 'conductor/tech-stack.md': '- Hono for HTTP' })
    expect(issue).toContain('does not name @google/genai')
    expect(told({ 'conductor/tech-stack.md': '- Hono and Google Gemini' })).toEqual([])
    expect(told({ 'conductor/tech-stack.md': '- TypeScript' })).toEqual([])
  })
})

describe('tiers of the data file', () => {
  test('are those of product.md, all of them and no others', () => {
    const yaml = `plans:
  - name: Free
    price: 0
  - name: Pro
    price: 19
  - name: Agency
    price: 99
`
    expect(check({ 'data/plans.yaml': yaml })).toEqual([
      'data/plans.yaml:2 conductor/product.md:7 lists the tier Team, which is missing here: 3 of 3 tiers',
      'data/plans.yaml:6 the tier Agency is not among those of conductor/product.md:7',
    ])
  })

  test('are not compared with a list of something else', () => {
    expect(
      check({
        'src/plans.ts':
          "export const plans = [{ name: 'Week A', price: 1 }, { name: 'Week B', price: 2 }]",
      }),
    ).toEqual([])
  })
})

describe('archives', () => {
  const before = new Map([
    ['conductor/archive/a/spec.md', '# Spec\n\nPro costs $9.\n'],
    ['conductor/tracks/b_1/spec.md', '# Old\n'],
    ['conductor/tracks/b_1/metadata.json', '{ "status": "complete" }'],
    ['conductor/tracks/c_2/plan.md', '- [ ] Task'],
    ['conductor/tracks/c_2/metadata.json', '{ "status": "in_progress" }'],
  ])
  const issues = (...changes: readonly (readonly [string, string])[]) =>
    archiveIssues(before, new Map([...before, ...changes])).map(({ path }) => path)

  test('may get a note that they are superseded, at the top or under the title', () => {
    const note = '> **Superseded** by conductor/product.md.\n> See there.\n\n'
    expect(issues(['conductor/archive/a/spec.md', `${note}# Spec\n\nPro costs $9.\n`])).toEqual([])
    expect(issues(['conductor/archive/a/spec.md', `# Spec\n\n${note}Pro costs $9.\n`])).toEqual([])
  })

  test('[TRACK-6] may not be edited or removed, and neither may the folder of a complete track', () => {
    expect(
      issues(
        ['conductor/archive/a/spec.md', '> Superseded\n\n# Spec\n\nPro costs $19.\n'],
        ['conductor/tracks/b_1/spec.md', '# New\n'],
      ),
    ).toEqual(['conductor/archive/a/spec.md', 'conductor/tracks/b_1/spec.md'])
    expect(archiveIssues(before, new Map()).length).toBe(3)
  })

  test('are not the tracks in progress, nor files that are added', () => {
    expect(
      issues(
        ['conductor/tracks/c_2/plan.md', '- [x] Task'],
        ['conductor/tracks/b_1/retrospective.md', '# R'],
      ),
    ).toEqual([])
  })
})
