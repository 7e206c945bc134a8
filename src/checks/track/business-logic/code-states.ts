import { keyName, literalOf, plainValue } from '../../integrity/names.ts'
import {
  above,
  below,
  is,
  isFunction,
  lineAt,
  type Node,
  ownBelow,
  type Source,
  type Typed,
} from '../../integrity/source.ts'
import type { TrackCode } from '../track-code.ts'
import { type CodeSet, setsIn } from './code-sets.ts'
import {
  type CodeEdge,
  type CodeStates,
  machine,
  recordsIn,
  tablesIn,
  targetsOf,
} from './state-tables.ts'
import { labelKey } from './words.ts'

export const stateNames = /^(?:state|statu|status|phase|stage|step)$/

/** Lists, enumerations and unions of states, by their names. */
export const stateSetsIn = (code: TrackCode): readonly CodeSet[] =>
  code
    .touched('source', 'script', 'types')
    .flatMap(setsIn)
    .filter(
      ({ form, name }) =>
        (form === 'union' || form === 'enum' || form === 'list') &&
        [...name].some((word) => stateNames.test(word)),
    )

/** Every state that the code of a track knows. */
export const knownStates = (code: TrackCode): ReadonlySet<string> =>
  new Set([
    ...code
      .touched('source', 'script')
      .flatMap(statesIn)
      .flatMap(({ states }) => [...states]),
    ...stateSetsIn(code).flatMap(({ items }) => items),
  ])

export const statesIn = (source: Source): readonly CodeStates[] => [
  ...tablesIn(source),
  ...recordsIn(source),
  ...branchesIn(source),
]

const stateName = /^(?:status|state|phase|stage|current|step)$|(?:Status|State)$/

/** `case 'draft': return 'sent'`, and `if (order.status !== 'draft') throw …; return { ...order, status: 'sent' }`. */
function branchesIn(source: Source): readonly CodeStates[] {
  const result = source.nodes.flatMap((node) => {
    const to = stateSetAt(source, node)
    if (to === null) return []
    return fromOf(source, node)
      .filter((from) => from !== to)
      .map((from) => ({ node, edge: { from, to, line: lineAt(source.text, node.start) } }))
  })
  const switches = Map.groupBy(result, ({ node }) =>
    [...above(source, node)].find(is('SwitchStatement')),
  )
  return [...switches].map(([whole, own]) => {
    const edges = own.map(({ edge }) => edge)
    const isTable = whole !== undefined && isComplete(source, whole, edges)
    return machine(source, isTable ? 'table' : 'branches', {
      node: whole ?? source.program,
      edges,
    })
  })
}

/** A switch with a case for each state that it knows, whose cases give states or nothing: no other code has more. */
function isComplete(
  source: Source,
  whole: Typed<'SwitchStatement'>,
  edges: readonly CodeEdge[],
): boolean {
  const cases = new Set(whole.cases.flatMap((each) => caseNames(source, each)))
  const given = [...ownBelow(whole)].flatMap((each) =>
    is('ReturnStatement')(each) && each.argument !== null ? resultsOf(each.argument) : [],
  )
  return (
    cases.size > 2 &&
    edges.every(({ from, to }) => cases.has(from) && cases.has(to)) &&
    given.every((each) => plainValue(each) !== undefined)
  )
}

const resultsOf = (node: Node): readonly Node[] =>
  is('ConditionalExpression')(node)
    ? [...resultsOf(node.consequent), ...resultsOf(node.alternate)]
    : [node]

/** The state that is set here: `order.status = 'sent'`, `{ status: 'sent' }`, or what a function for states returns. */
function stateSetAt(source: Source, node: Node): string | null {
  const text = literalOf(node)
  const up = source.parentOf.get(node)
  if (text === null || up === undefined) return null
  if (is('AssignmentExpression')(up) && up.right === node)
    return stateName.test(lastName(up.left)) ? labelKey(text) : null
  if (is('Property')(up) && up.value === node)
    return stateName.test(keyName(up.key)) && !isTested(source, up) ? labelKey(text) : null
  if (is('ConditionalExpression', 'LogicalExpression')(up)) {
    const isResult = is('LogicalExpression')(up) ? up.right === node : up.test !== node
    const whole = isResult ? outermost(source, up) : null
    return whole !== null && comparedAround(source, node).length > 0 ? labelKey(text) : null
  }
  if (!is('ReturnStatement')(up)) return null
  // a function that is asked about a state and gives one back
  const asked = comparedAround(source, up)
  return asked.length > 0 ? labelKey(text) : null
}

