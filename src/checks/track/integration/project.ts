import { isProduct } from '../../acceptance/test-proof.ts'
import { isTestKind, kindOfFile } from '../../integrity/change.ts'
import { functionsOf, type Named } from '../../integrity/functions.ts'
import { resolveModule } from '../../integrity/modules.ts'
import { chainOf, literalOf } from '../../integrity/names.ts'
import { jsonObject, stringsIn } from '../../integrity/package-json.ts'
import {
  above,
  all,
  is,
  isFunction,
  isScriptPath,
  lineAt,
  type FunctionNode,
  type Node,
  type Source,
} from '../../integrity/source.ts'
import type { Issue } from '../evaluation.ts'
import type { TrackFacts } from '../facts.ts'
import { parserOf } from '../parse-once.ts'
import { defaultName, type Import, initOf, lookUp, type Names } from './look-up.ts'

/** The code of a project, parsed, with the names that lead from one file to another. */
export type Project = {
  readonly facts: TrackFacts
  /** Everything that ships. */
  readonly product: readonly Source[]
  /** What ships of the files that the track touched. */
  readonly touched: readonly Source[]
  readonly tests: readonly Source[]
  /** Settings of tools that are written as code. */
  readonly settings: readonly Source[]
  /** Packages with the version that is asked for. */
  readonly packages: ReadonlyMap<string, string>
  readonly importOf: Names['importOf']
  readonly fileOf: Names['fileOf']
  /** Functions that a name or a member may stand for. */
  readonly functionsAt: (source: Source, callee: Node) => readonly Named[]
  /** Where a function is called, or handed on as a value. */
  readonly usesOf: (named: Named) => readonly Use[]
}

export type Use = { readonly source: Source; readonly node: Node; readonly isCall: boolean }

export async function readProject(facts: TrackFacts): Promise<Project> {
  const parse = await parserOf(facts.files)
  const sources = new Map<string, Source>()
  for (const [path, text] of facts.files) {
    const source = isScriptPath(path) && !/\.d\.[cm]?ts$/.test(path) ? parse(path, text) : null
    if (source !== null && !source.broken) sources.set(path, source)
  }
  const everything = [...sources.values()]
  const product = everything.filter(({ path }) => isProduct(path))
  const touched = new Set(facts.touched)
  const imports = new Map<Source, ReadonlyMap<string, Import>>()
  const importOf = (source: Source, name: string) => {
    const known = imports.get(source) ?? importsIn(source)
    imports.set(source, known)
    return known.get(name) ?? null
  }
  const fileOf = (source: Source, request: string) =>
    sources.get(resolveModule(facts.files, source.path, request) ?? '') ?? null
  const byName = Map.groupBy(product.flatMap(functionsOf), ({ short }) => short)
  const functionsAt = (source: Source, callee: Node) =>
    lookUp({ byName, importOf, fileOf }, source, callee)
  let uses: ReadonlyMap<Node, readonly Use[]> | null = null
  return {
    facts,
    product,
    touched: product.filter(({ path }) => touched.has(path)),
    tests: everything.filter(({ path }) => isTestKind(kindOfFile(path))),
    settings: everything.filter(({ path }) => kindOfFile(path) === 'config'),
    packages: packagesOf(facts),
    importOf,
    fileOf,
    functionsAt,
    usesOf: ({ node }) => (uses ??= usesIn(product, functionsAt)).get(node) ?? [],
  }
}

function packagesOf({ files }: TrackFacts): ReadonlyMap<string, string> {
  const own = [...files].filter(([path]) => /(?:^|\/)package\.json$/.test(path))
  return new Map(
    own.flatMap(([, text]) =>
      ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((field) =>
        Object.entries(stringsIn(jsonObject(text)[field])),
      ),
    ),
  )
}

