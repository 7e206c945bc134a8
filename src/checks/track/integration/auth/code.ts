import { functionsOf } from '../../../integrity/functions.ts'
import { chainOf, dotted, keyName, literalOf, memberName } from '../../../integrity/names.ts'
import { all, below, is, type Node, type Source } from '../../../integrity/source.ts'
import { holdsUnless, type Issue, notApplicable, type Part } from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'
import { reachedFrom } from '../reach.ts'
import { specLines } from '../read-spec.ts'
import type { AuthRoutes } from './sign-in.ts'

const providers =
  /supabase|firebase|clerk|auth0|next-auth|@auth\/|better-auth|lucia|cognito|kinde|workos|stytch|descope|passport-(?!local)/

/** Passwords are kept as slow hashes only. */
export function passwordPart(project: Project, routes: AuthRoutes): Part {
  const id = 'passwords'
  const about = 'passwords are stored as salted, slow hashes'
  const hasProvider = [...project.packages.keys()].some((name) => providers.test(name))
  const issues = project.touched.flatMap((source) => [
    ...comparisons(source),
    ...fastHashes(source),
    ...idleHashes(source),
  ])
  const up = routes.up
  const isOwn = up !== undefined && project.touched.includes(up.source)
  const reached = up === undefined ? [] : [...reachedFrom(project, up.handler)]
  const takes = reached.some(({ node }) => namesIn(node).some((name) => /^password$/i.test(name)))
  if (issues.length === 0 && (!isOwn || !takes || hasProvider))
    return notApplicable(id, about, 'the track stores no passwords itself')
  const isHashed = project.product.some(({ program }) =>
    namesIn(program).some((name) => /hash|bcrypt|argon|scrypt|pbkdf/i.test(name)),
  )
  const unhashed =
    isOwn && takes && !hasProvider && !isHashed
      ? [
          issueAt(
            up.source,
            up.node,
            'no code hashes the passwords that sign-up takes',
            'Hash passwords with argon2, scrypt or bcrypt before they are stored',
          ),
        ]
      : []
  return holdsUnless(id, about, {
    issues: [...issues, ...unhashed],
    reason: 'passwords are hashed',
  })
}

const namesIn = (node: Node): readonly string[] =>
  [...below(node)].flatMap((each) =>
    is('Identifier')(each) ? [each.name] : is('Property')(each) ? [keyName(each.key)] : [],
  )

/** `user.password === password`. */
const comparisons = (source: Source): readonly Issue[] =>
  all(source, 'BinaryExpression').flatMap((node) => {
    const sides = [node.left, node.right].map((side) => chainOf(side).at(-1) ?? '')
    const isPlain =
      /^[!=]==?$/.test(node.operator) &&
      sides.every((name) => /^(?:\w*[pP]assword|pass|pwd)$/.test(name)) &&
      !sides.some((name) => /confirm|repeat|again|hash|new|old|current/i.test(name)) &&
      [node.left, node.right].some(
        (side) =>
          is('MemberExpression')(side) && !/body|form|values|data|input|params/i.test(dotted(side)),
      )
    return isPlain
      ? [
          issueAt(
            source,
            node,
            'a stored password is compared as plain text',
            'Compare with the verify function of argon2, scrypt or bcrypt',
          ),
        ]
      : []
  })

/** `hashPassword(password) { return password }`. */
const idleHashes = (source: Source): readonly Issue[] =>
  functionsOf(source).flatMap(({ short, node }) => {
    const takes = node.params.some(
      (each) => is('Identifier')(each) && /password|pwd/i.test(each.name),
    )
    const works =
      node.body === null ||
      [...below(node.body)].some(is('CallExpression', 'NewExpression', 'AwaitExpression'))
    return takes && !works && /hash|encrypt|digest|protect/i.test(short)
      ? [
          issueAt(
            source,
            node,
            `${short} gives the password back as it is`,
            'Hash passwords with argon2, scrypt or bcrypt before they are stored',
          ),
        ]
      : []
  })

/** `createHash('sha256').update(password)`. */
const fastHashes = (source: Source): readonly Issue[] =>
  all(source, 'CallExpression').flatMap((call) => {
    const chain = chainOf(call.callee)
    const [first] = call.arguments
    const isPassword =
      first !== undefined && namesIn(first).some((name) => /^(?:\w*[pP]assword|pwd)$/.test(name))
    return isPassword && chain.at(-1) === 'update' && chain.includes('createHash')
      ? [
          issueAt(
            source,
            call,
            'a password is hashed with a fast hash',
            'Use argon2, scrypt or bcrypt, which are slow and salted',
          ),
        ]
      : []
  })

