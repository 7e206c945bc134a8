import type { FileTree } from '../../model/file-tree.ts'
import { type Change, type FileKind, kindOfFile } from './change.ts'
import { fileAt, normalPath, resolveModule } from './modules.ts'
import { dotted, keyName, literalOf } from './names.ts'
import { isRecord, jsonObject } from './package-json.ts'
import { all, is, isScriptPath, type Node, type Source } from './source.ts'

/** One file's wish for a name of another; `*` stands for all of its names. */
export type Use = { readonly from: string; readonly kind: FileKind; readonly name: string }

export type ModuleGraph = {
  /** Who uses what of a file. */
  readonly usesOf: (path: string) => readonly Use[]
  /** Files that people outside of the project may import, or that are started by themselves. */
  readonly entries: ReadonlySet<string>
}

const known = new WeakMap<Change, Partial<Record<'before' | 'after', ModuleGraph>>>()

export function moduleGraph(change: Change, side: 'before' | 'after'): ModuleGraph {
  const graphs = known.get(change) ?? {}
  known.set(change, graphs)
  return (graphs[side] ??= build(change, side))
}

function build(change: Change, side: 'before' | 'after'): ModuleGraph {
  const tree = change[side]
  const entries = new Set(entriesOf(tree))
  const uses = new Map<string, readonly Use[]>()
  const usesOf = (path: string): readonly Use[] => {
    const observed = uses.get(path)
    if (observed !== undefined) return observed
    const results = filesNaming(tree, mentionsOf(path)).flatMap((from) => {
      const source = change.source(side, from)
      if (source === null) return []
      const kind = kindOfFile(from)
      return [...requestsOf(source)].flatMap(([request, name]) =>
        resolveModule(tree, from, request) === path ? [{ from, kind, name }] : [],
      )
    })
    uses.set(path, results)
    return results
  }
  return { usesOf, entries }
}

/** Only a file that mentions one of these can import what they name; the others need not be parsed. */
export const filesNaming = (tree: FileTree, names: readonly string[]): readonly string[] =>
  [...tree].flatMap(([path, text]) =>
    isScriptPath(path) &&
    names.some((name) => text.includes(name)) &&
    !/(?:^|\/)node_modules\//.test(path)
      ? [path]
      : [],
  )

/** What an import of a file has to say: its name without ending, or its folder for an index. */
export function mentionsOf(path: string): readonly string[] {
  const parts = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '').split('/')
  const last = parts.at(-1) ?? ''
  if (last !== 'index') return [`/${last}`]
  return [`/${parts.at(-2) ?? 'index'}`, '/index', `'.'`, `'..'`, `"."`, `".."`, `'./'`, `'../'`]
}

/** What a file asks of others: `[module, name]`. */
export function* requestsOf(source: Source): Generator<readonly [string, string]> {
  const { staticImports, staticExports, dynamicImports } = source.module
  for (const { moduleRequest, entries } of staticImports) {
    if (entries.length === 0) yield [moduleRequest.value, '']
    for (const { importName } of entries) {
      const kind: string = importName.kind
      yield [moduleRequest.value, kind === 'Default' ? 'default' : (importName.name ?? '*')]
    }
  }
  for (const { entries } of staticExports)
    for (const { moduleRequest, importName } of entries)
      if (moduleRequest !== null) yield [moduleRequest.value, importName.name ?? '*']
  for (const { moduleRequest } of dynamicImports) {
    const text = source.text.slice(moduleRequest.start, moduleRequest.end)
    if (/^['"`][^'"`$]+['"`]$/.test(text)) yield [text.slice(1, -1), '*']
  }
  // the tree is only asked for where there is something to find
  if (source.text.includes('require'))
    for (const call of all(source, 'CallExpression')) {
      const request = /^require(?:\.resolve)?$/.test(dotted(call.callee))
        ? literalOf(call.arguments[0])
        : null
      if (request !== null) for (const name of namesTaken(source, call)) yield [request, name]
    }
  if (source.text.includes('new URL'))
    for (const made of all(source, 'NewExpression')) {
      const request = dotted(made.callee) === 'URL' ? literalOf(made.arguments[0]) : null
      if (request?.startsWith('.') === true) yield [request, '*']
    }
}

/** `const { a, b } = require('./c')` takes two names, everything else may take all. */
function namesTaken(source: Source, call: Node): readonly string[] {
  const up = source.parentOf.get(call)
  if (!is('VariableDeclarator')(up) || !is('ObjectPattern')(up.id)) return ['*']
  return up.id.properties.map((each) =>
    is('Property')(each) && !each.computed ? keyName(each.key) : '*',
  )
}

const usualEntries =
  'src/index index src/main main src/cli src/app src/server lib/index src/mod mod'.split(' ')

/** The files a package offers or starts: what its package file names, found in the source. */
export function entriesOf(tree: FileTree): readonly string[] {
  const names: string[] = []
  for (const [path, text] of tree) {
    if (!/(?:^|\/)package\.json$/.test(path) || /(?:^|\/)node_modules\//.test(path)) continue
    const folder = path.slice(0, -'package.json'.length)
    const own = jsonObject(text)
    const named = ['main', 'module', 'types', 'typings', 'browser', 'bin', 'exports'].flatMap(
      (field) => pathsIn(own[field]),
    )
    const scripts = pathsIn(own['scripts']).flatMap(
      (line) => line.match(/[\w./-]+\.[cm]?[jt]sx?\b/g) ?? [],
    )
    for (const each of [...named, ...scripts, ...usualEntries]) {
      const target = sourceOf(tree, normalPath(`${folder}${each}`), folder)
      if (target !== null) names.push(target)
    }
  }
  return names
}

function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return isRecord(value) ? Object.values(value).flatMap(pathsIn) : []
}

/** The files that the package file of the project itself names for its users. */
export function namedEntries(tree: FileTree): readonly string[] {
  const own = jsonObject(tree.get('package.json'))
  return [own['main'], own['module'], own['exports']]
    .flatMap(pathsIn)
    .flatMap((each) => sourceOf(tree, normalPath(each), '') ?? [])
}

/** A built file is a source file under another roof. */
export function sourceOf(tree: FileTree, path: string, folder: string): string | null {
  const direct = fileAt(tree, path)
  if (direct !== null && kindOfFile(direct) !== 'generated') return direct
  const inside = path
    .slice(folder.length)
    .replace(/^(?:dist|build|lib|out)\/(?:types\/|esm\/|cjs\/|src\/)?/, '')
    .replace(/\.d\.[cm]?ts$/, '')
    .replace(/\.[cm]?[jt]sx?$/, '')
  return fileAt(tree, `${folder}src/${inside}`) ?? fileAt(tree, `${folder}${inside}`)
}
