import { chainOf, literalOf, propertyOf } from '../../integrity/names.ts'
import {
  above,
  all,
  is,
  isFunction,
  type Node,
  type Source,
  type Typed,
} from '../../integrity/source.ts'
import { defaultName, type Project } from './project.ts'
import type { Code, Route } from './routes.ts'
import { plainRoute } from './read-spec.ts'

type Call = Typed<'CallExpression'>
/** Names under which a router may be mounted: its variable, the functions around it, its file. */
type Keys = ReadonlySet<string>
type Mount = {
  readonly prefix: string
  readonly target: string
  readonly source: Source
  readonly call: Call
  readonly beside: readonly Node[]
}
type Registration = {
  readonly method: string
  readonly path: string
  readonly source: Source
  readonly call: Call
  readonly handlers: readonly Node[]
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
  return registrations.flatMap(({ method, path, source, call, handlers }) =>
    placesOf({ source, call }, mounts, 0).map(({ prefix, guards }) => {
      const whole = plainRoute(`${prefix}/${path}`)
      const before = guards.filter(({ scope }) => `${whole}/`.startsWith(scopePath(scope)))
      return {
        method,
        path: whole,
        source,
        node: call,
        handler: { source, node: handlers.at(-1) ?? call },
        guards: [...before, ...handlers.slice(0, -1).map((node) => ({ source, node }))],
        style: 'call' as const,
      }
    }),
  )
}

const scopePath = (scope: string): string => {
  const path = plainRoute(scope)
  return path === '/' ? path : `${path}/`
}