/** What is returned, where a value is one of those that a condition picks; null where it goes elsewhere. */
function outermost(source: Source, node: Node): Node | null {
  let at = node
  for (const each of above(source, node)) {
    if (is('ReturnStatement')(each)) return each
    if (is('ConditionalExpression')(each) ? each.test === at : !is('LogicalExpression')(each))
      return null
    at = each
  }
  return null
}

/** Data that is only compared, inserted or rendered is no transition. */
const isTested = (source: Source, node: Node): boolean => {
  const object = source.parentOf.get(node)
  const up = object === undefined ? undefined : source.parentOf.get(object)
  return (
    is('CallExpression')(up) &&
    /^(?:find\w*|where|filter|count|expect|toEqual|toMatchObject)$/.test(lastName(up.callee))
  )
}

const lastName = (node: Node): string =>
  is('Identifier')(node)
    ? node.name
    : is('MemberExpression')(node) && is('Identifier')(node.property)
      ? node.property.name
      : ''

type Asked = { readonly names: readonly string[]; readonly isNot: boolean }

/** The states that something must have for code to get here. */
function fromOf(source: Source, node: Node): readonly string[] {
  const around = comparedAround(source, node)
  if (around.length > 0) return around
  const holder = [...above(source, node)].find((each) => isFunction(each))
  if (holder === undefined || !isFunction(holder) || holder.body?.type !== 'BlockStatement')
    return []
  // guards at the head of the function: `if (status !== 'draft') throw`
  const guards = holder.body.body.filter(
    (each) => each.end <= node.start && is('IfStatement')(each) && leaves(each.consequent),
  )
  const asked = guards
    .flatMap((each) => (is('IfStatement')(each) ? [statesAsked(each.test)] : []))
    .filter(({ names }) => names.length > 0)
  const allowed = asked.filter(({ isNot }) => isNot)
  return allowed.length === 1 ? (allowed[0]?.names ?? []) : []
}

const leaves = (node: Node): boolean => {
  const last = is('BlockStatement')(node) ? node.body.at(-1) : node
  return is('ThrowStatement', 'ReturnStatement')(last)
}

/** States that the conditions and cases around a place compare with. */
function comparedAround(source: Source, node: Node): readonly string[] {
  let inner = node
  for (const each of above(source, node)) {
    if (is('SwitchCase')(each)) return caseNames(source, each)
    if (is('IfStatement', 'ConditionalExpression')(each) && each.consequent === inner) {
      const { names, isNot } = statesAsked(each.test)
      if (names.length > 0 && !isNot) return names
    }
    if (isFunction(each)) return []
    inner = each
  }
  return []
}

/** `case 'a': case 'b': …` fall through to one body. */
function caseNames(source: Source, node: Typed<'SwitchCase'>): readonly string[] {
  const up = source.parentOf.get(node)
  if (!is('SwitchStatement')(up) || !stateName.test(lastName(up.discriminant))) return []
  const at = up.cases.indexOf(node)
  const names: string[] = []
  for (let index = at; index >= 0; index--) {
    const each = up.cases[index]
    if (each === undefined || (index < at && each.consequent.length > 0)) break
    const text = each.test === null ? null : literalOf(each.test)
    if (text !== null) names.push(labelKey(text))
  }
  return names
}

/** `status === 'a' || status === 'b'`, `['a', 'b'].includes(status)`; `isNot` where all of them are excluded. */
function statesAsked(test: Node): Asked {
  const asked: { readonly name: string; readonly isNot: boolean }[] = []
  for (const node of below(test)) {
    if (is('BinaryExpression')(node) && /^[!=]==?$/.test(node.operator)) {
      const [name, text] =
        literalOf(node.right) === null
          ? [node.right, literalOf(node.left)]
          : [node.left, literalOf(node.right)]
      if (text !== null && stateName.test(lastName(name)))
        asked.push({ name: labelKey(text), isNot: node.operator.startsWith('!') })
    }
    if (
      is('CallExpression')(node) &&
      is('MemberExpression')(node.callee) &&
      lastName(node.callee) === 'includes' &&
      node.arguments[0] !== undefined &&
      stateName.test(lastName(node.arguments[0]))
    ) {
      const isNot = [...below(test)].some(
        (each) => is('UnaryExpression')(each) && each.operator === '!' && each.argument === node,
      )
      for (const { to } of targetsOf(node.callee.object) ?? []) asked.push({ name: to, isNot })
    }
  }
  const isNot = asked.length > 0 && asked.every((each) => each.isNot)
  return { names: asked.filter((each) => each.isNot === isNot).map(({ name }) => name), isNot }
}
