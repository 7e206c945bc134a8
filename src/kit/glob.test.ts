import { describe, expect, test } from 'vitest'
import { coveredBy, globMatcher, isPattern } from './glob.ts'

describe('a pattern of paths', () => {
  test.each([
    ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
    ['app/[id]/page.tsx', 'app/[slug]/page.tsx', false],
    ['app/[id]/**', 'app/[id]/deep/page.tsx', true],
    ['app/[...slug]/*.tsx', 'app/[...slug]/page.tsx', true],
    ['app/[[...slug]]', 'app/[[...slug]]/page.tsx', true],
    ['app/[id].{test,spec}.*', 'app/[id].test.ts', true],
    ['app/(shop)/page.tsx', 'app/(shop)/page.tsx', true],
    ['app/(shop)/**/*.tsx', 'app/(shop)/cart/page.tsx', true],
    ['app/(shop)/*', 'app/(other)/page.tsx', false],
    ['app/(.)photo/*', 'app/(.)photo/page.tsx', true],
    ['packages/@scope/*', 'packages/@scope/a.ts', true],
    ['packages/@scope', 'packages/@scope/a/b.ts', true],
    ['src/routes/+page.ts', 'src/routes/+page.ts', true],
    ['src/routes/**/+page.{ts,svelte}', 'src/routes/shop/+page.svelte', true],
    ['src/?(*.)+(spec|test).ts', 'src/a.test.ts', true],
    ['**/*.@(js|ts)', 'deep/a.ts', true],
    ['**/*.@(js|ts)', 'deep/a.css', false],
    ['**/*.ts', '.config/a.ts', true],
  ])('%s covers %s: %s', (pattern, path, expected) => {
    expect(globMatcher(pattern)(path)).toBe(expected)
  })

  test('takes paths out again with !', () => {
    expect(coveredBy('src/a.ts', ['src', '!src/b.ts'])).toBe(true)
    expect(coveredBy('src/b.ts', ['src', '!src/b.ts'])).toBe(false)
  })

  test('is told from a path that only looks like one', () => {
    for (const path of ['app/[id]/page.tsx', '(shop)/a.ts', '@scope/a.ts', '+page.ts', 'src/a.ts'])
      expect(isPattern(path), path).toBe(false)
    for (const path of ['src/*.ts', 'src/{a,b}.ts', 'src/?.ts', 'src/[ab]c.ts', '@(a|b)/x'])
      expect(isPattern(path), path).toBe(true)
  })
})
