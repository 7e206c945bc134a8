import type { FileChange } from './repository.ts'

/**
 * Paths of changes that no entry of the scope covers. An entry is a path, a folder (all below it) or a
 * glob with `*`, `**`, `?`, `{a,b}` and `[ab]`; one that begins with `!` takes paths out again.
 * An empty scope covers everything.
 */
export function outsideScope(
  changes: readonly FileChange[],
  scope: readonly string[],
): readonly string[] {
  const covers = scopeMatcher(scope)
  const touched = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path]))
  return [...new Set(touched)].filter((path) => !covers(path)).toSorted()
}

export function scopeMatcher(scope: readonly string[]): (path: string) => boolean {
  const wanted = scope.filter((entry) => !entry.startsWith('!')).map(entryMatcher)
  const unwanted = scope
    .filter((entry) => entry.startsWith('!'))
    .map((entry) => entryMatcher(entry.slice(1)))
  return (path) =>
    (wanted.length === 0 || wanted.some((covers) => covers(path))) &&
    !unwanted.some((covers) => covers(path))
}

function entryMatcher(entry: string): (path: string) => boolean {
  const plain = entry.replace(/^(\.\/)+/, '').replace(/\/+$/, '')
  if (plain === '' || plain === '.') return () => true
  const glob = globPattern(plain)
  // a literal name wins, as `app/[id]/page.tsx` is a path and a glob
  return (path) => path === plain || path.startsWith(`${plain}/`) || glob.test(path)
}

function globPattern(glob: string): RegExp {
  try {
    return new RegExp(`^${sourceOf(glob)}(?:/.*)?$`, 'su')
  } catch {
    // a glob that makes no sense, such as [z-a], covers nothing
    return /(?!)/
  }
}

function sourceOf(glob: string): string {
  let source = ''
  for (let at = 0; at < glob.length;) {
    const taken = tokenAt(glob, at)
    source += taken.source
    at += taken.length
  }
  return source
}

type Token = { readonly source: string; readonly length: number }

function tokenAt(glob: string, at: number): Token {
  const rest = glob.slice(at)
  if (rest.startsWith('**/')) return { source: '(?:[^/]+/)*', length: 3 }
  if (rest.startsWith('**')) return { source: '.*', length: 2 }
  if (rest.startsWith('*')) return { source: '[^/]*', length: 1 }
  if (rest.startsWith('?')) return { source: '[^/]', length: 1 }
  const set = /^\[(!?)([^\]/]+)\]/.exec(rest)
  if (set) return { source: classOf(set), length: set[0].length }
  const choice = /^\{([^{}]*,[^{}]*)\}/.exec(rest)
  if (choice)
    return {
      source: `(?:${(choice[1] ?? '').split(',').map(sourceOf).join('|')})`,
      length: choice[0].length,
    }
  const letter = String.fromCodePoint(rest.codePointAt(0) ?? 0)
  return { source: escaped(letter), length: letter.length }
}

const classOf = ([, not, members]: RegExpExecArray): string =>
  `[${not === '!' ? '^/' : ''}${(members ?? '').replace(/[\\\]^[]/g, String.raw`\$&`)}]`

const escaped = (letter: string): string => letter.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
