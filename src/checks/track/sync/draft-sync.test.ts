import { describe, expect, test } from 'vitest'
import type { Impact } from '../impact.ts'
import { draftSync } from './draft-sync.ts'
import { archiveIssues, verifySync } from './verify-sync.ts'

type Files = Readonly<Record<string, string>>

function draft(impact: readonly Impact[], old: Files, changed: Files) {
  const before = new Map(Object.entries(old))
  const files = new Map([...before, ...Object.entries(changed)])
  const input = { impact, before, trackId: 'pricing_20260216' }
  const drafted = draftSync({ ...input, files })
  const after = new Map([...files, ...drafted.edits.map(({ path, text }) => [path, text] as const)])
  const again = draftSync({ ...input, files: after })
  expect(again.edits).toEqual([])
  expect(archiveIssues(before, after)).toEqual([])
  return {
    ...drafted,
    issues: verifySync(after).map(({ message }) => message),
    text: (path: string) => after.get(path) ?? '',
  }
}

describe('a price', () => {
  const impact: readonly Impact[] = [
    {
      kind: 'pricing',
      what: 'changes a price: "price": 29',
      path: 'src/data/pricing.json',
      line: 3,
    },
  ]
  const data = (pro: number) =>
    JSON.stringify(
      {
        plans: [
          { id: 'free', price: 0 },
          { id: 'pro', price: pro },
          { id: 'team', price: 49 },
        ],
      },
      null,
      2,
    )
  const old: Files = {
    'src/data/pricing.json': data(19),
    'conductor/product.md':
      '# Product\n\n## Tiers\n\n| Tier | Price | Projects |\n|---|---|---|\n| Free | $0 | 19 |\n| Pro | $19/month | 10 |\n| Team | $49/month | 50 |\n\nDelivery is $19.\n',
    'conductor/business-strategy.md':
      '# Strategy\n\n- **Pro** ($19.00/month): makers\n- Competitors ask for $19.\n- 100 Pro users bring $1,900 revenue.\n',
    '.claude/skills/product/SKILL.md': 'Pro costs $19.\r\nTeam costs $49.\r\n',
    'conductor/archive/first_1/spec.md': '---\nid: 1\n---\n# Spec\n\nPro costs $19.\n',
    'conductor/archive/other_1/spec.md': '# Spec\n\nTeam costs $49.\n',
  }

  test('that the spec asks for is done where a document names it by then', () => {
    const asked: Impact = { kind: 'pricing', what: 'asks for $29', path: 'spec.md', value: '$29' }
    const changed = { 'src/data/pricing.json': data(29) }
    expect(draft([...impact, asked], old, changed).left).toEqual([])
    const other = { ...asked, what: 'asks for $99', value: '$99' }
    expect(draft([...impact, other], old, changed).left.join()).toContain('$99')
  })

  test('of the data file is carried to the same tier everywhere, and to nothing else', () => {
    const { text, done, issues, left, edits } = draft(impact, old, {
      'src/data/pricing.json': data(29),
    })
    expect(text('conductor/product.md')).toBe(
      old['conductor/product.md']?.replace('| Pro | $19', '| Pro | $29'),
    )
    expect(text('conductor/business-strategy.md')).toBe(
      old['conductor/business-strategy.md']?.replace('$19.00', '$29.00'),
    )
    expect(text('.claude/skills/product/SKILL.md')).toBe('Pro costs $29.\r\nTeam costs $49.\r\n')
    expect(text('conductor/archive/first_1/spec.md')).toBe(
      '---\nid: 1\n---\n> **Superseded** by pricing_20260216: Pro costs 29.\n\n# Spec\n\nPro costs $19.\n',
    )
    expect(edits.map(({ path }) => path)).not.toContain('conductor/archive/other_1/spec.md')
    expect(done[0]).toBe(
      'Changed the price of Pro from 19 to 29 in conductor/business-strategy.md, conductor/product.md, .claude/skills/product/SKILL.md.',
    )
    expect(issues).toEqual([])
    expect(left).toEqual([])
  })

  test.each([
    ['a constant', 'export const PRO_PRICE = 19', 'export const PRO_PRICE = 29'],
    [
      'cents',
      'const prices = { pro: { monthlyPriceInCents: 1900 } }',
      'const prices = { pro: { monthlyPriceInCents: 2900 } }',
    ],
    [
      'a text of a page',
      'const text = <p>Pro: $19/month</p>',
      'const text = <p>Pro: $29/month</p>',
    ],
  ])('that code changed as %s is carried too', (_form, was, is) => {
    const documents = { 'conductor/product.md': old['conductor/product.md'] ?? '' }
    const { text } = draft(
      impact,
      { ...documents, 'src/billing.tsx': was },
      { 'src/billing.tsx': is },
    )
    expect(text('conductor/product.md')).toContain('| Pro | $29/month |')
  })

  test('that changed in two ways is left to people', () => {
    const { edits, left } = draft(
      impact,
      { ...old, 'src/billing.ts': 'const PRO_PRICE = 19' },
      { 'src/data/pricing.json': data(29), 'src/billing.ts': 'const PRO_PRICE = 39' },
    )
    expect(edits).toEqual([])
    expect(left).toContain('The code gives Pro more than one new price; say which one is right.')
  })

  test('in a calculation is left to people', () => {
    const { text, left } = draft(
      impact,
      { ...old, 'conductor/business-strategy.md': '- Pro: 200 × $19 = $3,800\n' },
      { 'src/data/pricing.json': data(29) },
    )
    expect(text('conductor/business-strategy.md')).toBe('- Pro: 200 × $19 = $3,800\n')
    expect(left).toEqual([
      'conductor/business-strategy.md:1 still says 19 beside pro; read whether it is the price that changed.',
    ])
  })

  test('that nobody can place is named', () => {
    const limit: Impact = {
      kind: 'pricing',
      what: 'changes a limit of a tier: projects: 20',
      path: 'src/limits.ts',
      line: 3,
    }
    expect(draft([limit], old, { 'src/limits.ts': 'x' }).left).toEqual([
      'src/limits.ts:3 changes a limit of a tier: projects: 20; read whether conductor/business-strategy.md, conductor/product.md, src/data/pricing.json, .claude/skills/product/SKILL.md must follow.',
    ])
  })
})

