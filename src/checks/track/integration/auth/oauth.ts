import { chainOf, keyName, literalOf, memberName } from '../../../integrity/names.ts'
import { below, is, type Node, type Source } from '../../../integrity/source.ts'
import { holdsUnless, notApplicable, type Part } from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'

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
