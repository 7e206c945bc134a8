import type { FileTree } from '../../model/file-tree.ts'
import { isScriptPath, type ParseSource, type Source } from './source.ts'

/** What the task allows. Whatever is left out was not asked for. */
export type Asked = {
  /** Files and folders that may change: paths, folders, or patterns with `*` and `**`. */
  readonly scope?: readonly string[]
  /** Exported names that may be removed, renamed or changed; `*` allows all. */
  readonly exports?: readonly string[]
  /** Titles or files of tests that may be removed or switched off; `*` allows all. */
  readonly tests?: readonly string[]
  /** Titles or files of tests whose expected values may change; `*` allows all. */
  readonly expectations?: readonly string[]
  /** Packages that may be added, changed or removed; `*` allows all. */
  readonly dependencies?: readonly string[]
  /** Files with settings, scripts or workflows that may be loosened; `*` allows all. */
  readonly settings?: readonly string[]
}

/** A file of code that the change touched, with what it was before; a moved file is one of these. */
export type FileChange = {
  readonly path: string
  readonly kind: FileKind
  readonly before: Source | null
  readonly after: Source | null
}

/** A file of any kind that differs. */
export type TextChange = {
  readonly path: string
  /** Where it was before; the same as `path` unless it moved. */
  readonly oldPath: string
  readonly before: string | null
  readonly after: string | null
}

export type Change = {
  readonly before: FileTree
  readonly after: FileTree
  readonly asked: Asked
  readonly texts: readonly TextChange[]
  readonly files: readonly FileChange[]
  /** Any file of code of either tree, parsed once. */
  readonly source: (side: 'before' | 'after', path: string) => Source | null
  readonly parse: ParseSource
}

export function readChange(
  trees: { readonly before: FileTree; readonly after: FileTree; readonly asked?: Asked },
  parse: ParseSource,
): Change {
  const { before, after } = trees
  const known = new Map<string, Source | null>()
  const source = (side: 'before' | 'after', path: string): Source | null => {
    const text = trees[side].get(path)
    if (text === undefined) return null
    // an unchanged file is the same on both sides
    const key = `${text === before.get(path) ? '' : side}:${path}`
    const observed = known.get(key)
    if (observed !== undefined) return observed
    const parsed = parse(path, text)
    known.set(key, parsed)
    return parsed
  }
  const texts = textChanges(before, after)
  const files = texts
    .filter(({ path, oldPath }) => isScriptPath(path) || isScriptPath(oldPath))
    .map(({ path, oldPath, before: old, after: now }) => ({
      // code that got a name without a meaning for tools is gone for them
      path: isScriptPath(path) ? path : oldPath,
      kind: kindOfFile(isScriptPath(path) ? path : oldPath),
      before: old === null ? null : source('before', oldPath),
      after: now === null || !isScriptPath(path) ? null : source('after', path),
    }))
  return { before, after, asked: trees.asked ?? {}, texts, files, source, parse }
}

const byCodeUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function textChanges(before: FileTree, after: FileTree): readonly TextChange[] {
  const removed = [...before].filter(([path]) => !after.has(path))
  const added = [...after].filter(([path]) => !before.has(path))
  const moves = movesBetween(removed, added)
  const changes: TextChange[] = []
  for (const [path, text] of after) {
    const old = before.get(path)
    if (old === text) continue
    const from = moves.get(path)
    changes.push({
      path,
      oldPath: from ?? path,
      before: old ?? (from === undefined ? null : (before.get(from) ?? null)),
      after: text,
    })
  }
  const movedAway = new Set(moves.values())
  for (const [path, text] of removed)
    if (!movedAway.has(path)) changes.push({ path, oldPath: path, before: text, after: null })
  return changes.toSorted((a, b) => byCodeUnit(a.path, b.path))
}

type Entry = readonly [path: string, text: string]

/** Where added files came from: removed ones with the same or nearly the same lines. */
function movesBetween(
  removed: readonly Entry[],
  added: readonly Entry[],
): ReadonlyMap<string, string> {
  const moves = new Map<string, string>()
  const taken = new Set<string>()
  const match = (fits: (one: Entry, other: Entry) => boolean) => {
    for (const now of added) {
      if (moves.has(now[0])) continue
      const from = removed.find((old) => !taken.has(old[0]) && fits(old, now))
      if (from === undefined) continue
      moves.set(now[0], from[0])
      taken.add(from[0])
    }
  }
  const extension = (path: string) => path.slice(path.lastIndexOf('.') + 1).replace('x', '')
  match((old, now) => old[1] === now[1])
  match(
    (old, now) =>
      extension(old[0]).endsWith(extension(now[0]).slice(-2)) && sharedLines(old[1], now[1]) >= 0.6,
  )
  return moves
}

function sharedLines(one: string, other: string): number {
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 3)
  const left = lines(one)
  const right = new Set(lines(other))
  const shared = left.filter((line) => right.has(line)).length
  return shared / Math.max(1, left.length, right.size)
}

/** Whether a list of what was asked for names this; `*` names everything. */
export const isAsked = (
  list: readonly string[] | undefined,
  ...names: readonly string[]
): boolean => list?.some((each) => each === '*' || names.includes(each)) ?? false

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
  // tests of types are read by the compiler and never run
  [
    'types',
    /\.d\.[cm]?ts$|[._-](test|spec)-d\.[cm]?tsx?$|(^|\/)(test-types|types?-tests?|test-d|tsd|dtslint)\//,
  ],
  // what a test hands to the program that it tests
  ['support', /(^|\/)(__fixtures__|fixtures)\//],
  ['test', new RegExp(`(?:[._-]|(?:^|/))(test|tests|spec|specs|cy|e2e|contract)${code}`)],
  [
    'config',
    new RegExp(
      `(^|/)(\\.[\\w-]+rc|[\\w-]+\\.config|[\\w.-]+\\.workspace|karma\\.conf|gulpfile|Gruntfile)(\\.[\\w-]+)?${code}`,
    ),
  ],
  [
    'support',
    /(^|\/)(__tests__|__mocks__|__fixtures__|tests?|test-[\w-]+|specs?|e2e|fixtures|cypress)\//,
  ],
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