describe('a model', () => {
  const impact: readonly Impact[] = [
    { kind: 'model', what: "changes the AI model: 'gpt-5-mini'", path: 'src/ask.ts', line: 1 },
  ]
  const old: Files = {
    'src/ask.ts': "const model = 'gpt-4o-mini'",
    'conductor/tech-stack.md': '# Stack\n\n- Answers: `gpt-4o-mini`\n- Drafts: Claude 3.5 Sonnet\n',
    'conductor/prompts.md': 'Tuned for GPT-4o mini.\n',
    'docs/archive/2025.md': 'We use gpt-4o-mini.\n',
  }

  test('that another one replaced is replaced in the documents', () => {
    const { text, done, issues, left } = draft(impact, old, {
      'src/ask.ts': "const model = 'gpt-5-mini'",
    })
    expect(text('conductor/tech-stack.md')).toBe(
      '# Stack\n\n- Answers: `gpt-5-mini`\n- Drafts: Claude 3.5 Sonnet\n',
    )
    expect(text('conductor/prompts.md')).toBe('Tuned for gpt-5-mini.\n')
    expect(text('docs/archive/2025.md')).toBe(
      '> **Superseded** by pricing_20260216: the model is gpt-5-mini.\n\nWe use gpt-4o-mini.\n',
    )
    expect(done[0]).toBe(
      'Replaced gpt-4o-mini by gpt-5-mini in conductor/tech-stack.md, conductor/prompts.md.',
    )
    expect(issues).toEqual([])
    expect(left).toEqual([])
  })

  test('that came beside the others is left to people', () => {
    const { edits, left } = draft(impact, old, { 'src/other.ts': "ask('gemini-2.5-pro')" })
    expect(edits).toEqual([])
    expect(left[0]).toBe(
      'Name the model gemini-2.5-pro in conductor/tech-stack.md, with what it is used for.',
    )
  })
})

