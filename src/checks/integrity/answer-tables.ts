import { canonical } from './canonical.ts'
import { dotted, keyName, plainValue } from './names.ts'
import { all, is, type Node, type Source } from './source.ts'

/** A literal as text; null for anything else. */
export function literalKey(node: Node): string | null {
  const value = plainValue(node)
  return value === undefined ? null : JSON.stringify(value)
}

/** A value that is written out, literals all the way down, as text; null where it is worked out. */
export function writtenKey(node: Node): string | null {
  const parts = is('ArrayExpression')(node)
    ? node.elements
    : is('ObjectExpression')(node)
      ? node.properties.map((each) => (is('Property')(each) ? each.value : null))
      : null
  if (parts === null) return literalKey(node)
  const isWritten = parts.every((each) => each !== null && writtenKey(each) !== null)
  return isWritten && parts.length > 0 ? canonical(node) : null
}

/** Objects and maps from literals to written values. */
export function tablesIn(source: Source): readonly Node[] {
  const isInner = is('ObjectExpression', 'Property', 'ArrayExpression')
  return [
    ...all(source, 'ObjectExpression').filter(
      (node) => writtenKey(node) !== null && !isInner(source.parentOf.get(node)),
    ),
    ...all(source, 'NewExpression').filter(({ callee }) => dotted(callee) === 'Map'),
  ].filter((node) => entriesOf(node).length >= 2)
}

export function entriesOf(node: Node): readonly (readonly [string, string])[] {
  if (is('ObjectExpression')(node))
    return node.properties.flatMap((each) =>
      is('Property')(each)
        ? [[JSON.stringify(keyName(each.key)), writtenKey(each.value) ?? ''] as const]
        : [],
    )
  const list = is('NewExpression')(node) ? node.arguments[0] : null
  return (is('ArrayExpression')(list) ? list.elements : []).flatMap((each) => {
    const [key, value] = is('ArrayExpression')(each) ? each.elements : []
    const [from, to] = [key && literalKey(key), value && writtenKey(value)]
    return from && to ? [[from, to] as const] : []
  })
}

export const unquoted = (key: string): string => key.replace(/^"(-?\d+(?:\.\d+)?)"$/, '$1')
