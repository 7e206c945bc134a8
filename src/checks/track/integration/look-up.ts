import { functionsOf, type Named } from '../../integrity/functions.ts'
import { chainOf, dotted, keyName, literalOf, memberName } from '../../integrity/names.ts'
import { all, is, isFunction, type Node, type Source } from '../../integrity/source.ts'

/** Members that every list, promise or map has say nothing about whose they are. */
const everybodys = new Set(
  `then catch finally map filter forEach find some every reduce push get set has delete add keys values entries slice
  join split test exec parse stringify on once emit use end send json status log error warn info next call apply bind
  close run query exec all`.split(/\s+/),
)
const mostCandidates = 3

export type Import = { readonly module: string; readonly name: string }

export type Names = {
  /** What a name of a file was imported as: from which module, and which of its names. */
  readonly importOf: (source: Source, name: string) => Import | null
  readonly fileOf: (source: Source, request: string) => Source | null
  readonly byName: ReadonlyMap<string, readonly Named[]>
}

/** Functions that a name or a member of a file may stand for. */
export function lookUp(names: Names, source: Source, callee: Node): readonly Named[] {
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
  const result = new Map<string, string>()
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
      result.set(is('Identifier')(node) ? node.name : keyName(node.key), dotted(type.typeName))
    else if (is('NewExpression')(made?.value)) {
      const { name, value } = made
      const held = is('MemberExpression')(name) ? memberName(name) : keyName(name)
      result.set(held, dotted(value.callee))
    }
  }
  classes.set(source, result)
  return result
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
    const results = own.filter(
      ({ short }) => short === exported || /^(?:default|exports)$/.test(short),
    )
    if (results.length > 0) return results
  }
  const plain = own.filter(({ short, isMethod }) => short === name && !isMethod)
  const result = plain.length > 0 ? plain : wrapped(names, target, name)
  // a barrel hands on what another file defines
  return result.length > 0 ? result : (names.byName.get(name === 'default' ? local : name) ?? [])
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

/** What a variable of a file starts with. */
export function initOf(source: Source, name: string): Node | null {
  for (const { id, init } of all(source, 'VariableDeclarator'))
    if (id.type === 'Identifier' && id.name === name) return init
  return null
}
