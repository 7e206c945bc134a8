import { canonical } from './canonical.ts'
import type { Exported } from './exports.ts'
import { keyName } from './names.ts'
import {
  isFunction,
  is,
  slice,
  type FunctionNode,
  type Node,
  type Source,
  type Typed,
} from './source.ts'

export type Difference = { readonly message: string; readonly severity: 'fail' | 'warn' }

const fail = (message: string): Difference => ({ message, severity: 'fail' })
const warn = (message: string): Difference => ({ message, severity: 'warn' })

/** How the outside of a declaration changed for those who use it; null where it did not. */
export function signatureChange(was: Exported, now: Exported): Difference | null {
  const [old, fresh] = [was.declaration, now.declaration]
  if (old === null || fresh === null) return null
  const [before, after] = [functionIn(old), functionIn(fresh)]
  if (before !== null && after !== null)
    return functionChange({ node: before, source: was.source }, { node: after, source: now.source })
  if (is('ClassDeclaration')(old) && is('ClassDeclaration')(fresh))
    return membersChange(membersOfClass(old), membersOfClass(fresh), was.source, now.source)
  if (is('TSInterfaceDeclaration')(old) && is('TSInterfaceDeclaration')(fresh))
    return shapeChange(old.body.body, fresh.body.body)
  if (is('TSTypeAliasDeclaration')(old) && is('TSTypeAliasDeclaration')(fresh)) {
    const [one, other] = [old.typeAnnotation, fresh.typeAnnotation]
    if (one.type === 'TSTypeLiteral' && other.type === 'TSTypeLiteral')
      return shapeChange(one.members, other.members)
    if (one.type === 'TSUnionType' && other.type === 'TSUnionType') {
      const kept = new Set(other.types.map(canonical))
      return one.types.every((each) => kept.has(canonical(each)))
        ? null
        : fail('a member of the union is gone')
    }
    return canonical(one) === canonical(other) ? null : warn('the type is another one')
  }
  if (
    old.type !== fresh.type &&
    !(
      is('VariableDeclarator', 'FunctionDeclaration')(old) &&
      is('VariableDeclarator', 'FunctionDeclaration')(fresh)
    )
  )
    return fail('it is another kind of thing')
  if (before === null && after === null) return valueChange(old, fresh)
  return before !== null && isNoFunction(fresh) ? fail('it is no function any more') : null
}

/** Surely a value: what a call, a name or a member gives may be a function. */
const isNoFunction = (node: Node): boolean =>
  node.type === 'VariableDeclarator' &&
  is('Literal', 'TemplateLiteral', 'ObjectExpression', 'ArrayExpression')(node.init)

function functionIn(node: Node): FunctionNode | null {
  if (isFunction(node)) return node
  if (node.type !== 'VariableDeclarator') return null
  const inner = is('TSAsExpression', 'TSSatisfiesExpression')(node.init)
    ? node.init.expression
    : node.init
  return isFunction(inner) ? inner : null
}

type Placed = { readonly node: FunctionNode; readonly source: Source }
type Parameter = {
  readonly optional: boolean
  readonly rest: boolean
  readonly type: string
  readonly name: string
}

function parametersOf(node: FunctionNode): readonly Parameter[] {
  return node.params.map((each) => {
    const hasDefault = each.type === 'AssignmentPattern'
    const inner =
      each.type === 'AssignmentPattern'
        ? each.left
        : each.type === 'TSParameterProperty'
          ? each.parameter
          : each
    const annotated = inner.type === 'AssignmentPattern' ? inner.left : inner
    const type =
      'typeAnnotation' in annotated && annotated.typeAnnotation != null
        ? canonical(annotated.typeAnnotation)
        : ''
    const optional =
      hasDefault ||
      inner.type === 'AssignmentPattern' ||
      ('optional' in annotated && annotated.optional)
    return {
      optional,
      rest: each.type === 'RestElement',
      type,
      name: annotated.type === 'Identifier' ? annotated.name : '{}',
    }
  })
}

