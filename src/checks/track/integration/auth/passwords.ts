import { functionsOf } from '../../../integrity/functions.ts'
import { chainOf, dotted, keyName } from '../../../integrity/names.ts'
import { all, below, is, type Node, type Source } from '../../../integrity/source.ts'
import { holdsUnless, type Issue, notApplicable, type Part } from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'
import { reachedFrom } from '../reach.ts'
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
