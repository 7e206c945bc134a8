import type { Named } from '../../../integrity/functions.ts'
import { chainOf } from '../../../integrity/names.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  ownBelow,
  type FunctionNode,
  type Node,
  type Source,
  type Typed,
} from '../../../integrity/source.ts'
import { isLog } from '../../../integrity/stub-bodies.ts'
import { namedOf, placeOf, type Project } from '../project.ts'
import type { Route } from '../routes/route.ts'

/** Where an error that a place may throw ends. */
export type ErrorEnd =
  | { readonly end: 'handled' | 'unknown' }
  | { readonly end: 'unhandled'; readonly why: string }

type Walk = {
  readonly project: Project
  readonly routes: readonly Route[]
  readonly seen: ReadonlySet<Node>
  /** Whether it was turned into an error of the project's own on the way. */
  readonly mapped: boolean
}

const handled: ErrorEnd = { end: 'handled' }
const unknown: ErrorEnd = { end: 'unknown' }
const unhandled = (why: string): ErrorEnd => ({ end: 'unhandled', why })

export const errorEnd = (
  project: Project,
  routes: readonly Route[],
  source: Source,
  node: Node,
): ErrorEnd => climb({ project, routes, seen: new Set(), mapped: false }, source, node)

function climb(walk: Walk, source: Source, from: Node): ErrorEnd {
  if (walk.seen.has(from) || walk.seen.size > 40) return unknown
  let now: Walk = { ...walk, seen: new Set([...walk.seen, from]) }
  let inner = from
  let isReturned = false
  for (const at of above(source, from)) {
    if (is('ReturnStatement')(at) && !is('AwaitExpression')(inner)) isReturned = true
    if (is('TryStatement')(at) && at.block === inner && at.handler !== null && !isReturned) {
      const caught = caughtBy(at.handler.body, source)
      if (caught !== 'thrown')
        return caught === 'dropped' ? unhandled(dropped(source, at.handler)) : handled
      now = { ...now, mapped: true }
    }
    if (is('CallExpression', 'NewExpression')(at)) {
      const ended = atCall(now, source, { call: at, inner })
      if (ended === 'thrown') now = { ...now, mapped: true }
      else if (ended !== null) return ended
    }
    if (isFunction(at)) {
      const next = atFunction(now, source, at)
      if (next !== null) return next
      isReturned = false
    }
    inner = at
  }
  return unknown
}

const dropped = (source: Source, node: Node): string =>
  `the error is dropped at ${placeOf(source, node)}`

/** What a catch block does: it deals with the error, throws on, or forgets it. */
function caughtBy(body: Node, source: Source): 'handled' | 'thrown' | 'dropped' {
  const statements = is('BlockStatement')(body) ? body.body : [body]
  if (statements.length === 0)
    return source.comments.some(({ start, end }) => start > body.start && end < body.end)
      ? 'handled'
      : 'dropped'
  const throws = [...ownBelow(body)].some(is('ThrowStatement'))
  return throws && !statements.every(isLog) ? 'thrown' : 'handled'
}

type Step = { readonly call: Typed<'CallExpression' | 'NewExpression'>; readonly inner: Node }
const passing = /^(?:map|flatMap|filter|reduce|some|every|find|then|finally|all|race|any|resolve)$/
const unwaited =
  /^(?:useEffect|useLayoutEffect|setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|on|once|addEventListener|forEach|createServer|addListener)$/

/** What a call makes of errors inside of it; null where they pass. */
function atCall(
  { project }: Walk,
  source: Source,
  { call, inner }: Step,
): ErrorEnd | 'thrown' | null {
  const name = chainOf(call.callee).at(-1) ?? ''
  if (call.callee === inner || !call.arguments.some((each) => each === inner)) {
    // a link of a chain: `fetch(url).then(…).catch(…)`
    const handler =
      name === 'catch' ? call.arguments[0] : name === 'then' ? call.arguments[1] : undefined
    if (call.callee !== inner || handler === undefined) return null
    const body = isFunction(handler) ? handler.body : null
    const caught = body === null || body === undefined ? 'handled' : caughtBy(body, source)
    return caught === 'thrown'
      ? 'thrown'
      : caught === 'dropped'
        ? unhandled(dropped(source, handler))
        : handled
  }
  if (name === 'allSettled') return handled
  if (project.functionsAt(source, call.callee).some(({ node }) => catches(node))) return handled
  return null
}

const catches = (node: FunctionNode): boolean =>
  [...below(node)].some(
    (each) =>
      (is('TryStatement')(each) && each.handler !== null && caughtWell(each.handler.body)) ||
      (is('CallExpression')(each) && chainOf(each.callee).at(-1) === 'catch'),
  )
const caughtWell = (body: Node): boolean => is('BlockStatement')(body) && body.body.length > 0

/** Who gets the error of a function; null where it is the expression that the function stands in. */
function atFunction(walk: Walk, source: Source, node: FunctionNode): ErrorEnd | null {
  const route = walk.routes.find(({ handler }) => handler.node === node)
  if (route !== undefined) return atRoute(walk, route, node)
  const up = source.parentOf.get(node)
  if (is('JSXExpressionContainer')(up))
    return unhandled(`nobody waits for the handler at ${placeOf(source, node)}`)
  if (is('CallExpression', 'NewExpression')(up) && up.arguments.some((each) => each === node)) {
    const name = chainOf(up.callee).at(-1) ?? ''
    if (passing.test(name) || is('NewExpression')(up)) return null
    if (unwaited.test(name))
      return unhandled(`nobody handles what is thrown in the callback at ${placeOf(source, node)}`)
    const wrapped = walk.routes.find(({ handler }) => handler.node === up)
    if (wrapped !== undefined) return atRoute(walk, wrapped, null)
    return walk.project.functionsAt(source, up.callee).length > 0 ? null : unknown
  }
  if (is('CallExpression')(up) && up.callee === node) return null
  const named = namedOf(source, node)
  return named === null ? unknown : ofUses(walk, named)
}

