import { describe, expect, test } from 'vitest'
import { outsideScope, scopeMatcher } from '../../ports/repository-scope.ts'
import { buildPrompt } from './prompt/build-prompt.ts'
import { anOrder } from './sample-order.contract.ts'
import { withFollowers } from './scope.ts'

const outside = (scope: readonly string[], ...paths: readonly string[]) => {
  const covers = scopeMatcher(withFollowers(scope))
  return paths.filter((path) => !covers(path))
}

describe('a scope', () => {
  test('[WOBUG-7] that names a source file takes in the tests of that file, and no others', () => {
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

  test('[WOBUG-7] of patterns, folders, tests and other files stays as it is', () => {
    for (const scope of [[], ['src/*.ts'], ['src'], ['README.md'], ['src/a.test.ts'], ['!a.ts']])
      expect(withFollowers(scope)).toEqual(scope)
    expect(outsideScope([], withFollowers([]))).toEqual([])
  })

  test('[WOBUG-7] is told to the proposer with it', () => {
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