function registered(project: Project, source: Source, call: Call): readonly Registration[] {
  if (call.callee.type !== 'MemberExpression') return []
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

const pathsIn = (node: Node | undefined): readonly string[] => {
  if (is('ArrayExpression')(node))
    return node.elements.flatMap((each) => pathsIn(each ?? undefined))
  const text = literalOf(node)
  return text !== null && (text === '' || /^[/*:]/.test(text)) ? [text] : []
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

export function initOf(source: Source, name: string): Node | null {
  for (const { id, init } of all(source, 'VariableDeclarator'))
    if (id.type === 'Identifier' && id.name === name) return init
  return null
}

function mountsIn(project: Project, source: Source, call: Call): readonly Mount[] {
  const name = call.callee.type === 'MemberExpression' ? (chainOf(call.callee).at(-1) ?? '') : ''
  if (!/^(?:use|register|route|mount)$/.test(name)) return []
  const [first] = call.arguments
  const prefix =
    name === 'register'
      ? (literalOf(propertyOf(call.arguments[1], 'prefix')) ?? '')
      : (pathsIn(first)[0] ?? '')
  const rest = call.arguments.filter((each) => literalOf(each) === null)
  return rest.flatMap((each) => {
    const beside = rest.filter((other) => other !== each)
    return keysOfTarget(project, source, each).map((target) => ({
      prefix: prefix.replace(/\/\*.*$/, ''),
      target,
      source,
      call,
      beside,
    }))
  })
}

/** What a mounted router or plugin is known by. */
function keysOfTarget(project: Project, source: Source, node: Node): readonly string[] {
  if (isFunction(node)) return [`${source.path}@${node.start}`]
  if (node.type === 'CallExpression') {
    const chain = chainOf(node.callee)
    // `books.routes()` of Koa is the router itself
    if (chain.at(-1) === 'routes' && node.callee.type === 'MemberExpression')
      return keysOfTarget(project, source, node.callee.object)
    const request = chain.join('.') === 'require' ? literalOf(node.arguments[0]) : null
    if (request !== null) return fileKeys(project.fileOf(source, request), 'default')
    return project
      .functionsAt(source, node.callee)
      .map(({ source: at, node: made }) => `${at.path}@${made.start}`)
  }
  if (node.type === 'ImportExpression')
    return fileKeys(project.fileOf(source, literalOf(node.source) ?? ''), 'default')
  if (node.type !== 'Identifier') return []
  const imported = project.importOf(source, node.name)
  if (imported === null)
    return [
      `${source.path}#${node.name}`,
      ...project
        .functionsAt(source, node)
        .map((named) => `${named.source.path}@${named.node.start}`),
    ]
  const functions = project.functionsAt(source, node)
  if (functions.length > 0)
    return functions.map((named) => `${named.source.path}@${named.node.start}`)
  return fileKeys(project.fileOf(source, imported.module), imported.name)
}

function fileKeys(file: Source | null, name: string): readonly string[] {
  if (file === null) return []
  const local = name === 'default' ? defaultName(file) : name
  return local !== null && initOf(file, local) !== null ? [`${file.path}#${local}`] : [file.path]
}

/** The variable of a router, also of one that gets its routes where it is made. */
function rootOf(source: Source, call: Call): string {
  const [root = ''] = chainOf(call.callee)
  if (root !== '') return root
  const made = [...above(source, call)].find(is('VariableDeclarator'))
  return made?.id.type === 'Identifier' ? made.id.name : ''
}

function keysAt(source: Source, call: Call): Keys {
  const around = [...above(source, call)].filter(isFunction)
  return new Set([
    source.path,
    `${source.path}#${rootOf(source, call)}`,
    ...around.map(({ start }) => `${source.path}@${start}`),
  ])
}

/** Middleware with the path below which it runs. */
type Guard = Code & { readonly scope: string }
type Place = { readonly prefix: string; readonly guards: readonly Guard[] }
const deepest = 5

/** Where a router hangs, with everything that runs before it. */
function placesOf(
  { source, call }: { readonly source: Source; readonly call: Call },
  mounts: readonly Mount[],
  depth: number,
): readonly Place[] {
  const keys = keysAt(source, call)
  const own = ownPlace(source, call)
  const above = mounts.filter((each) => keys.has(each.target) && each.call !== call)
  if (above.length === 0 || depth > deepest) return [own]
  return above.flatMap((mount) =>
    placesOf(mount, mounts, depth + 1).map(({ prefix, guards }) => ({
      prefix: `${prefix}/${mount.prefix}/${own.prefix}`,
      guards: [
        ...guards,
        ...mount.beside.map((node) => ({ source: mount.source, node, scope: prefix })),
        ...own.guards.map((guard) => ({
          ...guard,
          scope: `${prefix}/${mount.prefix}/${guard.scope}`,
        })),
      ],
    })),
  )
}

/** The prefix a router gives itself, and the middleware that was told to it before. */
function ownPlace(source: Source, call: Call): Place {
  const root = rootOf(source, call)
  const init = initOf(source, root)
  const made = [...(init === null ? [] : [init]), call.callee]
  const prefix = made.flatMap((node) => prefixIn(node)).at(0) ?? ''
  const guards = all(source, 'CallExpression').flatMap((each): readonly Guard[] => {
    if (each === call || rootOf(source, each) !== root) return []
    const name = chainOf(each.callee).at(-1) ?? ''
    const isHook = name === 'addHook' || name === 'derive' || name === 'onBeforeHandle'
    if (!isHook && (name !== 'use' || each.start > call.start)) return []
    const scope = `${prefix}/${name === 'use' ? (pathsIn(each.arguments[0])[0] ?? '') : ''}`
    return each.arguments
      .filter((one) => literalOf(one) === null)
      .map((node) => ({ source, node, scope: scope.replace(/\/?\*.*$/, '') }))
  })
  return { prefix, guards }
}

function prefixIn(node: Node): readonly string[] {
  const found: string[] = []
  for (let at: Node | null = node; at !== null;) {
    if (at.type === 'NewExpression') {
      const prefix = literalOf(propertyOf(at.arguments[0], 'prefix'))
      return prefix === null ? found : [prefix, ...found]
    }
    if (at.type === 'CallExpression') {
      const base = chainOf(at.callee).at(-1) === 'basePath' ? literalOf(at.arguments[0]) : null
      if (base !== null) found.unshift(base)
      at = at.callee
    } else at = at.type === 'MemberExpression' ? at.object : null
  }
  return found
}
