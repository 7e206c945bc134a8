import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { introduced } from './introduced.ts'
import { chainOf, dotted, keyName, literalOf, memberName, propertyOf, truthOf } from './names.ts'
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
    'A command or a query is put together from text',
    'Whoever writes a part of it can write the rest as well.',
    'Hand values over as arguments or parameters.',
  ],
  'markup-from-text': [
    'fail',
    'Text is put into a page as markup',
    'Whoever writes the text writes the page.',
    'Put it in as text, or clean it first.',
  ],
  'protection-off': [
    'fail',
    'A protection is switched off',
    'Connections are no longer proven, or secrets can be guessed.',
    'Leave the protection on.',
  ],
})

export const security: Family = { family: 'errors', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const occurrences = introduced(change, (source, { kind }) =>
    kind === 'source' || kind === 'script'
      ? source.nodes.filter((node) => danger(node) !== null)
      : [],
  )
  return occurrences.flatMap(({ source, node, kind }) => {
    const seen = danger(node)
    if (seen === null) return []
    const severity = kind === 'script' ? ('warn' as const) : rules[seen.rule].severity
    return [findingIn(rules[seen.rule], source, node.start, { message: seen.message, severity })]
  })
}

type Danger = { readonly rule: keyof typeof rules; readonly message: string }

function danger(node: Node): Danger | null {
  if (node.type === 'CallExpression') return dangerousCall(node)
  if (node.type === 'NewExpression' && dotted(node.callee) === 'Function')
    return { rule: 'code-from-text', message: 'text is run as code' }
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
    const name = memberName(node.left)
    if (/^(?:innerHTML|outerHTML)$/.test(name) && literalOf(node.right) === null)
      return { rule: 'markup-from-text', message: 'text is put into the page as markup' }
    if (name === 'NODE_TLS_REJECT_UNAUTHORIZED')
      return { rule: 'protection-off', message: 'certificates are no longer checked' }
  }
  if (
    node.type === 'Property' &&
    keyName(node.key) === 'rejectUnauthorized' &&
    truthOf(node.value) === false
  )
    return { rule: 'protection-off', message: 'certificates are no longer checked' }
  if (
    node.type === 'Property' &&
    /^(?:httpOnly|secure|strictSSL|verify|checkServerIdentity|autoescape|escape|sanitize)$/.test(
      keyName(node.key),
    ) &&
    node.value.type === 'Literal' &&
    node.value.value === false
  )
    return { rule: 'protection-off', message: `${keyName(node.key)} is switched off` }
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init !== null)
    return isGuessable(node.id.name, node.init)
      ? { rule: 'protection-off', message: `${node.id.name} can be guessed` }
      : null
  return null
}

function dangerousCall(node: Extract<Node, { type: 'CallExpression' }>): Danger | null {
  const name = dotted(node.callee)
  const [first] = node.arguments
  if (
    /^(?:globalThis\.|window\.)?eval$/.test(name) ||
    (/^(?:setTimeout|setInterval)$/.test(name) && literalOf(first) !== null)
  )
    return { rule: 'code-from-text', message: 'text is run as code' }
  if (/^document\.write(?:ln)?$/.test(name))
    return { rule: 'markup-from-text', message: 'text is put into the page as markup' }
  const last = chainOf(node.callee).at(-1) ?? ''
  if (/^(?:child_process\.|cp\.)?(?:exec|execSync)$/.test(name) && hasHoles(first))
    return { rule: 'command-from-text', message: 'a command is put together from text' }
  if (
    /^(?:query|execute|exec|raw|prepare|\$queryRawUnsafe|run|all|get)$/.test(last) &&
    hasHoles(first) &&
    isQuery(first) &&
    (node.arguments.length < 2 || hasValueHole(first))
  )
    return { rule: 'command-from-text', message: 'a query is put together from text' }
  if (
    /^(?:\/bin\/)?(?:sh|bash|zsh|cmd|cmd\.exe|powershell)$/.test(literalOf(first) ?? '') &&
    node.arguments.some(
      (each) =>
        each.type === 'ArrayExpression' &&
        each.elements.some((part) => part !== null && hasHolesOrRuns(part)),
    )
  )
    return { rule: 'command-from-text', message: 'a shell runs a command put together from text' }
  if (
    node.arguments.some((each) => truthOf(propertyOf(each, 'shell')) === true) &&
    literalOf(first) === null
  )
    return { rule: 'command-from-text', message: 'a shell runs a command put together from text' }
  if (last === 'createHash' && /^(?:md5|md4)$/i.test(literalOf(first) ?? ''))
    return { rule: 'protection-off', message: 'this hash can be forged' }
  return null
}

const hasHolesOrRuns = (node: Node): boolean =>
  hasHoles(node) || is('CallExpression', 'Identifier')(node)

/** Text with values in it. */
const hasHoles = (node: Node | undefined): node is Node =>
  (node?.type === 'TemplateLiteral' && node.expressions.length > 0) ||
  (node?.type === 'BinaryExpression' &&
    node.operator === '+' &&
    (literalOf(node.right) === null || literalOf(node.left) === null))

/** Beside parameters, holes are names of tables and columns, unless they stand where a value does. */
const hasValueHole = (node: Node): boolean =>
  node.type === 'TemplateLiteral'
    ? node.quasis
        .slice(0, -1)
        .some(({ value }) => /(?:[=<>'"]|\b(?:like|in\s*\(|values\s*\())\s*$/i.test(value.raw))
    : true

function isQuery(node: Node): boolean {
  const text =
    node.type === 'TemplateLiteral'
      ? node.quasis.map(({ value }) => value.raw).join(' ')
      : node.type === 'BinaryExpression'
        ? leftmost(node)
        : ''
  return /^\s*(?:select|insert|update|delete|drop|alter|create)\b/i.test(text)
}

const leftmost = (node: Node): string =>
  node.type === 'BinaryExpression' ? leftmost(node.left) : (literalOf(node) ?? '')

/** Secrets need better chance than that of games. */
const isGuessable = (name: string, init: Node): boolean =>
  /token|secret|password|apikey|nonce|salt|session/i.test(name) &&
  is('CallExpression', 'BinaryExpression', 'TemplateLiteral')(init) &&
  JSON.stringify(chainOf(init)).includes('"random"') &&
  chainOf(init)[0] === 'Math'
