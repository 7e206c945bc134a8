import { isPattern } from '../../kit/glob.ts'

const source = /^(?:(.*)\/)?([^/]+)\.([cm]?[jt]sx?)$/
const isTest = /\.(?:test|spec)\.[^./]+$|(?:^|\/)(?:__tests__|tests?)\//

/**
 * What may change: the scope of an order, the tests of the source files it names, and the lock of its packages.
 * Acceptance asks for tests, so an order for `src/price.ts` cannot be one that forbids `src/price.test.ts`.
 */
export const withFollowers = (scope: readonly string[]): readonly string[] => [
  ...new Set([...scope, ...scope.flatMap(followersOf)]),
]

function followersOf(entry: string): readonly string[] {
  // an installed package is written down in both
  if (entry === 'package.json') return ['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml']
  const match = source.exec(entry.replace(/^(\.\/)+/, ''))
  // a pattern says itself what it covers
  if (match === null || isPattern(entry) || entry.startsWith('!') || isTest.test(entry)) return []
  const [, folder, name = ''] = match
  const beside = folder === undefined ? '' : `${folder}/`
  const named = `${name}.{test,spec}.*`
  return [
    `${beside}${named}`,
    `${beside}__tests__/${name}.*`,
    `${beside}__tests__/${named}`,
    `test/**/${named}`,
    `tests/**/${named}`,
  ]
}
