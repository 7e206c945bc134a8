import type { Project } from '../../ports/project.ts'
import type { Manifest } from './manifest.ts'

export type ExportedFunction = {
  readonly name: string
  readonly parameters: readonly string[]
  /** The text between name and body, as written. */
  readonly signature: string
  readonly comment: string
  readonly isAsync: boolean
}

export type Exports = {
  /** Names the package offers. */
  readonly names: ReadonlySet<string>
  readonly hasDefault: boolean
  /** Whether the names were read from the package's entry and nothing is left unknown. */
  readonly exact: boolean
  readonly functions: readonly ExportedFunction[]
}

const sourceFile = /\.(?:[cm]?[jt]s|[jt]sx)$/
const declaration =
  /^export\s+(?:declare\s+)?(default\s+)?(async\s+)?(?:abstract\s+)?(function\*?|const|let|var|class|type|interface|enum)\s+([A-Za-z_$][\w$]*)/gm

/** What the package exports, read from its entry file where that is in the project, else from all sources. */
export async function readExports(
  project: Project,
  manifest: Manifest,
  files: readonly string[],
): Promise<Exports> {
  const entry = entryOf(manifest, files)
  const typings = files.filter(
    (file) =>
      file === manifest.types?.replace(/^\.\//, '') ||
      file === entry?.replace(/\.([cm]?)js$/, '.d.$1ts'),
  )
  const starts =
    entry === null ? files.filter((file) => isLibrarySource(file)) : [entry, ...typings]
  const names = new Set<string>()
  const functions: ExportedFunction[] = []
  let hasDefault = false
  let exact = entry !== null
  const open = starts.slice(0, 60).map((file) => ({ file, whole: true }))
  const seen = new Set(open.map(({ file }) => file))
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const source = await project.read(next.file)
    if (source === null || source.length > 400_000) {
      exact = false
      continue
    }
    const found = exportsIn(source)
    exact &&= !found.opaque
    // of a file named in `export { a } from`, only the listed names are offered, and they are known already
    if (next.whole) for (const name of found.names) names.add(name)
    if (next.whole) hasDefault ||= found.hasDefault
    functions.push(...found.functions)
    for (const { from, whole } of found.reexported) {
      const file = resolveFile(next.file, from, files)
      if (file === null) exact = exact && !whole
      else if (!seen.has(file)) {
        seen.add(file)
        open.push({ file, whole: whole && next.whole })
      }
    }
  }
  const offered = functions.filter(({ name }) => names.has(name))
  return { names, hasDefault, exact: exact && (names.size > 0 || hasDefault), functions: offered }
}

export const isLibrarySource = (file: string): boolean =>
  sourceFile.test(file) &&
  !/\.d\.[cm]?ts$|(?:^|\/)(?:test|tests|__tests__|spec|examples?|bench|scripts|fixtures|docs)\/|\.(?:test|spec|config|bench|stories)\.|(?:^|\/)\./.test(
    file,
  )

function entryOf(manifest: Manifest, files: readonly string[]): string | null {
  const named = [
    ...entriesIn(manifest.exports),
    manifest.module,
    manifest.main,
    'index.js',
    'index.ts',
    'index.mjs',
    'src/index.ts',
    'src/index.js',
    'lib/index.js',
  ]
  for (const candidate of named) {
    if (candidate === undefined) continue
    const path = candidate.replace(/^\.\//, '')
    if (!sourceFile.test(path) || /\.d\.[cm]?ts$/.test(path)) continue
    const inSources = path.replace(/^(?:dist|build|lib|out)\//, 'src/').replace(/\.[cm]?js$/, '.ts')
    const match = [path, inSources, inSources.replace(/\.ts$/, '.js')].find((file) =>
      files.includes(file),
    )
    if (match !== undefined) return match
  }
  return null
}

function entriesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  const root: unknown = '.' in value ? value['.'] : value
  if (typeof root === 'string') return [root]
  if (typeof root !== 'object' || root === null) return []
  return Object.entries(root).flatMap(([key, inner]) =>
    key.startsWith('.') ? [] : entriesIn(inner),
  )
}

function exportsIn(source: string) {
  const names = new Set<string>()
  const functions: ExportedFunction[] = []
  const reexported: { readonly from: string; readonly whole: boolean }[] = []
  for (const match of source.matchAll(declaration)) {
    const name = match[4]!
    if (match[1] !== undefined) continue
    names.add(name)
    const exportedFunction = /^(?:type|interface|enum|class)$/.test(match[3]!)
      ? null
      : functionAt(source, match, name)
    if (exportedFunction) functions.push(exportedFunction)
  }
  for (const [, list = '', from] of source.matchAll(
    /^export\s+(?:type\s+)?\{([^}]{0,4000})\}(?:\s*from\s*['"]([^'"\n]+)['"])?/gm,
  )) {
    for (const part of list.split(',')) {
      const name = /([\w$]+)\s*$/.exec(part)?.[1]
      if (name) names.add(name)
    }
    if (from !== undefined) reexported.push({ from, whole: false })
  }
  for (const [, name = '', from = ''] of source.matchAll(
    /^export\s+\*(?:\s+as\s+([\w$]+))?\s+from\s*['"]([^'"\n]+)['"]/gm,
  )) {
    if (name) names.add(name)
    else reexported.push({ from, whole: true })
  }
  for (const [, name = ''] of source.matchAll(/\bexports\.([A-Za-z_$][\w$]*)\s*=/g)) names.add(name)
  const object = /\bmodule\.exports\s*=\s*\{([^}]{0,4000})\}/.exec(source)?.[1]
  for (const part of object?.split(',') ?? []) {
    const name = /^\s*([A-Za-z_$][\w$]*)/.exec(part)?.[1]
    if (name) names.add(name)
  }
  const hasDefault =
    names.has('default') ||
    /^export\s+default\b/m.test(source) ||
    /\bmodule\.exports\s*=|\bexports\.\w+\s*=/.test(source)
  for (const [, list = ''] of source.matchAll(
    /^export\s+(?:let|const|var)\s+([\w$]+(?:\s*,\s*[\w$]+)+)/gm,
  ))
    for (const name of list.split(',')) names.add(name.trim())
  // bundled or generated code offers names in ways that a scan cannot follow
  const opaque =
    /^.{1500}/m.test(source) ||
    /\bmodule\.exports\s*=\s*require|__exportStar|__reExport|Object\.(?:assign|defineProperty)\(\s*(?:module\.)?exports/.test(
      source,
    )
  return { names, functions, reexported, hasDefault, opaque }
}

