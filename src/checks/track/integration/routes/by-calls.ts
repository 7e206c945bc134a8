import { chainOf, literalOf, propertyOf } from '../../../integrity/names.ts'
import {
  all,
  is,
  isFunction,
  type Node,
  type Source,
  type Typed,
} from '../../../integrity/source.ts'
import { initOf } from '../look-up.ts'
import { type Project } from '../project.ts'
import { mountsIn, pathsIn, placesOf } from './mounts.ts'
import type { Code, Route } from './route.ts'
import { plainRoute } from '../read-spec.ts'

type Call = Typed<'CallExpression'>
type Registration = {
  readonly method: string
  readonly path: string
  readonly source: Source
  readonly call: Call
  readonly handlers: readonly Node[]
  /** The project's own functions that make a route of it; they may refuse before it answers. */
  readonly made?: readonly Code[]
}

const verbs = /^(?:get|post|put|patch|delete|del|all|head|options)$/
const clients =
  /^(?:axios|got|ky|superagent|supertest|needle|ofetch|undici|node-fetch|@playwright\/test|msw|nock)(?:\/|$)/
const routerNames = /app|rout|server|fastify|api|hono|instance|koa|scope/i

/** Routes as Express, Fastify, Hono, Koa and their like are told them. */
export function routesByCalls(project: Project): readonly Route[] {
  const registrations = project.product.flatMap((source) =>
    all(source, 'CallExpression').flatMap((call) => registered(project, source, call)),
  )
  const mounts = project.product.flatMap((source) =>
    all(source, 'CallExpression').flatMap((call) => mountsIn(project, source, call)),
  )
  return registrations.flatMap(({ method, path, source, call, handlers, made = [] }) =>
    placesOf({ source, call }, mounts, 0).map(({ prefix, guards }) => {
      const whole = plainRoute(`${prefix}/${path}`)
      const before = guards.filter(({ scope }) => `${whole}/`.startsWith(scopePath(scope)))
      return {
        method,
        path: whole,
        source,
        node: call,
        handler: { source, node: handlers.at(-1) ?? call },
        guards: [...before, ...made, ...handlers.slice(0, -1).map((node) => ({ source, node }))],
        style: is('MemberExpression')(call.callee) ? ('call' as const) : ('table' as const),
      }
    }),
  )
}

const scopePath = (scope: string): string => {
  const path = plainRoute(scope)
  return path === '/' ? path : `${path}/`
}

const spelled = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i

/** `route('GET', '/books', list)`: a method, a path and what answers, whoever takes them. */
function spelledOut(project: Project, source: Source, call: Call): readonly Registration[] {
  const at = call.arguments.findIndex((each) => spelled.test(literalOf(each) ?? ''))
  const method = literalOf(call.arguments[at])
  const path = literalOf(call.arguments[at + 1])
  const handlers = call.arguments.slice(at + 2).flatMap((each) => handlersIn(each))
  const last = handlers.at(-1)
  if (method === null || path?.startsWith('/') !== true || last === undefined) return []
  const made = project
    .functionsAt(source, call.callee)
    .flatMap(({ source: from, node }) =>
      node.body === null ? [] : [{ source: from, node: node.body }],
    )
  // a client takes a function, too: what to do with the answer
  const isClient = project.importOf(source, chainOf(call.callee)[0] ?? '')
  if (isClient !== null && clients.test(isClient.module)) return []
  return isFunction(last) || (is('Identifier')(last) && mayHandle(project, source, last))
    ? [{ method: method.toLowerCase(), path, source, call, handlers, made }]
    : []
}

function registered(project: Project, source: Source, call: Call): readonly Registration[] {
  const named = spelledOut(project, source, call)
  if (named.length > 0 || call.callee.type !== 'MemberExpression') return named
  const name = chainOf(call.callee).at(-1) ?? ''
  if (name === 'route') return routeObject(source, call)
  if (!verbs.test(name) || !isRouter(project, source, call)) return []
  const chained = pathOfChain(call.callee.object)
  const first = call.arguments.findIndex((each) => pathsIn(each).length > 0)
  const paths = chained === null ? pathsIn(call.arguments[first]) : [chained]
  const handlers = call.arguments
    .slice(chained === null ? first + 1 : 0)
    .flatMap((each) => handlersIn(each))
  const last = handlers.at(-1)
  if (last === undefined || !mayHandle(project, source, last)) return []
  const method = name === 'del' ? 'delete' : name
  return paths.map((path) => ({ method, path, source, call, handlers }))
}

/** `app.route({ method: 'GET', url: '/books', handler })` of Fastify. */
function routeObject(source: Source, call: Call): readonly Registration[] {
  const [options] = call.arguments
  const path = literalOf(propertyOf(options, 'url') ?? propertyOf(options, 'path'))
  const method = propertyOf(options, 'method')
  if (options === undefined || path === null || method === null) return []
  const methods = is('ArrayExpression')(method)
    ? method.elements.map(literalOf)
    : [literalOf(method)]
  const handler = propertyOf(options, 'handler')
  const handlers = [...handlersIn(options), ...(handler === null ? [] : [handler])]
  return methods.flatMap((each) =>
    each === null ? [] : [{ method: each.toLowerCase(), path, source, call, handlers }],
  )
}

/** `router.route('/books').get(list).post(create)`. */
function pathOfChain(node: Node): string | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null
  const name = chainOf(node.callee).at(-1) ?? ''
  const path = name === 'route' ? literalOf(node.arguments[0]) : null
  if (path !== null && node.arguments.length === 1) return path
  // a chain of Hono starts a new path with each call
  return pathsIn(node.arguments[0]).length > 0 ? null : pathOfChain(node.callee.object)
}

const hookKeys = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'beforeHandle', 'use']

/** Functions among the arguments of a route, those in its options included. */
function handlersIn(node: Node): readonly Node[] {
  if (is('ArrayExpression')(node))
    return node.elements.flatMap((each) => (each === null ? [] : handlersIn(each)))
  if (!is('ObjectExpression')(node)) return literalOf(node) === null ? [node] : []
  const hooks = hookKeys.flatMap((key) => propertyOf(node, key) ?? [])
  const handler = propertyOf(node, 'handler')
  return [...hooks.flatMap(handlersIn), ...(handler === null ? [] : [handler])]
}

function mayHandle(project: Project, source: Source, node: Node): boolean {
  if (isFunction(node) || is('CallExpression', 'MemberExpression')(node)) return true
  if (node.type !== 'Identifier') return false
  return (
    project.functionsAt(source, node).length > 0 ||
    project.importOf(source, node.name) !== null ||
    is('CallExpression', 'MemberExpression')(initOf(source, node.name))
  )
}

function isRouter(project: Project, source: Source, call: Call): boolean {
  const chain = chainOf(call.callee)
  const [root = '', second = ''] = chain
  if (root === 'this') return chain.length > 2 && routerNames.test(second)
  const imported = project.importOf(source, root)
  if (imported !== null && clients.test(imported.module)) return false
  const init = initOf(source, root)
  if (init !== null) {
    const from = project.importOf(
      source,
      chainOf(is('NewExpression')(init) ? init.callee : init)[0] ?? '',
    )
    if (from !== null) return !clients.test(from.module)
  }
  return routerNames.test(root) || call.arguments.some((each) => isFunction(each))
}
