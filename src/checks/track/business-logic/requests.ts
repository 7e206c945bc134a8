import { chainOf, literalOf, propertyOf } from '../../integrity/names.ts'
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
import type { Project } from '../integration/project.ts'
import { plainRoute } from '../integration/read-spec.ts'
import { type Route, routesAt } from '../integration/routes/route.ts'
import { type Fields, fieldsRead, fieldsSet, joined, noFields, openFields } from './fields.ts'

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
  const chain = chainOf(call.callee)
  const isFetch = /^(?:fetch|\$fetch)$/.test(chain.at(-1) ?? '') && chain.length <= 2
  const verb = /^(?:get|post|put|patch|delete)$/.exec(chain.at(-1) ?? '')?.[0]
  const isClient =
    verb !== undefined &&
    /^(?:axios|api|http|client|ky|request\w*|\w*Api|\w*Client)$/.test(chain[0] ?? '')
  const path = pathOf(call.arguments[0])
  if ((!isFetch && !isClient) || path === null) return []
  const options = call.arguments[1]
  const method = isFetch
    ? (literalOf(propertyOf(options, 'method')) ?? 'get').toLowerCase()
    : (verb ?? 'get')
  const [route, ...others] = routesAt(routes, method, path)
  const around = [...above(source, call)].find((each) => isFunction(each)) ?? source.program
  if (route === undefined || others.length > 0) return []
  const body = isFetch
    ? propertyOf(options, 'body')
    : /^(?:post|put|patch)$/.test(method)
      ? (options ?? null)
      : null
  const json =
    is('CallExpression')(body) && chainOf(body.callee).join('.') === 'JSON.stringify'
      ? body.arguments[0]
      : isFetch && body !== null
        ? undefined
        : body
  const sent =
    body === null ? null : json === undefined ? openFields : fieldsSet(source, json, around)
  return [
    { source, call, route, sent, read: readOfAnswer(project, source, { call, around, isFetch }) },
  ]
}

/** `/api/orders/${id}?full=1` as `/api/orders/{}`. */
function pathOf(node: Node | undefined): string | null {
  const text = is('TemplateLiteral')(node)
    ? node.quasis.map(({ value }) => value.cooked ?? '').join('{x}')
    : literalOf(node)
  const path = text
    ?.replace(/^\{x\}(?=\/)/, '')
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/\?.*$/, '')
  return path?.startsWith('/') === true ? plainRoute(path) : null
}

type Sent = { readonly call: Node; readonly around: Node; readonly isFetch: boolean }

/** What is read of the answer: of `await response.json()`, or of `data`. */
function readOfAnswer(project: Project, source: Source, { call, around, isFetch }: Sent): Fields {
  const name = nameFor(source, call)
  if (!isFetch) {
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
  return fieldsRead(project, source, { root: node, isIt: isBody })
}

const isBody = (node: Node): boolean => {
  if (is('MemberExpression')(node))
    return /^(?:req|request|ctx\.request|context\.request|event)\.body$/.test(
      chainOf(node).join('.'),
    )
  return (
    is('CallExpression')(node) &&
    /^(?:req|request|c\.req|ctx\.req|context\.req|event\.request)\.json$/.test(
      chainOf(node.callee).join('.'),
    ) &&
    is('MemberExpression')(node.callee)
  )
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
