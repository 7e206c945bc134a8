import { canonical } from './canonical.ts'
import type { Exported } from './exports.ts'
import { isFunction, is, slice, type FunctionNode, type Node, type Source } from './source.ts'

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
  return null
}

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
