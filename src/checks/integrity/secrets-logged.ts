import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { introduced } from './introduced.ts'
import { chainOf, memberName } from './names.ts'
import { all, childrenOf, is, type Node, type Source, type Typed } from './source.ts'

const rules = rulesOf('completeness', {
  'secret-told': [
    'fail',
    'A secret is written to the log',
    'Logs are kept, copied and read by many, and the secret with them.',
    'Leave the secret out, or tell only that there was one.',
  ],
})

export const secretsLogged: Family = { family: 'leftovers', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const calls = introduced(change, (source, { kind }) =>
    kind === 'source' || kind === 'script'
      ? all(source, 'CallExpression').filter(
          (call) => isLog(call) && secretIn(call.arguments, source) !== null,
        )
      : [],
  )
  return calls.map(({ source, node }) =>
    findingIn(rules['secret-told'], source, node.start, {
      message: `${secretIn(node.arguments, source) ?? ''} is written out`,
    }),
  )
}

const isLog = ({ callee }: Typed<'CallExpression'>): boolean =>
  /^(?:(?:globalThis\.)?console\.\w+|(?:\w+\.)*(?:logger|log)(?:\.\w+)?|process\.(?:stdout|stderr)\.write)$/.test(
    chainOf(callee).join('.'),
  )

const secrets =
  /^(?:\w*(?:password|passwd|passphrase|secret|apiKey|api_key|privateKey|private_key|credentials?|accessToken|access_token|authToken|refreshToken|bearer\w*)|authorization|cookie|pwd)$/i
/** Names that are secrets only where access is decided. */
const maybe = /^(?:token|key|session|sessionId)$/i
const decidesAccess = /authori[sz]|bearer|authenticat|password|timingSafeEqual|isAllowed/i

/** The name of a secret whose value is part of what is told; a call around it may hide it. */
function secretIn(nodes: readonly Node[], source: Source): string | null {
  for (const node of nodes) {
    const found = secretAt(node, source)
    if (found !== null) return found
  }
  return null
}

function secretAt(node: Node, source: Source): string | null {
  if (node.type === 'Identifier') return isSecret(node.name, source) ? node.name : null
  if (node.type === 'MemberExpression') {
    const name = memberName(node)
    return isSecret(name, source) && !/^[A-Z]/.test(name) ? name : null
  }
  // what a function makes of it, and whether it is there or alike, is not the secret
  if (node.type === 'CallExpression')
    return /^(?:String|JSON\.stringify)$/.test(chainOf(node.callee).join('.'))
      ? secretIn(node.arguments, source)
      : null
  if (node.type === 'BinaryExpression' && node.operator !== '+') return null
  if (is('UnaryExpression', 'ArrowFunctionExpression', 'FunctionExpression')(node)) return null
  if (node.type === 'ConditionalExpression')
    return secretIn([node.consequent, node.alternate], source)
  if (node.type === 'Property') return secretAt(node.value, source)
  return secretIn(childrenOf(node), source)
}

const isSecret = (name: string, source: Source): boolean =>
  secrets.test(name) || (maybe.test(name) && decidesAccess.test(source.text))
