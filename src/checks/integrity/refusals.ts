import { canonical } from './canonical.ts'
import type { Change } from './change.ts'
import { functionPairs, type Named } from './functions.ts'
import { chainOf, plainValue } from './names.ts'
import { below, is, ownBelow, type Node } from './source.ts'

/** A condition with a refusal behind it: what it asks and how it refuses. */
type Guard = {
  readonly test: string
  readonly refusal: string
  readonly node: Node
  readonly throws: boolean
}

export function guardsIn(root: Node): readonly Guard[] {
  return [...ownBelow(root)].flatMap((node) => {
    if (node.type !== 'IfStatement') return []
    const inner =
      node.consequent.type === 'BlockStatement' ? node.consequent.body.at(-1) : node.consequent
    const throws = inner?.type === 'ThrowStatement'
    if (!throws && !(inner?.type === 'ReturnStatement' && isRefusal(inner.argument))) return []
    return [
      {
        test: canonical(node.test),
        refusal: inner === undefined ? '' : canonical(inner),
        node,
        throws,
      },
    ]
  })
}

export const isRefusal = (node: Node | null): boolean =>
  node !== null &&
  node.type === 'CallExpression' &&
  /^(?:err|error|fail|failure|reject|badRequest|invalid|refuse)/i.test(
    chainOf(node.callee).at(-1) ?? '',
  )

/** Whether a new function that is called here refuses in the same words, whatever its names are. */
export function isAskedInHelper(guard: Node, after: Named, change: Change): boolean {
  if (guard.type !== 'IfStatement') return false
  const called = new Set(
    [...below(after.node)].flatMap((node) =>
      node.type === 'CallExpression' ? [chainOf(node.callee).at(-1) ?? ''] : [],
    ),
  )
  return functionPairs(change).fresh.some(
    ({ short, node }) =>
      called.has(short) &&
      guardsIn(node).some(
        (each) =>
          each.node.type === 'IfStatement' &&
          wordsOf(each.node.consequent) === wordsOf(guard.consequent) &&
          operatorsOf(each.node.test) === operatorsOf(guard.test),
      ),
  )
}

/** The texts of a refusal and the kind of its error, without the names of values. */
const wordsOf = (root: Node): string =>
  [...below(root)]
    .flatMap((node) => {
      if (node.type === 'TemplateElement') return [node.value.raw]
      if (node.type === 'NewExpression') return [chainOf(node.callee).join('.')]
      const value = plainValue(node)
      return value === undefined ? [] : [String(value)]
    })
    .join('|')

const operatorsOf = (root: Node): string =>
  [...below(root)]
    .flatMap((node) =>
      is('BinaryExpression', 'LogicalExpression', 'UnaryExpression')(node) ? [node.operator] : [],
    )
    .join(' ')
