import {
  calleeName,
  child,
  children,
  dottedName,
  walk,
  word,
  type Node,
  type Parsed,
} from './syntax.ts'

const validators =
  /(?:^|\.)(?:\w*(?:valid|schema|sanitiz|escape|assert|ensure|check|verify|guard|coerce|allow)\w*|is[A-Z]\w*|has|includes|test|match|exec|parse|safeParse|startsWith|endsWith|basename|relative|invariant|zodParse|parseInt|parseFloat|Number)$/i

/**
 * The names that code looks at before it goes on: in conditions that end in a refusal, in `typeof` and
 * `instanceof`, and as arguments of functions that validate.
 */
export function guardedNames(scope: Node, parsed: Parsed): ReadonlySet<string> {
  const found = known.get(scope) ?? findGuarded(scope, parsed)
  known.set(scope, found)
  return found
}

const known = new WeakMap<Node, ReadonlySet<string>>()

function findGuarded(scope: Node, parsed: Parsed): ReadonlySet<string> {
  const names = new Set<string>()
  const addAll = (node: Node | null) => {
    if (node === null) return
    for (const { node: inner } of walk(node)) {
      if (inner.type === 'Identifier') names.add(word(inner, 'name'))
      const dotted = inner.type === 'MemberExpression' ? dottedName(inner) : ''
      if (dotted !== '') names.add(dotted)
    }
  }
  for (const { node } of walk(scope)) {
    if (node.type === 'IfStatement' && refuses(node, parsed)) addAll(child(node, 'test'))
    if (node.type === 'ConditionalExpression' || node.type === 'SwitchStatement')
      addAll(child(node, 'test') ?? child(node, 'discriminant'))
    if (node.type === 'UnaryExpression' && word(node, 'operator') === 'typeof')
      addAll(child(node, 'argument'))
    if (node.type === 'BinaryExpression' && /^(?:instanceof|in)$/.test(word(node, 'operator')))
      addAll(node)
    const isValidator =
      node.type === 'CallExpression' &&
      validators.test(calleeName(node)) &&
      calleeName(node) !== 'JSON.parse'
    if (isValidator) for (const argument of children(node, 'arguments')) addAll(argument)
    if (isValidator && /(?:match|includes|startsWith|endsWith)$/.test(calleeName(node)))
      addAll(child(child(node, 'callee'), 'object'))
  }
  return names
}

const refuses = (node: Node, parsed: Parsed): boolean => {
  const parts = [child(node, 'consequent'), child(node, 'alternate')].filter(
    (part) => part !== null,
  )
  return parts.some((part) =>
    /\b(?:throw|return|continue|reject|exit|break)\b|\bstatus(?:Code)?\b|\.(?:warn|error)\(|\bexitCode\b/.test(
      parsed.unit.content.slice(part.start, part.end),
    ),
  )
}