function ofUses(walk: Walk, named: Named): ErrorEnd {
  const byName = walk.routes.find(
    ({ handler }) =>
      is('Identifier', 'MemberExpression')(handler.node) &&
      walk.project
        .functionsAt(handler.source, handler.node)
        .some(({ node }) => node === named.node),
  )
  if (byName !== undefined) return atRoute(walk, byName, named.node)
  if (isPage(named)) return atPage(walk.project, named)
  const ends = walk.project.usesOf(named).map((use) => {
    if (use.isCall) return climb(walk, use.source, use.node)
    const up = use.source.parentOf.get(use.node)
    if (is('JSXExpressionContainer')(up)) return unhandled(`nobody waits for ${named.short}`)
    const name = is('CallExpression')(up) ? (chainOf(up.callee).at(-1) ?? '') : ''
    const wrapped = walk.routes.find(({ handler }) => handler.node === up)
    if (wrapped !== undefined) return atRoute(walk, wrapped, null)
    if (unwaited.test(name))
      return unhandled(
        `nobody handles what ${named.short} throws at ${placeOf(use.source, use.node)}`,
      )
    return passing.test(name) ? climb(walk, use.source, use.node) : unknown
  })
  return (
    ends.find(({ end }) => end === 'unhandled') ??
    ends.find(({ end }) => end === 'handled') ??
    unknown
  )
}

const isPage = ({ source, short }: Named): boolean =>
  /(?:^|\/)app\/(?:.*\/)?(?:page|layout|template)\.[jt]sx?$/.test(source.path) &&
  /^(?:[A-Z]|default$)/.test(short)

const atPage = ({ facts }: Project, { source, short }: Named): ErrorEnd =>
  [...facts.files.keys()].some((path) =>
    /(?:^|\/)app\/(?:.*\/)?(?:global-)?error\.[jt]sx?$/.test(path),
  )
    ? handled
    : unhandled(`${short} in ${source.path} has no error boundary (error.tsx) above it`)

function atRoute({ project, mapped }: Walk, route: Route, node: FunctionNode | null): ErrorEnd {
  const at = placeOf(route.source, route.node)
  if (route.style === 'table' && project.product.some(({ nodes }) => nodes.some(catchesLookup)))
    return handled
  if (route.style === 'condition' || route.style === 'table')
    return unhandled(`the request listener at ${at} catches nothing`)
  if (route.style === 'file')
    return /(?:^|\/)(?:route|pages\/api\/.*)\.[cm]?[jt]sx?$/.test(route.source.path)
      ? unhandled(`the route at ${at} catches nothing`)
      : unknown
  const isFour = /^\D*4\./.test(project.packages.get('express') ?? '')
  const leaves = isFour && !project.packages.has('express-async-errors')
  if (leaves && node !== null && node.async)
    return unhandled(`Express 4 does not catch what the async handler at ${at} throws`)
  if (hasErrorHandler(project) || (mapped && !isFour)) return handled
  return unhandled(`the route at ${at} catches nothing and the application has no error handler`)
}

/** `try { await route.handler(request) } catch …`, `routes[key](request).catch(…)`. */
const catchesLookup = (node: Node): boolean => {
  const caught = is('TryStatement')(node)
    ? [...below(node.block)]
    : is('CallExpression')(node) && chainOf(node.callee).at(-1) === 'catch'
      ? [...below(node.callee)]
      : []
  return caught.some(
    (each) =>
      is('CallExpression')(each) &&
      /^(?:handler|handle|action|)$/.test(chainOf(each.callee).at(-1) ?? ''),
  )
}

const errorHandlers = new WeakMap<Project, boolean>()

/** Whether the application says what happens with errors that reach it. */
export function hasErrorHandler(project: Project): boolean {
  const known = errorHandlers.get(project)
  if (known !== undefined) return known
  const found = project.product.some((source) =>
    all(source, 'CallExpression').some((call) => {
      const name = chainOf(call.callee).at(-1) ?? ''
      if (/^(?:setErrorHandler|onError|useGlobalFilters)$/.test(name)) return true
      if (name !== 'use') return false
      return call.arguments.some((each) => {
        const targets = isFunction(each)
          ? [each]
          : project
              .functionsAt(source, is('CallExpression')(each) ? each.callee : each)
              .map((named) => named.node)
        return targets.some((node) => node.params.length === 4 || catchesNext(node))
      })
    }),
  )
  errorHandlers.set(project, found)
  return found
}

/** `async (ctx, next) => { try { await next() } catch … }`. */
const catchesNext = (node: FunctionNode): boolean =>
  [...below(node)].some(
    (each) =>
      is('TryStatement')(each) &&
      [...below(each.block)].some(
        (one) => is('CallExpression')(one) && chainOf(one.callee).join('.') === 'next',
      ),
  )
