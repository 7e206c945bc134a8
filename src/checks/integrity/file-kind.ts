/** What a file is for. `support` helps tests, `script` is run by hand or by the build, not shipped. */
export type FileKind = 'test' | 'support' | 'config' | 'script' | 'generated' | 'types' | 'source'

const code = '\\.[cm]?[jt]sx?$'
const patterns: readonly (readonly [FileKind, RegExp])[] = [
  [
    'generated',
    new RegExp(
      `(^|/)(node_modules|dist|vendor|vendored|third[-_]party|__generated__|generated)/|\\.min${code}|\\.(generated|gen)${code}`,
    ),
  ],
  ['test', new RegExp(`[._-](test|tests|spec|specs|cy|e2e|contract)${code}`)],
  ['types', /\.d\.[cm]?ts$/],
  [
    'config',
    new RegExp(
      `(^|/)(\\.[\\w-]+rc|[\\w-]+\\.config|[\\w.-]+\\.workspace|karma\\.conf|gulpfile|Gruntfile)(\\.[\\w-]+)?${code}`,
    ),
  ],
  ['support', /(^|\/)(__tests__|__mocks__|__fixtures__|tests?|specs?|e2e|fixtures|cypress)\//],
  [
    'support',
    /(^|\/)(vitest|jest|test)[-._]?setup|[-._]setup[-._]?(tests?|files?)?\.[cm]?[jt]sx?$/i,
  ],
  ['script', /(^|\/)(scripts?|bench(marks?)?|examples?|bin|tools?|demo|docs|\.github|\.husky)\//],
]

export const kindOfFile = (path: string): FileKind =>
  patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? 'source'

/** Whether a file belongs to the tests: it has cases itself or only helps them. */
export const isTestKind = (kind: FileKind): boolean => kind === 'test' || kind === 'support'
