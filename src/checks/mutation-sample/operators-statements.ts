import { child, valueOf, word, type Node } from '../code/syntax.ts'
import { type Idea, replaced, sourceOf, type Spot } from './idea.ts'

export function statement({ node, above, source }: Spot): readonly Idea[] {
  const inner = child(node, 'expression')
  const kinds = [
    'CallExpression',
    'AwaitExpression',
    'AssignmentExpression',
    'UpdateExpression',
    'ChainExpression',
    'YieldExpression',
  ]
  if (inner === null || !kinds.includes(inner.type)) return []
  const text = sourceOf(source, node)
  const ends =
    above[0]?.type === 'BlockStatement' ||
    above[0]?.type === 'Program' ||
    above[0]?.type === 'SwitchCase'
  // what stands where a statement must stand leaves an empty one
  return [replaced('removed-statement', node, ends && text.endsWith(';') ? '' : ';')]
}

export function throwing({ node }: Spot): readonly Idea[] {
  return [replaced('removed-statement', node, ';')]
}

const isNothing = (node: Node): boolean =>
  (node.type === 'Identifier' && word(node, 'name') === 'undefined') ||
  (node.type === 'UnaryExpression' && word(node, 'operator') === 'void') ||
  (node.type === 'Literal' && valueOf(node) === null) ||
  (node.type === 'Literal' && typeof valueOf(node) === 'boolean')

export function returned({ node }: Spot): readonly Idea[] {
  const argument = child(node, 'argument')
  return argument === null || isNothing(argument)
    ? []
    : [replaced('return-value', argument, 'undefined')]
}

export function arrow({ node }: Spot): readonly Idea[] {
  const body = child(node, 'body')
  if (body === null || body.type === 'BlockStatement' || isNothing(body)) return []
  return [replaced('return-value', body, 'undefined')]
}

export function awaited({ node, above, source }: Spot): readonly Idea[] {
  const argument = child(node, 'argument')
  const parent = above[0]
  if (argument === null) return []
  const guarded = above.some(({ type }) => type === 'TryStatement')
  // an async function waits for what it returns
  const last = parent?.type === 'ReturnStatement' || parent?.type === 'ArrowFunctionExpression'
  return last && !guarded
    ? []
    : [replaced('removed-await', node, `(${sourceOf(source, argument)})`)]
}