function functionAt(source: string, match: RegExpExecArray, name: string): ExportedFunction | null {
  const after = match.index + match[0].length
  const isFunction = match[3]!.startsWith('function')
  const rest = source.slice(after, after + 1_500)
  const opening = isFunction
    ? /^\s*(?:<[^()]{0,200}>)?\s*\(/.exec(rest)
    : /^\s*(?::[^=]{0,200})?=\s*(async\s*)?(?:function\b[^(]{0,80})?\(/.exec(rest)
  if (!opening) return null
  const inside = balanced(rest, opening[0].length)
  if (inside === null) return null
  if (
    !isFunction &&
    !/^\s*(?::[^={]{0,200})?(?:=>|\{)/.test(rest.slice(opening[0].length + inside.length + 1))
  )
    return null
  const returns = /^\)\s*:\s*([^\n]{1,120}?)\s*(?:\{|=>)\s*$/m.exec(
    rest.slice(opening[0].length + inside.length),
  )?.[1]
  return {
    name,
    parameters: splitParameters(inside).map(
      (parameter) => /^(?:\.\.\.)?\s*([\w$]+)/.exec(parameter)?.[1] ?? 'options',
    ),
    signature: `(${inside.replace(/\s+/g, ' ').trim().replace(/,$/, '')})${returns ? `: ${returns}` : ''}`,
    comment: commentBefore(source, match.index),
    isAsync: match[2] !== undefined || opening[1] !== undefined,
  }
}

function balanced(source: string, start: number): string | null {
  let depth = 1
  for (let at = start; at < source.length; at += 1) {
    if ('([{'.includes(source[at]!)) depth += 1
    else if (')]}'.includes(source[at]!)) depth -= 1
    if (depth === 0) return source.slice(start, at)
  }
  return null
}

export function splitParameters(inside: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= inside.length; at += 1) {
    const char = inside[at]
    if (char !== undefined && '([{<'.includes(char)) depth += 1
    else if (char !== undefined && ')]}>'.includes(char) && inside[at - 1] !== '=') depth -= 1
    if (char !== undefined && !(char === ',' && depth === 0)) continue
    const part = inside.slice(from, at).trim()
    if (part !== '') parts.push(part)
    from = at + 1
  }
  return parts
}

function commentBefore(source: string, index: number): string {
  const before = source.slice(Math.max(0, index - 3_000), index).trimEnd()
  if (before.endsWith('*/')) {
    const inside = before.slice(before.lastIndexOf('/**') + 3, -2)
    const prose = inside.split('\n').map((line) => line.replace(/^\s*\*?\s?/, '').trim())
    const tag = prose.findIndex((line) => line.startsWith('@'))
    return prose
      .slice(0, tag === -1 ? undefined : tag)
      .join(' ')
      .trim()
  }
  const lines: string[] = []
  for (const line of before.split('\n').toReversed()) {
    const comment = /^\/\/\s?(.*)$/.exec(line)
    if (!comment) break
    lines.unshift(comment[1]!)
  }
  return lines.join(' ').trim()
}

function resolveFile(from: string, specifier: string, files: readonly string[]): string | null {
  if (!specifier.startsWith('.')) return null
  const folder = from.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') folder.pop()
    else if (part !== '.') folder.push(part)
  }
  const path = folder.join('/')
  const bare = path.replace(/\.[cm]?js$/, '')
  return (
    [
      path,
      `${path}.ts`,
      `${path}.js`,
      `${bare}.ts`,
      `${bare}.tsx`,
      `${path}/index.ts`,
      `${path}/index.js`,
    ].find((file) => files.includes(file)) ?? null
  )
}
