import { literalKey } from './asked-in-tests.ts'
import { canonical } from './canonical.ts'
import { plainValue } from './names.ts'
import { all, is, type Node, type Source } from './source.ts'

/** Whether a value is written out: literals all the way down. */
export function isWritten(node: Node): boolean {
  if (plainValue(node) !== undefined) return true
  if (node.type === 'ArrayExpression')
    return (
      node.elements.length > 0 && node.elements.every((each) => each !== null && isWritten(each))
    )
  if (node.type === 'ObjectExpression')
    return (
      node.properties.length > 0 &&
      node.properties.every((each) => each.type === 'Property' && isWritten(each.value))
    )
  return false
}

export const outputKey = (node: Node): string => literalKey(node) ?? canonical(node)

/** Objects and maps from literals to written values. */
export function tablesIn(source: Source): readonly Node[] {
  const objects = all(source, 'ObjectExpression').filter(
    (node) => node.properties.length >= 2 && isWritten(node),
  )
  const maps = all(source, 'NewExpression').filter(
    (node) =>
      node.callee.type === 'Identifier' &&
      node.callee.name === 'Map' &&
      entriesOf(node).length >= 2,
  )
  return [
    ...objects.filter(
      (node) => !is('ObjectExpression', 'Property', 'ArrayExpression')(source.parentOf.get(node)),
    ),
    ...maps,
  ]
}

export function entriesOf(node: Node): readonly (readonly [string, string])[] {
  if (node.type === 'ObjectExpression')
    return node.properties.flatMap((each) => {
      if (each.type !== 'Property') return []
      const name = each.key.type === 'Identifier' ? each.key.name : plainValue(each.key)
      return [[JSON.stringify(name), outputKey(each.value)] as const]
    })
  const list = node.type === 'NewExpression' ? node.arguments[0] : undefined
  if (list?.type !== 'ArrayExpression') return []
  return list.elements.flatMap((each) => {
    if (each?.type !== 'ArrayExpression') return []
    const [key, value] = each.elements
    return key == null || value == null || literalKey(key) === null || !isWritten(value)
      ? []
      : [[literalKey(key) ?? '', outputKey(value)] as const]
  })
}

export const unquoted = (key: string): string => key.replace(/^"(-?\d+(?:\.\d+)?)"$/, '$1')