function importsIn(source: Source): ReadonlyMap<string, Import> {
  const result = new Map<string, Import>()
  for (const { moduleRequest, entries } of source.module.staticImports)
    for (const { importName, localName } of entries) {
      const kind: string = importName.kind
      const name = kind === 'Default' ? 'default' : (importName.name ?? '*')
      result.set(localName.value, { module: moduleRequest.value, name })
    }
  for (const { id, init } of all(source, 'VariableDeclarator')) {
    const call = init?.type === 'AwaitExpression' ? init.argument : init
    const request =
      call?.type === 'CallExpression' && chainOf(call.callee).join('.') === 'require'
        ? literalOf(call.arguments[0])
        : call?.type === 'ImportExpression'
          ? literalOf(call.source)
          : null
    if (request === null) continue
    if (id.type === 'Identifier') result.set(id.name, { module: request, name: 'default' })
    if (id.type === 'ObjectPattern')
      for (const each of id.properties)
        if (each.type === 'Property' && each.value.type === 'Identifier')
          result.set(each.value.name, {
            module: request,
            name: each.key.type === 'Identifier' ? each.key.name : each.value.name,
          })
  }
  return result
}

function usesIn(
  product: readonly Source[],
  functionsAt: Project['functionsAt'],
): ReadonlyMap<Node, readonly Use[]> {
  const result = new Map<Node, Use[]>()
  const add = (named: Named, use: Use) =>
    result.set(named.node, [...(result.get(named.node) ?? []), use])
  for (const source of product) {
    for (const call of [...all(source, 'CallExpression'), ...all(source, 'NewExpression')]) {
      for (const named of functionsAt(source, call.callee))
        add(named, { source, node: call, isCall: true })
      for (const value of call.arguments.flatMap(valuesIn))
        if (is('Identifier', 'MemberExpression')(value))
          for (const named of functionsAt(source, value))
            add(named, { source, node: value, isCall: false })
    }
    for (const attribute of all(source, 'JSXExpressionContainer'))
      if (is('Identifier', 'MemberExpression')(attribute.expression))
        for (const named of functionsAt(source, attribute.expression))
          add(named, { source, node: attribute.expression, isCall: false })
  }
  return result
}

/** The values of an argument: its own, those of a list, those of an object. */
const valuesIn = (node: Node): readonly Node[] =>
  node.type === 'ArrayExpression'
    ? node.elements.flatMap((each) => (each === null ? [] : valuesIn(each)))
    : node.type === 'ObjectExpression'
      ? node.properties.flatMap((each) => (each.type === 'Property' ? valuesIn(each.value) : []))
      : [node]

/** What a name starts with, in its file or in the one it is imported from. */
export function valueAt(
  project: Pick<Project, 'importOf' | 'fileOf'>,
  source: Source,
  name: string,
): { readonly source: Source; readonly node: Node | null } {
  const imported = project.importOf(source, name)
  const file = imported === null ? null : project.fileOf(source, imported.module)
  if (imported === null || file === null) return { source, node: initOf(source, name) }
  const local = imported.name === 'default' ? (defaultName(file) ?? '') : imported.name
  return { source: file, node: initOf(file, local) }
}

/** The nearest function around a node. */
export function functionAround(source: Source, node: Node): FunctionNode | null {
  for (const each of above(source, node)) if (isFunction(each)) return each
  return null
}

/** What the callers of a function hand over where it reads this name; null where the name is none of its parameters. */
export function argumentsFor(
  project: Project,
  source: Source,
  node: Node,
): readonly { readonly source: Source; readonly node: Node | undefined }[] | null {
  const around = functionAround(source, node)
  const named = around === null ? null : namedOf(source, around)
  if (around === null || named === null || !is('Identifier')(node)) return null
  const index = around.params.findIndex((each) => {
    const param = is('AssignmentPattern')(each) ? each.left : each
    return is('Identifier')(param) && param.name === node.name
  })
  if (index === -1) return null
  return project
    .usesOf(named)
    .filter(({ isCall }) => isCall)
    .map((use) => ({
      source: use.source,
      node: is('CallExpression')(use.node) ? use.node.arguments[index] : undefined,
    }))
}

export const namedOf = (source: Source, node: FunctionNode): Named | null =>
  functionsOf(source).find((named) => named.node === node) ?? null

export const lineOf = (source: Source, node: Node): number => lineAt(source.text, node.start)

export const placeOf = (source: Source, node: Node): string =>
  `${source.path}:${lineOf(source, node)}`

export const issueAt = (source: Source, node: Node, message: string, fix: string): Issue => ({
  message,
  path: source.path,
  line: lineOf(source, node),
  fix,
})
