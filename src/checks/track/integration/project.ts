import { isProduct } from '../../acceptance/test-proof.ts'
import { isTestKind, kindOfFile } from '../../integrity/change.ts'
import { functionsOf, type Named } from '../../integrity/functions.ts'
import { resolveModule } from '../../integrity/modules.ts'
import { chainOf, dotted, keyName, literalOf, memberName } from '../../integrity/names.ts'
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
  /** What a name of a file was imported as: from which module, and which of its names. */
  readonly importOf: (source: Source, name: string) => Import | null
  readonly fileOf: (source: Source, request: string) => Source | null
  /** Functions that a name or a member may stand for. */
  readonly functionsAt: (source: Source, callee: Node) => readonly Named[]
  /** Where a function is called, or handed on as a value. */
  readonly usesOf: (named: Named) => readonly Use[]
}

export type Import = { readonly module: string; readonly name: string }
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
  const found = new Map<string, Import>()
  for (const { moduleRequest, entries } of source.module.staticImports)
    for (const { importName, localName } of entries) {
      const kind: string = importName.kind
      const name = kind === 'Default' ? 'default' : (importName.name ?? '*')
      found.set(localName.value, { module: moduleRequest.value, name })
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
    if (id.type === 'Identifier') found.set(id.name, { module: request, name: 'default' })
    if (id.type === 'ObjectPattern')
      for (const each of id.properties)
        if (each.type === 'Property' && each.value.type === 'Identifier')
          found.set(each.value.name, {
            module: request,
            name: each.key.type === 'Identifier' ? each.key.name : each.value.name,
          })
  }
  return found
}

/** Members that every list, promise or map has say nothing about whose they are. */
const everybodys = new Set(
  `then catch finally map filter forEach find some every reduce push get set has delete add keys values entries slice
  join split test exec parse stringify on once emit use end send json status log error warn info next call apply bind
  close run query exec all`.split(/\s+/),
)
const mostCandidates = 3

type Names = Pick<Project, 'importOf' | 'fileOf'> & {
  readonly byName: ReadonlyMap<string, readonly Named[]>
}

function lookUp(names: Names, source: Source, callee: Node): readonly Named[] {
  const required =
    is('CallExpression')(callee) && dotted(callee.callee) === 'require'
      ? literalOf(callee.arguments[0])
      : null
  if (required !== null)
    return exportedAs(names, source, { module: required, name: 'default', local: '' })
  const chain = chainOf(callee)
  const [root = ''] = chain
  const last = chain.at(-1) ?? ''
  const local = functionsOf(source).filter(({ short }) => short === last)
  const imported = names.importOf(source, root)
  if (chain.length === 1) {
    const own = local.filter(({ isMethod }) => !isMethod)
    if (imported === null) return own.length > 0 ? own : wrapped(names, source, last)
    return exportedAs(names, source, { ...imported, local: last })
  }
  if (root === 'this' && chain.length === 2) return local.filter(({ isMethod }) => isMethod)
  const ofClass = methodsOf(names, source, { held: chain.at(-2) ?? '', method: last })
  if (ofClass.length > 0) return ofClass
  const target = imported === null ? null : names.fileOf(source, imported.module)
  const there = target === null ? [] : functionsOf(target).filter(({ short }) => short === last)
  if (there.length > 0) return there
  if (imported !== null && target === null) return []
  const named = names.byName.get(last) ?? []
  const members = named.filter(({ isMethod, declared }) => isMethod || is('Property')(declared))
  const candidates = members.length > 0 ? members : named
  if (local.length === 1 && candidates.length === 1) return local
  return everybodys.has(last) || candidates.length > mostCandidates ? [] : candidates
}

const classes = new WeakMap<Source, ReadonlyMap<string, string>>()