describe('a package', () => {
  const adds = (name: string): readonly Impact[] => [
    { kind: 'package', what: `adds the package ${name}`, path: 'package.json', line: 4 },
  ]
  const removes = (name: string): readonly Impact[] => [
    { kind: 'package', what: `removes the package ${name}`, path: 'package.json' },
  ]
  const manifest = (dependencies: Files) => ({
    'package.json': JSON.stringify({ name: 'x', dependencies }),
  })
  const [one, two] = [manifest({ hono: '^4.0.0' }), manifest({ hono: '^4.0.0', stripe: '^14.1.0' })]
  const stack = (text: string) => ({ 'conductor/tech-stack.md': text })

  test.each([
    [
      'a list',
      '# Stack\n\n- Hono 4\n\n## Tests\n\n- Vitest\n',
      '# Stack\n\n- Hono 4\n- stripe ^14.1.0\n\n## Tests\n\n- Vitest\n',
    ],
    [
      'a list with labels and details',
      '# S\n\n*   **Server:** Hono\n    *   fast\n*   **Language:** TypeScript\n',
      '# S\n\n*   **Server:** Hono\n    *   fast\n*   **Package:** stripe ^14.1.0\n*   **Language:** TypeScript\n',
    ],
    [
      'a table',
      '# S\n\n| What | Choice | Why |\n|---|---|---|\n| HTTP | `hono` | small |\n\nEnd.\n',
      '# S\n\n| What | Choice | Why |\n|---|---|---|\n| HTTP | `hono` | small |\n| Package | `stripe` ^14.1.0 | added by pricing_20260216 |\n\nEnd.\n',
    ],
    [
      'a table with versions',
      '| Package | Version |\r\n|---|---|\r\n| hono | ^4.0.0 |\r\n',
      '| Package | Version |\r\n|---|---|\r\n| hono | ^4.0.0 |\r\n| stripe | ^14.1.0 |\r\n',
    ],
    [
      'neither',
      '# Stack\n\nWe use Hono.\n',
      '# Stack\n\nWe use Hono.\n\n## Packages\n\n- stripe ^14.1.0\n',
    ],
  ])('that came gets its place in %s, and loses it when it goes', (form, was, is) => {
    const added = draft(adds('stripe'), { ...one, ...stack(was) }, two)
    expect(added.text('conductor/tech-stack.md')).toBe(is)
    expect(added.issues).toEqual([])
    expect(added.left).toEqual([])
    const removed = draft(removes('stripe'), { ...two, ...stack(is) }, one)
    if (form !== 'neither') expect(removed.text('conductor/tech-stack.md')).toBe(was)
    expect(removed.text('conductor/tech-stack.md')).not.toContain('stripe')
  })

  test('that went is named where it stands among other things', () => {
    const said = '# Stack\n\n- Hono, Stripe and others\n'
    const { text, left } = draft(
      removes('stripe'),
      { ...two, ...stack(said), 'skills/pay/SKILL.md': "import Stripe from 'stripe'" },
      one,
    )
    expect(text('conductor/tech-stack.md')).toBe(said)
    expect(left).toEqual([
      'conductor/tech-stack.md:3 still speaks of stripe, which is no package any more.',
      'skills/pay/SKILL.md:1 tells to use stripe, which is gone.',
    ])
  })
})

test('what no machine decides is left, with the documents to read', () => {
  const assets: Impact = {
    kind: 'assets',
    what: 'adds, changes or removes an asset',
    path: 'public/a.png',
  }
  const { edits, done, left } = draft([assets], { 'conductor/product.md': '# P' }, {})
  expect([edits, done]).toEqual([[], []])
  expect(left).toEqual([
    'public/a.png adds, changes or removes an asset; read whether conductor/product.md must follow.',
  ])
})
