import picomatch from 'picomatch'

const options = { dot: true } as const

/**
 * Whether a pattern covers a path: `*`, `**`, `?`, `{a,b}`, `[ab]` and extended globs. A folder covers all that is
 * in it, and `/` or `<rootDir>/` in front names the root. A literal name wins, since `app/[id]/page.tsx` and `(shop)` are paths and globs at the same time.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const known = matchers.get(pattern)
  if (known !== undefined) return known
  const made = matcherOf(pattern.replace(/^(?:\.?\/|<rootDir>\/)+/, '').replace(/\/+$/, ''))
  matchers.set(pattern, made)
  return made
}

const matchers = new Map<string, (path: string) => boolean>()

function matcherOf(plain: string): (path: string) => boolean {
  if (plain === '' || plain === '.') return () => true
  const expressions = [...new Set([plain, routesEscaped(plain)])].flatMap(expressionsOf)
  return (path) =>
    path === plain ||
    path.startsWith(`${plain}/`) ||
    expressions.some((expression) => expression.test(path))
}

function expressionsOf(glob: string): readonly RegExp[] {
  try {
    // whoever takes something out with "!" does so before
    const plain = glob.replace(/^!(?!\()/, String.raw`\!`).replace(/\[!/g, '[^')
    return [plain, `${plain}/**`].map((each) => picomatch.makeRe(each, options))
  } catch {
    // a pattern that nobody can read covers nothing but its own name
    return []
  }
}

/** `[id]`, `[...slug]` and `(shop)` as names of folders; as globs they would be single letters and plain groups. */
const routesEscaped = (pattern: string): string =>
  pattern
    .split('/')
    .map((segment) =>
      segment
        .replace(/^\[+[\w.-]+\]+(?=$|\.)/, (name) => name.replace(/[[\]]/g, String.raw`\$&`))
        .replace(/(^|[^@+*?!\\])\(([^()|]*)\)/g, String.raw`$1\($2\)`),
    )
    .join('/')

/** Whether a path is written with signs that stand for more than themselves. */
export const isPattern = (path: string): boolean =>
  picomatch.scan(routesEscaped(path)).isGlob || /\{[^}]*,/.test(path)

/** Whether some pattern covers the path and none that begins with `!` takes it out again. */
export const coveredBy = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((each) => !each.startsWith('!') && globMatcher(each)(path)) &&
  !patterns.some((each) => each.startsWith('!') && globMatcher(each.slice(1))(path))
