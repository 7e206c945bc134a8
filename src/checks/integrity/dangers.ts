import { chainOf, dotted, keyName, literalOf, memberName, truthOf } from './names.ts'
import { childrenOf, is, slice, type Node, type Source } from './source.ts'
import { product, spot, table } from './spots.ts'

/** Holes for attackers: a script that only people of the project run is worth a look, no more. */
const rows = {
  in: product,
  severity: (kind: string) => (kind === 'script' ? ('warning' as const) : undefined),
}

export const dangers = table(
  spot({
    ...rows,
    rule: 'code-from-text',
    type: 'CallExpression',
    when: ({ callee }) => /^(?:(?:globalThis|window)\.)?eval$/.test(dotted(callee)),
    message: 'text is run as code',
  }),
  spot({
    ...rows,
    rule: 'code-from-text',
    type: 'NewExpression',
    when: ({ callee }) => dotted(callee) === 'Function',
    message: 'text is run as code',
  }),
  spot({
    ...rows,
    rule: 'command-from-text',
    type: 'CallExpression',
    when: ({ callee, arguments: [first] }) =>
      /^(?:child_process\.|cp\.)?(?:exec|execSync)$/.test(dotted(callee)) && hasHoles(first),
    message: 'a command is put together from text',
  }),
  spot({
    ...rows,
    rule: 'command-from-text',
    type: 'CallExpression',
    when: ({ callee, arguments: [first] }) =>
      /^(?:query|execute|exec|raw|prepare|\$queryRawUnsafe|run|all|get)$/.test(
        chainOf(callee).at(-1) ?? '',
      ) && isOpenQuery(first),
    message: 'a query is put together from text',
  }),
  spot({
    ...rows,
    rule: 'command-from-text',
    type: 'CallExpression',
    when: ({ arguments: [first, second] }) =>
      /^(?:\/bin\/)?(?:sh|bash|zsh|cmd(?:\.exe)?|powershell)$/.test(literalOf(first) ?? '') &&
      is('ArrayExpression')(second) &&
      second.elements.some((each) => literalOf(each) === null),
    message: 'a shell runs a command put together from text',
  }),
  spot({
    ...rows,
    rule: 'markup-from-text',
    type: 'AssignmentExpression',
    when: ({ left, right }, source) =>
      is('MemberExpression')(left) &&
      /^(?:innerHTML|outerHTML)$/.test(memberName(left)) &&
      literalOf(right) === null &&
      !/escape|sanitize|purify/i.test(slice(source, right)),
    message: 'text is put into the page as markup',
  }),
  spot({
    ...rows,
    rule: 'protection-off',
    type: 'Property',
    when: ({ key, value }) =>
      /^(?:rejectUnauthorized|httpOnly|secure|strictSSL|checkServerIdentity|autoescape|sanitize)$/.test(
        keyName(key),
      ) && truthOf(value) === false,
    message: ({ key }) => `${keyName(key)} is switched off`,
  }),
  spot({
    ...rows,
    rule: 'protection-off',
    type: 'AssignmentExpression',
    when: ({ left }) => dotted(left).endsWith('.NODE_TLS_REJECT_UNAUTHORIZED'),
    message: 'certificates are no longer checked',
  }),
  spot({
    in: product,
    rule: 'secret-told',
    type: 'CallExpression',
    when: (call, source) =>
      logs.test(chainOf(call.callee).join('.')) && secretIn(call.arguments, source) !== null,
    message: (call, source) => `${secretIn(call.arguments, source) ?? ''} is written out`,
  }),
)

/** Text with values in it. */
const hasHoles = (node: Node | undefined): boolean =>
  (node?.type === 'TemplateLiteral' && node.expressions.length > 0) ||
  (node?.type === 'BinaryExpression' &&
    node.operator === '+' &&
    (literalOf(node.right) === null || literalOf(node.left) === null))

const queryWords = /^\s*(?:select|insert|update|delete|drop|alter|create)\b/i

/** Holes are names of tables and columns, unless they stand where a value does. */
function isOpenQuery(node: Node | undefined): boolean {
  if (node?.type === 'BinaryExpression') return hasHoles(node) && queryWords.test(firstText(node))
  if (node?.type !== 'TemplateLiteral') return false
  const texts = node.quasis.map(({ value }) => value.raw)
  const endsBeforeValue = /(?:[=<>'"]|\b(?:like|in\s*\(|values\s*\())\s*$/i
  return (
    queryWords.test(texts[0] ?? '') && texts.slice(0, -1).some((each) => endsBeforeValue.test(each))
  )
}

const firstText = (node: Node): string =>
  node.type === 'BinaryExpression' ? firstText(node.left) : (literalOf(node) ?? '')

const logs =
  /^(?:(?:globalThis\.)?console\.\w+|(?:\w+\.)*(?:logger|log)(?:\.\w+)?|process\.(?:stdout|stderr)\.write)$/
const secrets =
  /^(?:\w*(?:password|passwd|passphrase|secret|api_?key|private_?key|credentials?|(?:access|auth|refresh)_?token|bearer\w*)|authorization|cookie|pwd)$/i
/** Names that are secrets only where access is decided. */
const maybe = /^(?:token|key|session|sessionId)$/i
const decidesAccess = /authori[sz]|bearer|authenticat|password|timingSafeEqual|isAllowed/i

/** The name of a secret whose value is part of what is told. */
function secretIn(nodes: readonly Node[], source: Source): string | null {
  for (const node of nodes) {
    // what a function makes of it, and whether it is there or alike, is not the secret
    if (is('CallExpression', 'UnaryExpression', 'ArrowFunctionExpression')(node)) continue
    if (is('BinaryExpression')(node) && node.operator !== '+') continue
    const name = is('Identifier')(node)
      ? node.name
      : is('MemberExpression')(node) && !/^[A-Z]/.test(memberName(node))
        ? memberName(node)
        : ''
    if (secrets.test(name) || (maybe.test(name) && decidesAccess.test(source.text))) return name
    const inner = is('Property')(node)
      ? [node.value]
      : is('ConditionalExpression')(node)
        ? [node.consequent, node.alternate]
        : childrenOf(node)
    const result = is('Identifier', 'MemberExpression')(node) ? null : secretIn(inner, source)
    if (result !== null) return result
  }
  return null
}
