import { keyName, literalOf, propertyOf } from '../../integrity/names.ts'
import { all, is, lineAt, type Node, type Source, type Typed } from '../../integrity/source.ts'
import { nameOf } from './code-sets.ts'
import { labelKey } from './words.ts'

export type CodeEdge = { readonly from: string; readonly to: string; readonly line: number }

/** Transitions between states as a file has them. */
export type CodeStates = {
  readonly source: Source
  readonly line: number
  readonly edges: readonly CodeEdge[]
  readonly states: ReadonlySet<string>
}

type Found = {
  readonly node: Node
  readonly edges: readonly CodeEdge[]
  readonly more?: readonly string[]
}

const machine = (source: Source, { node, edges, more = [] }: Found): CodeStates => ({
  source,
  line: lineAt(source.text, node.start),
  edges,
  states: new Set([...edges.flatMap(({ from, to }) => [from, to]), ...more]),
})

/** A table of what needs what is none of transitions. */
const depends = /depend|require|need|prereq|after|upstream|input/i

/** `{ draft: ['sent'], sent: ['paid', 'lost'] }`, also with sets, with events, and with `on` and `target`. */
export function statesIn(source: Source): readonly CodeStates[] {
  return all(source, 'ObjectExpression').flatMap((table) => {
    const rows = rowsOf(table)
    if (rows === null || rows.length < 2 || depends.test(nameOf(source, table).join(' '))) return []
    const keys = new Set(rows.map(([key]) => key))
    const targets = rows.flatMap(([, list]) => list)
    const known = targets.filter(({ to }) => keys.has(to)).length
    // the targets of a table of transitions are its own keys
    if (targets.length === 0 || known * 3 < targets.length * 2) return []
    const edges = rows.flatMap(([from, list]) =>
      list.map(({ to, node }) => ({ from, to, line: lineAt(source.text, node.start) })),
    )
    return [machine(source, { node: table, edges, more: [...keys] })]
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
function targetsOf(node: Node): Row[1] | null {
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
