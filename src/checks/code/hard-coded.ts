import { child, children, valueOf, walk, type Node, type Parsed } from './syntax.ts'
import { encodeLiteral, parseExpression } from './literal.ts'

/** Values that honest code compares with and returns all the time. */
const isTelling = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.length > 1) ||
  (typeof value === 'number' && Math.abs(value) > 2)

/** Where code answers an example's own argument with a ready result: a branch or a table of the examples. */
export async function hardCoded(
  sources: readonly Parsed[],
  call: string,
): Promise<{ readonly parsed: Parsed; readonly at: number } | null> {
  const node = await parseExpression(call.replace(/^await\s+/, ''))
  const given = children(node, 'arguments')
    .map((one) => encodeLiteral(one))
    .filter((value) => isTelling(value))
  if (given.length === 0) return null
  for (const parsed of sources)
    for (const { node: found, above } of walk(parsed.program)) {
      const value = found.type === 'Literal' ? valueOf(found) : undefined
      if (isTelling(value) && given.includes(value) && isDecision(found, above))
        return { parsed, at: found.start }
    }
  return null
}

/** The literal decides what comes next: it is compared, a case, a key, or the first of a pair. */
function isDecision(node: Node, above: readonly Node[]): boolean {
  const [outer, next] = above
  switch (outer?.type) {
    case 'BinaryExpression':
    case 'SwitchCase':
      return true
    case 'Property':
      return child(outer, 'key') === node
    case 'ArrayExpression':
      return children(outer, 'elements')[0] === node && next?.type === 'ArrayExpression'
    case undefined:
    default:
      return false
  }
}
