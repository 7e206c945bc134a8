import { expect, test } from 'vitest'
import type { Impact, ImpactKind } from '../impact.ts'
import { affectedDocuments, tierOf } from './documents.ts'

const impact = (kind: ImpactKind, what = 'changes a price: 29'): Impact => ({
  kind,
  what,
  path: 'src/a.ts',
})

test('a document has the tier of the registry', () => {
  expect(
    [
      'conductor/product.md',
      'src/conductor/tech-stack.md',
      'src/data/pricing.json',
      'conductor/screen-map.md',
      '.claude/skills/payments/SKILL.md',
      'AGENTS.md',
      'conductor/archive/old_20260101/spec.md',
      'docs/archive/2024.md',
    ].map(tierOf),
  ).toEqual([1, 1, 1, 2, 3, 3, 4, 4])
})

test('code, tests and tracks are no documents of the business', () => {
  expect(
    [
      'src/archive/page.tsx',
      'test/fixtures/pricing.json',
      'conductor/tracks/a_1/spec.md',
      'README.md',
    ].map(tierOf),
  ).toEqual([null, null, null, null])
})

const files = new Map([
  ['.claude/skills/product/SKILL.md', 'Pro costs $29.'],
  ['.claude/skills/style/SKILL.md', 'Write short functions.'],
  ['conductor/product-roadmap.md', ''],
  ['conductor/product.md', ''],
  ['conductor/tech-stack.md', ''],
  ['conductor/archive/a/product.md', 'Pro costs $19.'],
  ['src/data/pricing.json', '[]'],
])
const paths = (...kinds: readonly Impact[]) =>
  affectedDocuments(kinds, files).map(({ path, tier }) => `${tier} ${path}`)

test('a price affects documents about prices, those of the first tier first, and no archive', () => {
  expect(paths(impact('pricing'))).toEqual([
    '1 conductor/product.md',
    '1 src/data/pricing.json',
    '2 conductor/product-roadmap.md',
    '3 .claude/skills/product/SKILL.md',
  ])
})

test('a package affects tech-stack.md, and skills that name it', () => {
  expect(paths(impact('package', 'adds the package stripe'))).toEqual(['1 conductor/tech-stack.md'])
  const skilled = new Map([...files, ['skills/pay/SKILL.md', "import Stripe from 'stripe'"]])
  expect(
    affectedDocuments([impact('package', 'adds the package stripe')], skilled).map(
      ({ path }) => path,
    ),
  ).toEqual(['conductor/tech-stack.md', 'skills/pay/SKILL.md'])
})

test('documents that do not exist are not affected', () => {
  expect(affectedDocuments([impact('market'), impact('assets')], new Map())).toEqual([])
})
