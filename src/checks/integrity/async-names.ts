import type { Change } from './change.ts'
import { declarationOf } from './exports.ts'
import { resolveModule } from './modules.ts'
import { chainOf, dotted, keyName } from './names.ts'
import { is, isFunction, type FunctionNode, type Node, type Source, type Typed } from './source.ts'

/** Names in a file that give promises when they are called. */
export type AsyncNames = {
  /** Functions by name, and methods of the file's own classes and objects as `owner.method`. */
  readonly functions: ReadonlySet<string>
  /** Names of whole modules whose every function gives a promise. */
  readonly modules: ReadonlySet<string>
  /** What variables and parameters are said to be: the methods of their types that give promises. */
  readonly methods: ReadonlyMap<string, ReadonlySet<string>>
}

const known = new WeakMap<Source, AsyncNames>()

export function asyncNames(change: Change, source: Source): AsyncNames {
  const seen = known.get(source)
  if (seen !== undefined) return seen
  const side = change.after.get(source.path) === source.text ? 'after' : 'before'
  const functions = new Set<string>()
  const modules = new Set<string>()
  for (const node of source.nodes) addOwn(node, source, functions)
  const methods = new Map<string, ReadonlySet<string>>()
  const typed = typedNames(source)
  for (const { moduleRequest, entries } of source.module.staticImports) {
    const path = resolveModule(change[side], source.path, moduleRequest.value)
    const other = path === null ? null : change.source(side, path)
    for (const { importName, localName } of entries) {
      const local = localName.value
      if (
        /^(?:node:)?(?:fs\/promises|timers\/promises|stream\/promises|dns\/promises|readline\/promises)$/.test(
          moduleRequest.value,
        )
      ) {
        if (importName.name === null) modules.add(local)
        else functions.add(local)
      }
      if (importName.name === 'promises' && /^(?:node:)?fs$/.test(moduleRequest.value))
        modules.add(local)
      if (other === null) continue
      const declared = declarationOf(other, importName.name ?? 'default')
      if (declared !== null && givesPromise(functionIn(declared))) functions.add(local)
      const inside = declared === null ? null : promiseMethods(declared)
      if (inside !== null) for (const name of typed.get(local) ?? []) methods.set(name, inside)
    }
  }
  for (const [type, names] of typed) {
    const declared = declarationOf(source, type)
    const inside = declared === null ? null : promiseMethods(declared)
    if (inside !== null) for (const name of names) methods.set(name, inside)
  }
  const made = { functions, modules, methods }
  known.set(source, made)
  return made
}

function addOwn(node: Node, source: Source, functions: Set<string>): void {
  if (node.type === 'FunctionDeclaration' && node.id !== null && givesPromise(node))
    functions.add(node.id.name)
  if (
    node.type === 'VariableDeclarator' &&
    node.id.type === 'Identifier' &&
    isFunction(node.init) &&
    givesPromise(node.init)
  )
    functions.add(node.id.name)
  if (
    is('MethodDefinition', 'PropertyDefinition')(node) &&
    isFunction(node.value) &&
    givesPromise(node.value)
  )
    functions.add(`this.${keyName(node.key)}`)
  if (node.type !== 'Property' || !isFunction(node.value) || !givesPromise(node.value)) return
  const object = source.parentOf.get(node)
  const owner = object === undefined ? undefined : source.parentOf.get(object)
  if (owner?.type === 'VariableDeclarator' && owner.id.type === 'Identifier')
    functions.add(`${owner.id.name}.${keyName(node.key)}`)
}

const givesPromise = (node: FunctionNode | null): boolean =>
  node !== null && !node.generator && (node.async || isPromiseType(node.returnType?.typeAnnotation))

const isPromiseType = (node: Node | null | undefined): boolean =>
  node?.type === 'TSTypeReference' && dotted(node.typeName) === 'Promise'

function functionIn(node: Node): FunctionNode | null {
  if (isFunction(node)) return node
  return node.type === 'VariableDeclarator' && isFunction(node.init) ? node.init : null
}

/** The methods of a type or class that give promises; null for what has no methods. */
function promiseMethods(node: Node): ReadonlySet<string> | null {
  if (is('ClassDeclaration')(node))
    return new Set(
      node.body.body.flatMap((each) =>
        is('MethodDefinition', 'PropertyDefinition')(each) &&
        isFunction(each.value) &&
        givesPromise(each.value)
          ? [keyName(each.key)]
          : [],
      ),
    )
  const members =
    node.type === 'TSInterfaceDeclaration'
      ? node.body.body
      : node.type === 'TSTypeAliasDeclaration' && node.typeAnnotation.type === 'TSTypeLiteral'
        ? node.typeAnnotation.members
        : null
  if (members === null) return null
  return new Set(
    members.flatMap((each) => {
      if (each.type === 'TSMethodSignature')
        return isPromiseType(each.returnType?.typeAnnotation) ? [keyName(each.key)] : []
      if (
        each.type !== 'TSPropertySignature' ||
        each.typeAnnotation?.typeAnnotation.type !== 'TSFunctionType'
      )
        return []
      return isPromiseType(each.typeAnnotation.typeAnnotation.returnType.typeAnnotation)
        ? [keyName(each.key)]
        : []
    }),
  )
}

/** Which variables and parameters are said to be of which type, or are made from which class. */
function typedNames(source: Source): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const add = (type: string, name: string) => found.set(type, [...(found.get(type) ?? []), name])
  for (const node of source.nodes) {
    if (
      node.type === 'Identifier' &&
      'typeAnnotation' in node &&
      node.typeAnnotation?.typeAnnotation.type === 'TSTypeReference'
    )
      add(dotted(node.typeAnnotation.typeAnnotation.typeName), node.name)
    if (
      node.type === 'VariableDeclarator' &&
      node.id.type === 'Identifier' &&
      node.init?.type === 'NewExpression'
    )
      add(dotted(node.init.callee), node.id.name)
  }
  return found
}

// what always gives a promise, wherever it comes from
const always =
  /^(?:fetch|globalThis\.fetch|Promise\.(?:all|allSettled|any|race|resolve|reject)|(?:fs|fsp)\.promises\.\w+|fsp\.\w+|import)$/

/** Whether a call gives a promise, as far as the project's own text tells. */
export function isPromiseCall(
  call: Typed<'CallExpression'>,
  source: Source,
  names: AsyncNames,
): boolean {
  const name = dotted(call.callee)
  if (name === '') return isFunction(call.callee) && givesPromise(call.callee)
  if (always.test(name) || isOwnFunction(name, call, source, names)) return true
  const [owner = '', method = '', ...more] = name.split('.')
  if (method === '' || more.length > 0)
    return (
      name.startsWith('this.') &&
      more.length === 1 &&
      (names.methods.get(method)?.has(more[0] ?? '') ?? false)
    )
  return names.modules.has(owner) || (names.methods.get(owner)?.has(method) ?? false)
}

/** A name that is also declared inside a function may mean that one. */
function isOwnFunction(name: string, call: Node, source: Source, names: AsyncNames): boolean {
  if (!names.functions.has(name)) return false
  if (name.includes('.')) return true
  for (let at = source.parentOf.get(call); at !== undefined; at = source.parentOf.get(at))
    if (isFunction(at) && at.params.some((each) => chainOf(each)[0] === name)) return false
  return true
}
