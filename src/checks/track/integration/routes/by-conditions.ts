import { chainOf, literalOf, propertyOf } from '../../../integrity/names.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  type Node,
  type Source,
} from '../../../integrity/source.ts'
import type { Project } from '../project.ts'
import { reachedFrom } from '../reach.ts'
import { plainRoute } from '../read-spec.ts'
import type { Route } from './route.ts'

const verb = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/
const servers = /^(?:node:)?(?:http|https|http2)$/

/** Routes that plain code tells apart: comparisons of the path, and tables of methods and paths. */
export function routesByConditions(project: Project): readonly Route[] {
  const serves = project.product.some((source) => isServer(source))
  if (!serves) return []
  return project.product.flatMap((source) => [
    ...source.nodes.flatMap((node) => compared(project, source, node)),
    ...tabled(source),
  ])
}

/** A program that takes requests without a router: node:http, Bun, Deno, a worker. */
function isServer(source: Source): boolean {
  const names = ['createServer', 'serve'].some((name) => source.text.includes(name))
  if (!names && !source.text.includes('fetch(')) return false
  return (
    source.module.staticImports.some(({ moduleRequest }) => servers.test(moduleRequest.value)) ||
    all(source, 'CallExpression').some(
      ({ callee, arguments: [first] }) =>
        /^(?:Bun\.serve|Deno\.serve|serve|(?:https?\.)?createServer)$/.test(
          chainOf(callee).join('.'),
        ) ||
        (chainOf(callee).join('.') === 'require' && servers.test(literalOf(first) ?? '')),
    )
  )
}

/** `pathname === '/books'`, `'/books/'.startsWith`, `/^\/books\/([^/]+)$/.exec(pathname)`. */
function compared(project: Project, source: Source, node: Node): readonly Route[] {
  const path = pathCompared(node)
  if (path === null) return []
  return placesAsked(source, node).flatMap((place) => {
    const test = [place, ...above(source, place)].find(
      is('IfStatement', 'ConditionalExpression', 'SwitchCase'),
    )
    if (test === undefined) return []
    const body = test.type === 'SwitchCase' ? test : test.consequent
    return methodsFor(project, source, { node: place, body }).map((method): Route => ({
      method,
      path: plainRoute(path),
      source,
      node,
      handler: { source, node: body },
      guards: guardsBefore(source, place),
      style: 'condition',
    }))
  })
}

/** A match that is kept is asked for where its name stands in a condition. */
function placesAsked(source: Source, node: Node): readonly Node[] {
  const stored = source.parentOf.get(node)
  if (!is('VariableDeclarator')(stored) || !is('Identifier')(stored.id)) return [node]
  const { name } = stored.id
  const around = [...above(source, node)].find(isFunction) ?? source.program
  return [...below(around)].flatMap((each) =>
    is('IfStatement', 'ConditionalExpression')(each)
      ? [...below(each.test)]
          .filter((one) => is('Identifier')(one) && one.name === name)
          .slice(0, 1)
      : [],
  )
}

const asksPath = (node: Node | null | undefined): boolean =>
  /(?:^|\.)(?:url|path|pathname|route|pathName|urlPath)$/i.test(chainOf(node).join('.'))

function pathCompared(node: Node): string | null {
  if (is('BinaryExpression')(node) && /^={2,3}$/.test(node.operator)) {
    const { left, right } = node
    const [asked, text] = [
      literalOf(right) === null ? right : left,
      literalOf(right) ?? literalOf(left),
    ]
    return text?.startsWith('/') === true && asksPath(asked) ? text : null
  }
  if (is('SwitchCase')(node)) {
    const text = literalOf(node.test)
    return text?.startsWith('/') === true ? text : null
  }
  if (!is('CallExpression')(node) || node.callee.type !== 'MemberExpression') return null
  const name = chainOf(node.callee).at(-1) ?? ''
  const [first] = node.arguments
  if (name === 'startsWith' && asksPath(node.callee.object)) {
    const text = literalOf(first) ?? ''
    return /^\/.*\/$/.test(text) ? `${text}{id}` : null
  }
  const pattern = /^(?:exec|test)$/.test(name)
    ? node.callee.object
    : name === 'match'
      ? first
      : null
  const path = pathSaid(pattern ?? null)
  return path?.startsWith('/') === true ? path : null
}

/** The path of a text or a regular expression. */
const pathSaid = (node: Node | null): string | null =>
  is('Literal')(node) && 'regex' in node ? pathOfPattern(node.regex.pattern) : literalOf(node)

/** `^\/books\/([^/]+)$` as `/books/{id}`. */
function pathOfPattern(pattern: string): string | null {
  const path = pattern
    .replace(/^\^/, '')
    .replace(/\/?\??\$$/, '')
    .replaceAll('\\/', '/')
    .replaceAll(
      /\((?:\?<(\w+)>)?(?:[^()\\]|\\.)*\)\??/g,
      (_, name: string | undefined) => `{${name ?? 'id'}}`,
    )
    .replaceAll(/\[\^\/\][+*]|\\[dw]\+/g, '{id}')
  return /^\/[\w\-./{}]*$/.test(path) ? path : null
}

