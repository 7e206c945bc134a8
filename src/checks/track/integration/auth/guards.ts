import { chainOf, dotted, literalOf, numberOf } from '../../../integrity/names.ts'
import { below, is, type Node } from '../../../integrity/source.ts'
import type { Project } from '../project.ts'
import { reachedFrom } from '../reach.ts'
import type { Code, Route } from '../routes/route.ts'

const authPath =
  /(?:^|\/)(?:sign-?up|register|registration|sign-?in|log-?in|sign-?out|log-?out|sessions?|refresh|token|callback|oauth\d?|forgot\w*|reset-?\w*|verify\w*|authorize|providers|csrf|auth|nextauth|\.well-known)(?:\/|$|-)/i

/** Routes that everybody must reach to become somebody. */
export const isAuthRoute = ({ path }: Pick<Route, 'path'>): boolean => authPath.test(path)

/** Whether the code refuses somebody who is not signed in. */
export function isGuarded(project: Project, route: Route): boolean {
  const before = route.guards.some((guard) => isGuard(project, guard))
  return (
    before || [...reachedFrom(project, route.handler)].some(({ node }) => refuses(node, 'sure'))
  )
}

const guardNames =
  /auth(?!or)|jwt|bearer|guard|protect|signed|logged|require[A-Z_]?(?:user|login|session|role|admin|permission|token|key)|passport|clerk|permission|acl|(?:^|[a-z])roles?$|api_?key/i
const helpers = /optional|initialize|^session$|cookie|body|cors|helmet|logger|context|provider/i

/** A middleware that answers 401, or one from outside whose name says what it is for. */
function isGuard(project: Project, code: Code): boolean {
  const reached = [...reachedFrom(project, code)]
  if (reached.some(({ node }) => refuses(node, 'likely'))) return true
  const isRequired = is('CallExpression')(code.node) && dotted(code.node.callee) === 'require'
  const target = is('CallExpression')(code.node) && !isRequired ? code.node.callee : code.node
  const chain = chainOf(target)
  const known = is('CallExpression', 'Identifier', 'MemberExpression')(code.node)
    ? project.functionsAt(code.source, target)
    : []
  // the project's own function was read above
  if (known.length > 0) return false
  const said = [...chain, ...nestedNames(code.node)]
  return said.some((name) => guardNames.test(name)) && !helpers.test(chain.at(-1) ?? '')
}

/** `@UseGuards(AuthGuard('jwt'))`, `[app.authenticate]`. */
const nestedNames = (node: Node): readonly string[] =>
  is('CallExpression')(node)
    ? node.arguments.flatMap((each) => chainOf(is('CallExpression')(each) ? each.callee : each))
    : []

const signIn = /^\/?(?:[\w/-]*\/)?(?:log-?in|sign-?in)\b/i

function refuses(node: Node, how: 'sure' | 'likely'): boolean {
  for (const each of below(node)) {
    const number = numberOf(each)
    if (number === 401 || (how === 'likely' && number === 403)) return true
    if (
      is('Identifier')(each) &&
      /^(?:Unauthori[sz]ed|Unauthenticated|NotAuthenticated|AuthenticationRequired)\w*$|^unauthori[sz]ed$/i.test(
        each.name,
      )
    )
      return true
    if (is('CallExpression')(each)) {
      const name = chainOf(each.callee).at(-1) ?? ''
      const target = each.arguments
        .map((one) => literalOf(is('NewExpression')(one) ? one.arguments[0] : one))
        .find((text) => text !== null)
      if (/redirect/i.test(name) && signIn.test(target ?? '')) return true
      if (
        /^(?:auth\.protect|redirectToSignIn|(?:req|request)\.jwtVerify)$/.test(
          chainOf(each.callee).join('.'),
        )
      )
        return true
    }
  }
  return false
}
