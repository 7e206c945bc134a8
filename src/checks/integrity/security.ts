import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { introduced } from './introduced.ts'
import { dotted, keyName, literalOf, memberName, propertyOf, truthOf } from './names.ts'
import { is, type Node } from './source.ts'

const rules = rulesOf('completeness', {
  'code-from-text': [
    'fail',
    'Text is run as code',
    'Whoever writes the text runs what they like.',
    'Write the code, or read the text with a parser.',
  ],
  'command-from-text': [
    'warn',
    'A shell runs a command that is put together from text',
    'Whoever writes a part of it can write the rest as well.',
    'Run the program itself and hand values over as arguments.',
  ],
  'protection-off': [
    'fail',
    'A protection is switched off',
    'Connections are no longer proven.',
    'Leave the protection on.',
  ],
})

export const security: Family = { family: 'errors', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const occurrences = introduced(change, (source, { kind }) =>
    kind === 'source' || kind === 'script'
      ? source.nodes.filter((node) => dangerIn(node) !== null)
      : [],
  )
  return occurrences.flatMap(({ source, node, kind }) => {
    const name = dangerIn(node)
    if (name === null) return []
    const severity = kind === 'script' ? ('warn' as const) : rules[name].severity
    return [findingIn(rules[name], source, node.start, { message: messages[name], severity })]
  })
}

const messages: Readonly<Record<keyof typeof rules, string>> = {
  'code-from-text': 'text is run as code',
  'command-from-text': 'a shell runs a command put together from text',
  'protection-off': 'certificates are no longer checked',
}

function dangerIn(node: Node): keyof typeof rules | null {
  if (node.type === 'NewExpression')
    return dotted(node.callee) === 'Function' ? 'code-from-text' : null
  if (node.type === 'Property')
    return keyName(node.key) === 'rejectUnauthorized' && truthOf(node.value) === false
      ? 'protection-off'
      : null
  if (node.type === 'AssignmentExpression')
    return node.left.type === 'MemberExpression' &&
      memberName(node.left) === 'NODE_TLS_REJECT_UNAUTHORIZED'
      ? 'protection-off'
      : null
  if (node.type !== 'CallExpression') return null
  const name = dotted(node.callee)
  const [first] = node.arguments
  if (/^(?:(?:globalThis|window)\.)?eval$/.test(name)) return 'code-from-text'
  const isShell =
    /^(?:child_process\.|cp\.)?(?:exec|execSync)$/.test(name) ||
    node.arguments.some((each) => truthOf(propertyOf(each, 'shell')) === true) ||
    /^(?:\/bin\/)?(?:sh|bash)$/.test(literalOf(first) ?? '')
  return isShell && node.arguments.some(hasHoles) ? 'command-from-text' : null
}

/** Text with values in it, also in a list of arguments; `-c` hands a whole line to a shell. */
const hasHoles = (node: Node): boolean =>
  (node.type === 'TemplateLiteral' && node.expressions.length > 0) ||
  (node.type === 'BinaryExpression' && node.operator === '+') ||
  (node.type === 'ArrayExpression' &&
    node.elements.some((each) => literalOf(each) === '-c') &&
    node.elements.some((each) => each !== null && literalOf(each) === null)) ||
  is('Identifier')(node)