function functionChange(was: Placed, now: Placed): Difference | null {
  const [old, fresh] = [parametersOf(was.node), parametersOf(now.node)]
  const required = (list: readonly Parameter[]) =>
    list.filter(({ optional, rest }) => !optional && !rest).length
  if (fresh.length < old.length && !fresh.some(({ rest }) => rest))
    return fail(`it takes ${fresh.length} parameters instead of ${old.length}`)
  if (required(fresh) > required(old))
    return fail(`it needs ${required(fresh)} parameters instead of ${required(old)}`)
  for (const [index, parameter] of old.entries()) {
    const other = fresh[index]
    if (other === undefined) continue
    if (parameter.optional && !other.optional && !other.rest)
      return fail(`its parameter ${other.name} is no longer optional`)
    if (
      parameter.type !== '' &&
      other.type !== '' &&
      parameter.type !== other.type &&
      !isWiderType(parameter.type, other.type)
    )
      return warn(`its parameter ${other.name} has another type`)
    const swapped =
      parameter.name !== '{}' &&
      other.name !== parameter.name &&
      fresh.some(({ name }, at) => at !== index && name === parameter.name)
    if (swapped) return fail('its parameters stand in another order')
  }
  const [from, to] = [was.node.returnType, now.node.returnType]
  if (
    was.node.async !== now.node.async &&
    !(from != null && to != null && canonical(from) === canonical(to))
  )
    return fail(now.node.async ? 'it gives a promise now' : 'it no longer gives a promise')
  if (from != null && to != null && canonical(from) !== canonical(to))
    return fail(
      `it gives ${slice(now.source, to).replace(/^:\s*/, '')} instead of ${slice(was.source, from).replace(/^:\s*/, '')}`,
    )
  return null
}

/** A union that still has the old type takes whatever the old one took. */
const isWiderType = (old: string, now: string): boolean =>
  now.includes('TSUnionType') && now.includes(old.replace(/^TSTypeAnnotation\(|\)$/g, ''))

type Member = { readonly node: FunctionNode | null; readonly text: string }

function membersOfClass(node: Typed<'ClassDeclaration'>): ReadonlyMap<string, Member> {
  const found = new Map<string, Member>()
  for (const each of node.body.body) {
    if (!is('MethodDefinition', 'PropertyDefinition', 'AccessorProperty')(each)) continue
    if (
      each.accessibility === 'private' ||
      each.accessibility === 'protected' ||
      each.key.type === 'PrivateIdentifier'
    )
      continue
    const inner = 'value' in each && isFunction(each.value) ? each.value : null
    found.set(keyName(each.key), { node: inner, text: '' })
  }
  return found
}

function membersChange(
  was: ReadonlyMap<string, Member>,
  now: ReadonlyMap<string, Member>,
  before: Source,
  after: Source,
): Difference | null {
  for (const [name, member] of was) {
    const other = now.get(name)
    if (other === undefined) return fail(`its member ${name} is gone`)
    if (member.node === null || other.node === null) continue
    const change = functionChange(
      { node: member.node, source: before },
      { node: other.node, source: after },
    )
    if (change !== null) return { ...change, message: `${name}: ${change.message}` }
  }
  return null
}

/** Types: a member that is gone or that has to be given now breaks somebody. */
function shapeChange(was: readonly Node[], now: readonly Node[]): Difference | null {
  const read = (members: readonly Node[]) =>
    new Map(
      members.flatMap((each) =>
        is('TSPropertySignature', 'TSMethodSignature')(each)
          ? [[keyName(each.key), each] as const]
          : [],
      ),
    )
  const [old, fresh] = [read(was), read(now)]
  for (const [name, member] of old) {
    const other = fresh.get(name)
    if (other === undefined) return fail(`its member ${name} is gone`)
    if (member.optional !== other.optional)
      return fail(`its member ${name} is ${other.optional ? 'optional now' : 'no longer optional'}`)
    if (canonical(member) !== canonical(other)) return warn(`its member ${name} has another type`)
  }
  for (const [name, member] of fresh)
    if (!old.has(name) && !member.optional) return warn(`its new member ${name} has to be given`)
  return null
}

/** A value that changed its type: a text that became a number, a list that became an object. */
function valueChange(old: Node, fresh: Node): Difference | null {
  if (
    old.type !== 'VariableDeclarator' ||
    fresh.type !== 'VariableDeclarator' ||
    old.init === null ||
    fresh.init === null
  )
    return null
  const kind = (node: Node) => (node.type === 'Literal' ? typeof node.value : node.type)
  const plain = is('Literal', 'ArrayExpression', 'ObjectExpression')
  return plain(old.init) && plain(fresh.init) && kind(old.init) !== kind(fresh.init)
    ? fail('its value has another type')
    : null
}
