import { canonical } from './canonical.ts'
import type { Exported } from './exports.ts'
import { keyName } from './names.ts'
import { isFunction, is, slice, type FunctionNode, type Node, type Source } from './source.ts'

export type Difference = { readonly message: string; readonly severity: 'error' | 'warning' }

const fail = (message: string): Difference => ({ message, severity: 'error' })
const warn = (message: string): Difference => ({ message, severity: 'warning' })

type Placed<N extends Node = Node> = { readonly node: N; readonly source: Source }

const isClass = is('ClassDeclaration')
const isPlain = is('Literal', 'TemplateLiteral', 'ObjectExpression', 'ArrayExpression')

/** How the outside of a declaration changed for those who use it; null where it did not. */
export function signatureChange(was: Exported, now: Exported): Difference | null {
  const [old, fresh] = [was.declaration, now.declaration]
  if (old === null || fresh === null) return null
  const [before, after] = [functionIn(old), functionIn(fresh)]
  if (before !== null && after !== null)
    return functionChange({ node: before, source: was.source }, { node: after, source: now.source })
  if (isClass(old) && isClass(fresh))
    return membersChange({ node: old, source: was.source }, { node: fresh, source: now.source })
  const [oldType, freshType] = [typeOf(old), typeOf(fresh)]
  if (oldType !== null && freshType !== null) return typeChange(oldType, freshType)
  // what a call, a name or a member gives may be a function, a literal is surely none
  const values = [old, fresh].map((each) => (is('VariableDeclarator')(each) ? each.init : null))
  if (before !== null && isPlain(values[1])) return fail('it is no function any more')
  const isKnown = before !== null || after !== null || values.every((each) => each !== null)
  if (!isKnown && old.type !== fresh.type) return fail('it is another kind of thing')
  return values.every((each) => isPlain(each)) && kindOf(values[0]) !== kindOf(values[1])
    ? fail('its value has another type')
    : null
}

const kindOf = (node: Node | null | undefined): string =>
  is('Literal')(node) ? typeof node.value : (node?.type ?? '')

function functionIn(node: Node): FunctionNode | null {
  if (isFunction(node)) return node
  if (!is('VariableDeclarator')(node)) return null
  const { init } = node
  const inner = is('TSAsExpression', 'TSSatisfiesExpression')(init) ? init.expression : init
  return isFunction(inner) ? inner : null
}

type Parameter = {
  readonly isRequired: boolean
  readonly isRest: boolean
  readonly type: string
  readonly name: string
}

const parametersOf = ({ params }: FunctionNode): readonly Parameter[] =>
  params.map((each) => {
    const given = is('TSParameterProperty')(each) ? each.parameter : each
    const target = is('AssignmentPattern')(given) ? given.left : given
    const annotation = 'typeAnnotation' in target ? target.typeAnnotation : null
    const isOptional = target !== given || ('optional' in target && target.optional)
    return {
      isRequired: !isOptional && !is('RestElement')(given),
      isRest: is('RestElement')(given),
      type: annotation == null ? '' : canonical(annotation),
      name: is('Identifier')(target) ? target.name : '{}',
    }
  })

function functionChange(was: Placed<FunctionNode>, now: Placed<FunctionNode>): Difference | null {
  const [old, fresh] = [parametersOf(was.node), parametersOf(now.node)]
  const needs = (list: readonly Parameter[]) => list.filter(({ isRequired }) => isRequired).length
  if (fresh.length < old.length && !fresh.some(({ isRest }) => isRest))
    return fail(`it takes ${fresh.length} parameters instead of ${old.length}`)
  if (needs(fresh) > needs(old))
    return fail(`it needs ${needs(fresh)} parameters instead of ${needs(old)}`)
  for (const [index, { name, type }] of old.entries()) {
    const other = fresh[index]
    if (other === undefined) continue
    if (type !== '' && other.type !== '' && type !== other.type && !isWider(type, other.type))
      return warn(`its parameter ${other.name} has another type`)
    if (name !== '{}' && other.name !== name && fresh.some((each) => each.name === name))
      return fail('its parameters stand in another order')
  }
  return resultChange(was, now)
}

