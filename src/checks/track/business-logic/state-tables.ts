import { keyName, literalOf, propertyOf } from '../../integrity/names.ts'
import { all, is, lineAt, type Node, type Source, type Typed } from '../../integrity/source.ts'
import { depends, nameOf } from './code-sets.ts'
import { labelKey } from './words.ts'

export type CodeEdge = { readonly from: string; readonly to: string; readonly line: number }

/** Transitions between states as a file has them. */
export type CodeStates = {
  readonly source: Source
  readonly line: number
  /** A table has all transitions; branches may leave some to other code. */
  readonly form: 'table' | 'branches'
  readonly edges: readonly CodeEdge[]
  readonly states: ReadonlySet<string>
}

type Found = {
  readonly node: Node
  readonly edges: readonly CodeEdge[]
  readonly more?: readonly string[]
}

export const machine = (
  source: Source,
  form: CodeStates['form'],
  { node, edges, more = [] }: Found,
): CodeStates => ({
  source,
  line: lineAt(source.text, node.start),
  form,
  edges,
  states: new Set([...edges.flatMap(({ from, to }) => [from, to]), ...more]),
})

/** `{ draft: ['sent'], sent: ['paid', 'lost'] }`, also with sets, with events, and with `on` and `target`. */
export function tablesIn(source: Source): readonly CodeStates[] {
  return all(source, 'ObjectExpression').flatMap((table) => {
    const rows = rowsOf(table)
    if (rows === null || rows.length < 2 || depends.test(nameOf(source, table).join(' '))) return []
    const keys = new Set(rows.map(([key]) => key))
    const targets = rows.flatMap(([, list]) => list)
    const known = targets.filter(({ to }) => keys.has(to)).length
    // the targets of a table of transitions are its own keys; labels repeat theirs
    const isLabels = rows.every(([key, list]) => list.every(({ to }) => to === key))
    if (isLabels || targets.length === 0 || known * 3 < targets.length * 2) return []
    const edges = rows.flatMap(([from, list]) =>
      list.map(({ to, node }) => ({ from, to, line: lineAt(source.text, node.start) })),
    )
    return [machine(source, 'table', { node: table, edges, more: [...keys] })]
  })
}

type Row = readonly [string, readonly { readonly to: string; readonly node: Node }[]]

function rowsOf(table: Typed<'ObjectExpression'>): readonly Row[] | null {
  const rows = table.properties.map((each): Row | null => {
    if (!is('Property')(each) || each.computed) return null
    const targets = targetsOf(each.value)
    return targets === null ? null : [labelKey(keyName(each.key)), targets]
  })
  return rows.every((row) => row !== null) ? rows : null
}

/** The states that a cell of the table names; null where it is something else. */
export function targetsOf(node: Node): Row[1] | null {
  const bare = is('TSAsExpression', 'TSSatisfiesExpression')(node) ? node.expression : node
  if (is('NewExpression')(bare))
    return bare.arguments[0] === undefined ? [] : targetsOf(bare.arguments[0])
  if (is('CallExpression')(bare))
    return bare.arguments.length === 1 && bare.arguments[0] !== undefined
      ? targetsOf(bare.arguments[0])
      : null
  const text = literalOf(bare)
  if (text !== null) return [{ to: labelKey(text), node: bare }]
  if (is('ArrayExpression')(bare)) {
    const texts = bare.elements.map((each) => (each === null ? null : literalOf(each)))
    return texts.every((each) => each !== null)
      ? texts.map((each, index) => ({ to: labelKey(each), node: bare.elements[index] ?? bare }))
      : null
  }
  if (!is('ObjectExpression')(bare)) return null
  const on = propertyOf(bare, 'on')
  const events = is('ObjectExpression')(on) ? on : bare
  if (
    events === bare &&
    bare.properties.some(
      (each) =>
        is('Property')(each) &&
        /^(?:type|entry|exit|invoke|initial|label|color|name)$/.test(keyName(each.key)),
    )
  )
    return bare.properties.some(
      (each) =>
        is('Property')(each) && keyName(each.key) === 'type' && literalOf(each.value) === 'final',
    )
      ? []
      : null
  return events.properties.flatMap((each) => {
    if (!is('Property')(each)) return []
    const target = is('ObjectExpression')(each.value)
      ? propertyOf(each.value, 'target')
      : each.value
    const to = target === null ? null : literalOf(target)
    return to === null ? [] : [{ to: labelKey(to), node: each }]
  })
}

/** `[{ from: 'draft', to: 'sent' }]` */
export function recordsIn(source: Source): readonly CodeStates[] {
  return all(source, 'ArrayExpression').flatMap((list) => {
    const edges = list.elements.flatMap((each) => {
      const pair =
        is('ArrayExpression')(each) && each.elements.length === 2
          ? [each.elements[0], each.elements[1]]
          : [propertyOf(each, 'from'), propertyOf(each, 'to')]
      const [from, to] = pair.map((node) =>
        node === null || node === undefined ? null : targetsOf(node),
      )
      if (from == null || to == null || each === null) return []
      return from.flatMap((one) =>
        to.map((other) => ({ from: one.to, to: other.to, line: lineAt(source.text, each.start) })),
      )
    })
    const isPairs =
      list.elements.length >= 2 &&
      edges.length >= list.elements.length &&
      list.elements.some((each) => propertyOf(each, 'from') !== null)
    return isPairs ? [machine(source, 'table', { node: list, edges })] : []
  })
}