/** Which class the fields, parameters and variables of a file hold, by their annotation or `new`. */
function classesIn(source: Source): ReadonlyMap<string, string> {
  const known = classes.get(source)
  if (known !== undefined) return known
  const found = new Map<string, string>()
  for (const node of source.nodes) {
    const typed = is('PropertyDefinition', 'Identifier')(node) ? node.typeAnnotation : null
    const type = typed?.typeAnnotation
    const made = is('VariableDeclarator')(node)
      ? { name: node.id, value: node.init }
      : is('PropertyDefinition')(node)
        ? { name: node.key, value: node.value }
        : is('AssignmentExpression')(node)
          ? { name: node.left, value: node.right }
          : null
    if (is('TSTypeReference')(type) && is('PropertyDefinition', 'Identifier')(node))
      found.set(is('Identifier')(node) ? node.name : keyName(node.key), dotted(type.typeName))
    else if (is('NewExpression')(made?.value)) {
      const { name, value } = made
      const held = is('MemberExpression')(name) ? memberName(name) : keyName(name)
      found.set(held, dotted(value.callee))
    }
  }
  classes.set(source, found)
  return found
}

/** `this.orders.place()`, where a class of the project is what `orders` holds. */
function methodsOf(
  names: Names,
  source: Source,
  { held, method }: { readonly held: string; readonly method: string },
): readonly Named[] {
  const local = classesIn(source).get(held)
  if (local === undefined) return []
  const imported = names.importOf(source, local)
  const file = imported === null ? source : names.fileOf(source, imported.module)
  const name = imported === null || imported.name === 'default' ? local : imported.name
  return file === null ? [] : functionsOf(file).filter((each) => each.name === `${name}.${method}`)
}

function exportedAs(
  names: Names,
  source: Source,
  { module, name, local }: Import & { readonly local: string },
): readonly Named[] {
  const target = names.fileOf(source, module)
  if (target === null) return []
  const own = functionsOf(target)
  if (name === 'default') {
    const exported = defaultName(target)
    const found = own.filter(
      ({ short }) => short === exported || /^(?:default|exports)$/.test(short),
    )
    if (found.length > 0) return found
  }
  const plain = own.filter(({ short, isMethod }) => short === name && !isMethod)
  const found = plain.length > 0 ? plain : wrapped(names, target, name)
  // a barrel hands on what another file defines
  return found.length > 0 ? found : (names.byName.get(name === 'default' ? local : name) ?? [])
}

/** `const list = signedIn((context) => …)`: what is called is the function, and what was made of it. */
function wrapped(names: Names, source: Source, name: string): readonly Named[] {
  const declared = initOf(source, name)
  if (!is('CallExpression')(declared)) return []
  const own = declared.arguments.filter(isFunction).map((node) => ({
    source,
    name,
    short: name,
    node,
    declared,
    exported: true,
    isMethod: false,
  }))
  return own.length === 0 ? [] : [...own, ...lookUp(names, source, declared.callee)]
}

export function defaultName(source: Source): string | null {
  for (const { declaration } of all(source, 'ExportDefaultDeclaration'))
    return declaration.type === 'Identifier'
      ? declaration.name
      : is('FunctionDeclaration', 'ClassDeclaration')(declaration)
        ? (declaration.id?.name ?? 'default')
        : 'default'
  for (const { left, right } of all(source, 'AssignmentExpression'))
    if (chainOf(left).join('.') === 'module.exports' && right.type === 'Identifier')
      return right.name
  return null
}

function usesIn(
  product: readonly Source[],
  functionsAt: Project['functionsAt'],
): ReadonlyMap<Node, readonly Use[]> {
  const found = new Map<Node, Use[]>()
  const add = (named: Named, use: Use) =>
    found.set(named.node, [...(found.get(named.node) ?? []), use])
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
  return found
}

/** The values of an argument: its own, those of a list, those of an object. */
const valuesIn = (node: Node): readonly Node[] =>
  node.type === 'ArrayExpression'
    ? node.elements.flatMap((each) => (each === null ? [] : valuesIn(each)))
    : node.type === 'ObjectExpression'
      ? node.properties.flatMap((each) => (each.type === 'Property' ? valuesIn(each.value) : []))
      : [node]

/** What a variable of a file starts with. */
export function initOf(source: Source, name: string): Node | null {
  for (const { id, init } of all(source, 'VariableDeclarator'))
    if (id.type === 'Identifier' && id.name === name) return init
  return null
}

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