function resultChange(was: Placed<FunctionNode>, now: Placed<FunctionNode>): Difference | null {
  const [from, to] = [was.node.returnType, now.node.returnType]
  if (from != null && to != null) {
    if (canonical(from) === canonical(to)) return null
    const [gave, gives] = [slice(was.source, from), slice(now.source, to)]
    return fail(`it gives ${gives.replace(/^:\s*/, '')} instead of ${gave.replace(/^:\s*/, '')}`)
  }
  if (was.node.async === now.node.async) return null
  return fail(now.node.async ? 'it gives a promise now' : 'it no longer gives a promise')
}

/** A union that still has the old type takes whatever the old one took. */
const isWider = (old: string, now: string): boolean =>
  now.includes('TSUnionType') && now.includes(old.replace(/^TSTypeAnnotation\(|\)$/g, ''))

/** The public members of a class, and the functions among them. */
const membersOf = (node: Node): ReadonlyMap<string, FunctionNode | null> =>
  new Map(
    (isClass(node) ? node.body.body : [])
      .filter(is('MethodDefinition', 'PropertyDefinition', 'AccessorProperty'))
      .filter(
        ({ accessibility, key }) =>
          !/private|protected/.test(accessibility ?? '') && key.type !== 'PrivateIdentifier',
      )
      .map(({ key, value }) => [keyName(key), isFunction(value) ? value : null]),
  )

function membersChange(was: Placed, now: Placed): Difference | null {
  const fresh = membersOf(now.node)
  for (const [name, old] of membersOf(was.node)) {
    const other = fresh.get(name)
    if (other === undefined) return fail(`its member ${name} is gone`)
    if (old === null || other === null) continue
    const change = functionChange({ ...was, node: old }, { ...now, node: other })
    if (change !== null) return { ...change, message: `${name}: ${change.message}` }
  }
  return null
}

/** What a declared type is: the members of an interface, or the type behind an alias. */
const typeOf = (node: Node): Node | readonly Node[] | null =>
  is('TSInterfaceDeclaration')(node)
    ? node.body.body
    : is('TSTypeAliasDeclaration')(node)
      ? is('TSTypeLiteral')(node.typeAnnotation)
        ? node.typeAnnotation.members
        : node.typeAnnotation
      : null

const isList = (type: Node | readonly Node[]): type is readonly Node[] => Array.isArray(type)

function typeChange(was: Node | readonly Node[], now: Node | readonly Node[]): Difference | null {
  if (isList(was) && isList(now)) return shapeChange(was, now)
  if (isList(was) || isList(now)) return warn('the type is another one')
  if (!is('TSUnionType')(was) || !is('TSUnionType')(now))
    return canonical(was) === canonical(now) ? null : warn('the type is another one')
  const retained = new Set(now.types.map(canonical))
  return was.types.every((each) => retained.has(canonical(each)))
    ? null
    : fail('a member of the union is gone')
}

/** A member that is gone or that has to be given now breaks somebody. */
function shapeChange(was: readonly Node[], now: readonly Node[]): Difference | null {
  const read = (members: readonly Node[]) =>
    new Map(
      members
        .filter(is('TSPropertySignature', 'TSMethodSignature'))
        .map((each) => [keyName(each.key), each]),
    )
  const [old, fresh] = [read(was), read(now)]
  for (const [name, member] of old) {
    const other = fresh.get(name)
    if (other === undefined) return fail(`its member ${name} is gone`)
    if (member.optional !== other.optional)
      return fail(`its member ${name} is ${other.optional ? 'optional now' : 'no longer optional'}`)
    if (canonical(member) !== canonical(other)) return warn(`its member ${name} has another type`)
  }
  const added = [...fresh].find(([name, { optional }]) => !old.has(name) && !optional)
  return added === undefined ? null : warn(`its new member ${added[0]} has to be given`)
}