/** Whoever sends people to another site for signing in must know them again when they come back. */
export function oauthPart(project: Project): Part {
  const id = 'oauth-state'
  const about = 'OAuth sends a state and compares it when people come back'
  const starts = project.touched.flatMap((source) =>
    source.nodes.filter((node) => isAuthorize(source, node)).map((node) => ({ source, node })),
  )
  const exchanges = project.touched.flatMap((source) =>
    source.nodes
      .filter((node) => literalOf(node) === 'authorization_code')
      .map((node) => ({ source, node })),
  )
  if (starts.length + exchanges.length === 0)
    return notApplicable(id, about, 'the track has no OAuth flow of its own')
  const stateless = starts.filter(
    ({ source }) =>
      !source.nodes.some((node) => nameAt(node) === 'state' || /[?&]state=/.test(textAt(node))),
  )
  const compares = project.product.some((source) => source.nodes.some(comparesState))
  return holdsUnless(id, about, {
    issues: [
      ...stateless.map(({ source, node }) =>
        issueAt(
          source,
          node,
          'the authorization request carries no state',
          'Send a random state and keep it in a cookie or session',
        ),
      ),
      ...(compares
        ? []
        : exchanges.map(({ source, node }) =>
            issueAt(
              source,
              node,
              'the code is exchanged without a look at the state',
              'Compare the state of the callback with the one that was kept, and refuse others',
            ),
          )),
    ],
    reason: 'a state is sent and compared',
  })
}

const textAt = (node: Node): string =>
  is('Literal')(node) && 'regex' in node
    ? node.regex.pattern
    : is('TemplateElement')(node)
      ? (node.value.cooked ?? '')
      : is('Literal')(node)
        ? (literalOf(node) ?? '')
        : ''
const nameAt = (node: Node): string =>
  is('Property')(node) ? keyName(node.key) : is('Literal')(node) ? (literalOf(node) ?? '') : ''

/** The one place of a file that makes the address: it names the client and what it wants back. */
function isAuthorize(source: Source, node: Node): boolean {
  if (nameAt(node) !== 'response_type' && !/[?&]response_type=/.test(textAt(node))) return false
  return source.nodes.some(
    (each) => nameAt(each) === 'client_id' || /[?&]client_id=/.test(textAt(each)),
  )
}

const isState = (node: Node | null | undefined): boolean =>
  (is('Identifier')(node) && /state$/i.test(node.name)) ||
  (is('MemberExpression')(node) && /state$/i.test(memberName(node))) ||
  (is('CallExpression')(node) &&
    node.arguments.some((each) => /state$/i.test(literalOf(each) ?? '')))

const comparesState = (node: Node): boolean => {
  if (is('BinaryExpression')(node))
    return (
      /^[!=]==?$/.test(node.operator) &&
      [node.left, node.right].some(isState) &&
      !is('Literal')(node.left) &&
      !is('Literal')(node.right)
    )
  return (
    is('CallExpression')(node) &&
    /timingSafeEqual|verifyState|checkState|validateState|equal/i.test(
      chainOf(node.callee).at(-1) ?? '',
    ) &&
    [...below(node)].some(isState)
  )
}

const steps: readonly (readonly [name: string, said: RegExp, code: RegExp])[] = [
  [
    'sign-up',
    /\bsign(?:s|ing)?[- ]?up\b|\bregist(?:er|ers|ration)\b/i,
    /sign-?up|register|createUser|registration/i,
  ],
  [
    'sign-in',
    /\bsign(?:s|ing)?[- ]?in\b|\blog(?:s|ging)?[- ]?in\b/i,
    /sign-?in|log-?in|authenticate|createSession/i,
  ],
  [
    'sign-out',
    /\bsign(?:s|ing)?[- ]?out\b|\blog(?:s|ging)?[- ]?out\b/i,
    /sign-?out|log-?out|destroySession|endSession|invalidateSession|deleteSession/i,
  ],
  [
    'refresh',
    /\brefresh(?:es|ed|ing)? (?:token|the session|of)|\btokens? (?:is|are) refreshed\b|\brefresh tokens?\b/i,
    /refresh/i,
  ],
]

/** The steps of signing in that the spec asks for have code. */
export function stepsPart(project: Project): Part {
  const about = 'the steps of signing in that the spec names are in the code'
  const lines = specLines(project.facts.spec).filter(
    ({ text }) =>
      !/\b(?:not|no|never|without|already)\b[^.]*\b(?:sign|log|regist|refresh)/i.test(text),
  )
  const asked = steps.flatMap(([name, said, code]) => {
    const line = lines.find(
      ({ text }) =>
        said.test(text) && !/\bsigned[- ]in\b|\blogged[- ]in\b/i.test(text.replace(said, '')),
    )
    return line === undefined ? [] : [{ name, code, line }]
  })
  if (asked.length === 0)
    return notApplicable('auth-steps', about, 'the spec names no step of signing in')
  const names = project.product.flatMap((source) => [
    source.path,
    ...source.nodes.flatMap((node) => (is('Identifier')(node) ? [node.name] : [textAt(node)])),
  ])
  const hasProvider = [...project.packages.keys()].some((name) => providers.test(name))
  return holdsUnless('auth-steps', about, {
    issues: asked
      .filter(({ code }) => !hasProvider && !names.some((name) => name !== '' && code.test(name)))
      .map(({ name, line }) => ({
        message: `no code is about ${name}, which the spec names at line ${line.line}`,
        path: `${project.facts.folder}/spec.md`,
        line: line.line,
        fix: `Add ${name}`,
      })),
    reason: `${asked.length} steps of signing in are in the code`,
  })
}
