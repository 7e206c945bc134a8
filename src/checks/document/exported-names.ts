import { posix } from 'node:path'
import type { ArrowFunctionExpression, Directive, Function, Statement } from 'oxc-parser'
import { squeeze } from '../../kit/lines.ts'
import type { Project } from '../../ports/project.ts'
import type { Manifest } from './manifest.ts'

export type ExportedFunction = {
  readonly name: string
  /** From its parameters to what it returns, as written. */
  readonly signature: string
  readonly comment: string
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
  const visited = new Set(open.map(({ file }) => file))
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const source = await project.read(next.file)
    if (source === null || source.length > 400_000) {
      exact = false
      continue
    }
    const result = await exportsIn(next.file, source)
    exact &&= !result.opaque
    // of a file named in `export { a } from`, only the listed names are offered, and they are known already
    if (next.whole) for (const name of result.names) names.add(name)
    if (next.whole) hasDefault ||= result.hasDefault
    functions.push(...result.functions)
    for (const { from, whole } of result.reexported) {
      const file = resolveFile(next.file, from, files)
      if (file === null) exact = exact && !whole
      else if (!visited.has(file)) {
        visited.add(file)
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

const kindOf = ({ kind }: { readonly kind: string }): string => kind

async function exportsIn(file: string, source: string) {
  const { parseSync } = await import('oxc-parser')
  const { module, program, comments } = parseSync(file, source)
  const entries = module.staticExports.flatMap((each) => each.entries)
  const offered = entries.flatMap(({ exportName }) => exportName.name ?? [])
  const common = [
    ...[...source.matchAll(/\bexports\.([A-Za-z_$][\w$]*)\s*=/g)].flatMap(([, name]) => name ?? []),
    ...(/\bmodule\.exports\s*=\s*\{([^}]{0,4000})\}/.exec(source)?.[1] ?? '')
      .split(',')
      .flatMap((part) => /^\s*([A-Za-z_$][\w$]*)/.exec(part)?.[1] ?? []),
  ]
  const names = new Set([...offered, ...common])
  const commentBefore = (start: number): string => {
    const own = comments.findLast(
      ({ end }) => end <= start && source.slice(end, start).trim() === '',
    )
    return own === undefined ? '' : proseOf(own.value)
  }
  return {
    names,
    functions: functionsIn(program.body, source, commentBefore),
    reexported: entries.flatMap(({ moduleRequest, importName, exportName }) =>
      moduleRequest === null || kindOf(importName) === 'All'
        ? []
        : [{ from: moduleRequest.value, whole: kindOf(exportName) === 'None' }],
    ),
    hasDefault:
      names.has('default') ||
      entries.some(({ exportName }) => kindOf(exportName) === 'Default') ||
      /\bmodule\.exports\s*=|\bexports\.\w+\s*=/.test(source),
    // bundled or generated code offers names in ways that a scan cannot follow
    opaque:
      /^.{1500}/m.test(source) ||
      /\bmodule\.exports\s*=\s*require|__exportStar|__reExport|Object\.(?:assign|defineProperty)\(\s*(?:module\.)?exports/.test(
        source,
      ),
  }
}

/** Functions, and constants that hold one. */
const functionsIn = (
  body: readonly (Directive | Statement)[],
  source: string,
  commentBefore: (start: number) => string,
): readonly ExportedFunction[] =>
  body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    const { declaration, start } = statement
    const declared =
      declaration?.type === 'VariableDeclaration'
        ? declaration.declarations.map(({ id, init }) => ({ id, value: init }))
        : declaration?.type === 'FunctionDeclaration' || declaration?.type === 'TSDeclareFunction'
          ? [{ id: declaration.id, value: declaration }]
          : []
    return declared.flatMap(({ id, value }) =>
      id?.type === 'Identifier' && value !== null && 'params' in value
        ? [{ name: id.name, signature: signatureOf(value, source), comment: commentBefore(start) }]
        : [],
    )
  })

function signatureOf(
  { params, returnType }: Pick<Function | ArrowFunctionExpression, 'params' | 'returnType'>,
  source: string,
): string {
  const written = params.map(({ start, end }) => source.slice(start, end)).join(', ')
  const returns = returnType ? source.slice(returnType.start, returnType.end) : ''
  return squeeze(`(${written})${returns}`)
}

/** A comment without its stars, up to its first tag. */
function proseOf(comment: string): string {
  const prose = comment.split('\n').map((line) => line.replace(/^\s*\**\s?/, '').trim())
  const tag = prose.findIndex((line) => line.startsWith('@'))
  return squeeze(prose.slice(0, tag === -1 ? undefined : tag).join(' '))
}

function resolveFile(from: string, specifier: string, files: readonly string[]): string | null {
  if (!specifier.startsWith('.')) return null
  const path = posix.join(posix.dirname(from), specifier)
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