/** The method that is asked for beside a path, around it, or in what follows. */
function methodsFor(
  project: Project,
  source: Source,
  { node, body }: { readonly node: Node; readonly body: Node },
): readonly string[] {
  const around = [...above(source, node)]
  const conditions = around.flatMap((each, index) => {
    if (is('LogicalExpression')(each)) return each.operator === '&&' ? [each] : []
    const inside = index === 0 ? node : (around[index - 1] ?? node)
    return is('IfStatement')(each) && each.consequent === inside ? [each.test] : []
  })
  for (const condition of conditions) {
    const methods = methodsIn(condition)
    if (methods.length > 0) return methods
  }
  const reached = [...reachedFrom(project, { source, node: body })].map((code) => code.node)
  for (const inner of [body, ...reached]) {
    const methods = methodsIn(inner)
    if (methods.length > 0) return methods
  }
  return ['all']
}

function methodsIn(node: Node): readonly string[] {
  const results = [...below(node, (each) => !isFunction(each))].flatMap((each) => {
    if (is('BinaryExpression')(each) && each.operator === '===') {
      const text = literalOf(each.right) ?? literalOf(each.left) ?? ''
      return verb.test(text) ? [text.toLowerCase()] : []
    }
    const text = is('SwitchCase')(each) ? (literalOf(each.test) ?? '') : ''
    return verb.test(text) ? [text.toLowerCase()] : []
  })
  return [...new Set(results)]
}

/** What stands before it in the same function may have refused already. */
function guardsBefore(source: Source, node: Node): Route['guards'] {
  const around = [...above(source, node)]
  const block = around.findLastIndex(
    (each, index) => is('BlockStatement')(each) && index < around.findIndex(isFunction) + 1,
  )
  const nodes: Node[] = []
  for (const [index, each] of around.slice(0, Math.max(block + 1, 1)).entries()) {
    if (!is('BlockStatement')(each)) continue
    const inside = around[index - 1] ?? node
    nodes.push(
      ...each.body.slice(
        0,
        each.body.findIndex((one) => one === inside),
      ),
    )
  }
  return nodes
    .filter(
      (each) =>
        !(
          is('IfStatement')(each) && [...below(each.test)].some((one) => pathCompared(one) !== null)
        ),
    )
    .map((each) => ({ source, node: each }))
}

/** `{ 'GET /books': list }`, `{ method: 'GET', path: '/books', handler }`, `['GET', '/books', list]`. */
function tabled(source: Source): readonly Route[] {
  const made = (method: string, path: string, node: Node, handler: Node): Route => ({
    method: method.toLowerCase(),
    path: plainRoute(path),
    source,
    node,
    handler: { source, node: handler },
    guards: [],
    style: 'table',
  })
  const named = source.nodes.flatMap((node): readonly Route[] => {
    const text = literalOf(node) ?? ''
    const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(text) ?? []
    if (method === undefined || path === undefined) return []
    const up = source.parentOf.get(node)
    if (is('Property')(up) && up.key === node) return [made(method, path, node, up.value)]
    if (is('SwitchCase')(up)) return [{ ...made(method, path, node, up), style: 'condition' }]
    if (is('ArrayExpression')(up)) return [made(method, path, node, up.elements.at(-1) ?? up)]
    const test = [...above(source, node)].find(is('IfStatement'))
    return is('BinaryExpression')(up) && test !== undefined
      ? [made(method, path, node, test.consequent)]
      : []
  })
  const objects = all(source, 'ObjectExpression').flatMap((node): readonly Route[] => {
    const method = literalOf(propertyOf(node, 'method'))
    const said = ['path', 'url', 'pathname', 'pattern'].map((key) => propertyOf(node, key))
    const path = said.map(pathSaid).find((each) => each !== null) ?? null
    const handler =
      propertyOf(node, 'handler') ?? propertyOf(node, 'handle') ?? propertyOf(node, 'action')
    if (method === null || path === null || handler === null || !verb.test(method)) return []
    return is('CallExpression')(source.parentOf.get(node))
      ? []
      : [made(method, path, node, handler)]
  })
  const rows = all(source, 'ArrayExpression').flatMap((node): readonly Route[] => {
    const at = node.elements.findIndex((each) => verb.test(literalOf(each) ?? ''))
    const method = literalOf(node.elements[at]) ?? ''
    const path = pathSaid(node.elements[at + 1] ?? null)
    const handler = node.elements.at(-1)
    return at === -1 || path?.startsWith('/') !== true || !handler || node.elements.length < at + 3
      ? []
      : [made(method, path, node, handler)]
  })
  return [...named, ...objects, ...rows]
}
