import { chainOf, dotted } from '../../integrity/names.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  type Node,
  type Source,
  type Typed,
} from '../../integrity/source.ts'
import { isInside } from '../integration/calls/endless.ts'
import { outgoingIn } from '../integration/calls/outgoing.ts'
import { requestWritten } from '../integration/contracts/requests-sent.ts'
import type { Project } from '../integration/project.ts'
import { reachedFrom } from '../integration/reach.ts'
import { type Route, routesAt } from '../integration/routes/route.ts'
import {
  type Fields,
  fieldsRead,
  fieldsSet,
  isDeclared,
  joined,
  noFields,
  openFields,
} from './fields.ts'

/** A request that the project sends to itself: what goes there, and what of the answer is read. */
export type OwnRequest = {
  readonly source: Source
  readonly call: Typed<'CallExpression'>
  readonly route: Route
  /** Null where nothing is sent. */
  readonly sent: Fields | null
  readonly read: Fields
}

export const requestsOf = (project: Project, routes: readonly Route[]): readonly OwnRequest[] =>
  project.product.flatMap((source) =>
    all(source, 'CallExpression').flatMap((call) => requestAt(project, routes, { source, call })),
  )

type At = { readonly source: Source; readonly call: Typed<'CallExpression'> }

function requestAt(
  project: Project,
  routes: readonly Route[],
  { source, call }: At,
): readonly OwnRequest[] {
  const written = requestWritten(source, call)
  if (written === null) return []
  const chain = chainOf(call.callee)
  const isFetch = /^(?:fetch|\$fetch)$/.test(chain.at(-1) ?? '') && chain.length <= 2
  const isClient =
    /^(?:get|post|put|patch|delete)$/.test(chain.at(-1) ?? '') &&
    /^(?:axios|api|http|client|ky|request\w*|\w*Api|\w*Client)$/.test(chain[0] ?? '')
  if (!isFetch && !isClient && !sendsRequests(project, source, call)) return []
  const { method, path, given } = written
  const [route, ...others] = routesAt(routes, method, path)
  const around = [...above(source, call)].find((each) => isFunction(each)) ?? source.program
  if (route === undefined || others.length > 0) return []
  const isText = is('CallExpression')(given) && chainOf(given.callee).join('.') === 'JSON.stringify'
  const body = isText ? given.arguments[0] : isFetch ? undefined : given
  const sent =
    given === null || !/^(?:post|put|patch)$/.test(method) ? null : fieldsSet(source, body, around)
  const client = isFetch ? 'fetch' : isClient ? 'client' : 'own'
  return [
    { source, call, route, sent, read: readOfAnswer(project, source, { call, around, client }) },
  ]
}

/** A function of the project that sends what it is given: `call('POST', '/orders', order)`. */
const sendsRequests = (project: Project, source: Source, call: Typed<'CallExpression'>): boolean =>
  project
    .functionsAt(source, call.callee)
    .some((named) =>
      [...reachedFrom(project, named)].some((code) =>
        outgoingIn(project, code.source).some(({ node }) => isInside(node, code.node)),
      ),
    )

type Sent = {
  readonly call: Node
  readonly around: Node
  readonly client: 'fetch' | 'client' | 'own'
}

/** What is read of the answer: of `await response.json()`, or of `data`. */
function readOfAnswer(project: Project, source: Source, { call, around, client }: Sent): Fields {
  const name = nameFor(source, call)
  if (client === 'own') return noFields
  if (client === 'client') {
    const isData = (node: Node) =>
      is('MemberExpression')(node) && chainOf(node).join('.') === `${name ?? ''}.data`
    const pattern = patternFor(source, call)
    const taken = is('ObjectPattern')(pattern)
      ? pattern.properties.flatMap((each) =>
          is('Property')(each) && is('Identifier')(each.key) && each.key.name === 'data'
            ? [each.value]
            : [],
        )
      : []
    const named = taken.flatMap((each) => (is('Identifier')(each) ? [each.name] : []))
    return fieldsRead(project, source, {
      root: around,
      isIt: (node) =>
        isData(node) ||
        (is('Identifier')(node) && named.includes(node.name) && !taken.includes(node)),
    })
  }
  if (name === null) return noFields
  const isJson = (node: Node) =>
    is('CallExpression')(node) && chainOf(node.callee).join('.') === `${name}.json`
  return fieldsRead(project, source, { root: around, isIt: isJson })
}

