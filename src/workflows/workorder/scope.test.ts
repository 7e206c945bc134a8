import { describe, expect, test } from 'vitest'
import { inspectChange } from '../../checks/integrity/inspect-change.ts'
import { outsideScope, scopeMatcher } from '../../ports/repository-scope.ts'
import { buildPrompt } from './prompt/build-prompt.ts'
import { anOrder } from './sample-order.contract.ts'
import { withFollowers } from './scope.ts'

const outside = (scope: readonly string[], ...paths: readonly string[]) => {
  const covers = scopeMatcher(withFollowers(scope))
  return paths.filter((path) => !covers(path))
}

describe('a scope', () => {
  test('that names a source file takes in the tests of that file, and no others', () => {
    expect(
      outside(
        ['src/price.ts'],
        'src/price.ts',
        'src/price.test.ts',
        'src/price.spec.tsx',
        'src/__tests__/price.ts',
        'src/__tests__/price.test.ts',
        'test/price.test.js',
        'tests/unit/price.test.ts',
      ),
    ).toEqual([])
    const others = ['src/other.test.ts', 'src/price-list.ts', 'src/price.json', 'lib/price.test.ts']
    expect(outside(['src/price.ts'], ...others)).toEqual(others)
    expect(outside(['index.js'], 'index.test.js')).toEqual([])
    expect(outside(['package.json'], 'package-lock.json', 'tsconfig.json')).toEqual([
      'tsconfig.json',
    ])
  })

  test('of patterns, folders, tests and other files stays as it is', () => {
    for (const scope of [[], ['src/*.ts'], ['src'], ['README.md'], ['src/a.test.ts'], ['!a.ts']])
      expect(withFollowers(scope)).toEqual(scope)
    expect(outsideScope([], withFollowers([]))).toEqual([])
  })

  test('takes names of routes for names, in both places where it is asked', async () => {
    const paths = ['app/[id]/page.tsx', 'app/(shop)/page.tsx', 'pkg/@scope/a.ts', 'src/+page.ts']
    for (const path of paths) {
      expect(outside([path], path), path).toEqual([])
      const findings = await inspectChange({
        before: new Map(),
        after: new Map([[path, 'export const a = 1\n']]),
        asked: { scope: withFollowers([path]) },
      })
      expect(
        findings.filter(({ rule }) => rule.includes('out-of-scope')),
        path,
      ).toEqual([])
    }
    expect(outside(['app/[id]/page.tsx'], 'app/[id]/page.test.tsx')).toEqual([])
    expect(outside(['app/(shop)/page.tsx'], 'app/other/page.tsx')).toEqual(['app/other/page.tsx'])
  })

  test('is told to the proposer with it', () => {
    const told = (files_in_scope: string[]) =>
      buildPrompt({
        template: '{{task}}',
        order: anOrder({ files_in_scope }),
        context: [],
        guidelines: [],
        taught: {},
      }).text
    expect(told(['src/price.ts'])).toContain('their tests')
    expect(told(['src/**'])).not.toContain('their tests')
  })
})