function patternFor(source: Source, call: Node): Node | null {
  for (const each of above(source, call)) {
    if (is('VariableDeclarator')(each)) return each.id
    if (!is('AwaitExpression', 'TSAsExpression')(each)) return null
  }
  return null
}

const nameFor = (source: Source, call: Node): string | null => {
  const id = patternFor(source, call)
  return is('Identifier')(id) ? id.name : null
}

/** What a handler reads of the body of a request. */
export function readByHandler(project: Project, route: Route): Fields {
  const { source, node } = functionOf(project, route)
  const handed = handedIn(source, node)
  const read = fieldsRead(project, source, {
    root: node,
    isIt: (each) => isBody(source, each, handed),
  })
  // what was read comes in an envelope, which is asked whether it worked
  return read.names.has('ok') || read.names.has('success') ? openFields : read
}

/** Where a name is given to a value, and where it only names a field. */
const isBound = (source: Source, node: Node): boolean => {
  const up = source.parentOf.get(node)
  const holder = is('Property')(up) ? source.parentOf.get(up) : undefined
  return is('ObjectPattern')(holder) || isDeclared(source, node)
}

/** The names that a handler is given: of its parameters, and what it takes out of them. */
const handedIn = (source: Source, node: Node): ReadonlySet<string> =>
  new Set(
    [node, ...above(source, node)].flatMap((each) =>
      isFunction(each)
        ? each.params.flatMap((param) =>
            [...below(param)].flatMap((inner) => (is('Identifier')(inner) ? [inner.name] : [])),
          )
        : [],
    ),
  )

/** `request.body`, `await context.json()`, `await readJson(request)`, and the `body` of `({ body }) => …`. */
function isBody(source: Source, node: Node, handed: ReadonlySet<string>): boolean {
  if (is('Identifier')(node))
    return node.name === 'body' && handed.has('body') && !isBound(source, node)
  if (is('MemberExpression')(node)) {
    const [root = '', ...path] = dotted(node).split('.')
    return handed.has(root) && /^(?:(?:req|request)\.)?body$/.test(path.join('.'))
  }
  if (!is('CallExpression')(node)) return false
  const chain = chainOf(node.callee)
  const reads = /^(?:(?:read|parse|get)?(?:json|body)|(?:json|body)of)$/i.test(chain.at(-1) ?? '')
  const isTaken = node.arguments.length === 0 && handed.has(chain[0] ?? '')
  return reads && (isTaken || node.arguments.some((each) => handed.has(chainOf(each)[0] ?? '')))
}

function functionOf(
  project: Project,
  { handler }: Route,
): { readonly source: Source; readonly node: Node } {
  if (isFunction(handler.node)) return handler
  const inner = is('CallExpression')(handler.node)
    ? handler.node.arguments.find((each) => isFunction(each))
    : undefined
  if (inner !== undefined) return { source: handler.source, node: inner }
  const [named] = is('Identifier', 'MemberExpression')(handler.node)
    ? project.functionsAt(handler.source, handler.node)
    : []
  return named ?? handler
}

/** What a handler answers with; open where it is more than objects that are written there. */
export function answeredBy(project: Project, route: Route): Fields {
  const { source, node } = functionOf(project, route)
  const answers = [...below(node)].flatMap((each) => {
    if (!is('CallExpression')(each)) return []
    const chain = chainOf(each.callee)
    const isAnswer =
      (/^(?:json|send|jsonp)$/.test(chain.at(-1) ?? '') &&
        /^(?:res|response|reply|c|ctx|Response|NextResponse)$/.test(chain[0] ?? '')) ||
      /^(?:json|Response\.json)$/.test(chain.join('.'))
    return isAnswer ? [fieldsSet(source, each.arguments[0], node)] : []
  })
  return answers.length === 0 ? openFields : joined(answers)
}
