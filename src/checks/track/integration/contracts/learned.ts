import {
  chainOf,
  keyName,
  literalOf,
  numberOf,
  plainValue,
  propertyOf,
} from '../../../integrity/names.ts'
import { all, below, is, type Node, type Source, type Typed } from '../../../integrity/source.ts'
import type { JsonMap } from '../../../openapi/json.ts'
import { readSpec } from '../../../openapi/spec.ts'
import { readByHandler } from '../../business-logic/requests.ts'
import { type Project, valueAt } from '../project.ts'
import { plainRoute, sameRoute } from '../read-spec.ts'
import type { Route } from '../routes/route.ts'
import { type Described, describedIn, type Description, descriptionsIn } from './description.ts'

/** The operations of an application: as it describes them, and else as its tests and clients use them. */
export function operationsFor(
  project: Project,
  routes: readonly Route[],
  touched: ReadonlySet<string>,
): readonly Described[] {
  const written = descriptionsIn(project.facts)
  const learned = written.length === 0 ? learnedFrom(project, routes) : null
  return describedIn(learned === null ? written : [learned], routes, touched)
}

const known = new WeakMap<Project['facts']['files'], Description | null>()

function learnedFrom(project: Project, routes: readonly Route[]): Description | null {
  const { files } = project.facts
  const seen = known.get(files)
  if (seen !== undefined) return seen
  const description = learn(project, routes)
  known.set(files, description)
  return description
}

function learn(project: Project, routes: readonly Route[]): Description | null {
  const sent = [...project.tests, ...project.product].flatMap((source) =>
    all(source, 'CallExpression').flatMap((call) => requestAt(project, source, call)),
  )
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const { method, path } = route
    if (!/^(?:get|post|put|patch|delete)$/.test(method) || path.includes('*')) continue
    const bodies = sent.flatMap((each) =>
      each.method === method && sameRoute(each.path, path) && each.body !== null ? [each.body] : [],
    )
    paths[path] ??= {}
    paths[path][method] = { responses: {}, ...bodyFor(project, route, bodies) }
  }
  if (Object.keys(paths).length === 0) return null
  // who owns something shows it to nobody else, whether or not anybody wrote down how that is known
  const source = { openapi: '3.1.0', paths, security: [{ session: [] }] }
  const reading = readSpec(JSON.stringify(source))
  return reading.ok ? { path: '', spec: reading.spec, isTouched: false } : null
}

/** The body that a route takes: the fields that its code checks, with the values that tests send. */
function bodyFor(project: Project, route: Route, bodies: readonly JsonMap[]): JsonMap {
  if (!/^(?:post|put|patch)$/.test(route.method)) return {}
  const read = readByHandler(project, route).names
  // whoever tests begins with what is right
  const fullest = bodies.toSorted(
    (one, other) => Object.keys(other).length - Object.keys(one).length,
  )[0]
  const names = new Set([...read.keys(), ...Object.keys(fullest ?? {})])
  if (names.size === 0) return {}
  const properties = Object.fromEntries(
    [...names].map((name) => {
      const field = read.get(name)
      const schema = field === undefined ? {} : schemaOf(field.node)
      const example = fullest?.[name]
      return [name, example === undefined ? schema : { ...schema, example }]
    }),
  )
  const required = [...names].filter((name) => read.get(name)?.isOptional === false)
  const schema = { type: 'object', properties, required }
  return { requestBody: { content: { 'application/json': { schema } } } }
}

/** What a field of a schema in code allows: `z.string().min(1)`, `z.enum(['a', 'b'])`. */
function schemaOf(field: Node): JsonMap {
  const calls = [...below(field)].filter(is('CallExpression'))
  const called = (pattern: RegExp) =>
    calls.find(({ callee }) => pattern.test(chainOf(callee).at(-1) ?? ''))
  const [list] = called(/^(?:enum|nativeEnum|picklist|valid|oneOf|literal)$/)?.arguments ?? []
  const values = is('ArrayExpression')(list)
    ? list.elements.flatMap((each) => (each === null ? [] : (literalOf(each) ?? [])))
    : []
  if (values.length > 0) return { type: 'string', enum: values }
  const limit = (pattern: RegExp) => {
    const [given] = called(pattern)?.arguments ?? []
    return given === undefined ? null : numberOf(given)
  }
  const [least, most] = [limit(/^min(?:imum)?$|^gte$/), limit(/^max(?:imum)?$|^lte$/)]
  const bounds = (low: string, high: string) => ({
    ...(least === null ? {} : { [low]: least }),
    ...(most === null ? {} : { [high]: most }),
  })
  if (called(/^(?:number|int|integer)$/) !== undefined)
    return { type: 'number', ...bounds('minimum', 'maximum') }
  if (called(/^bool(?:ean)?$/) !== undefined) return { type: 'boolean' }
  if (called(/^(?:string|email|url|uuid)$/) === undefined) return {}
  const isEmail = called(/^email$/) !== undefined
  return {
    type: 'string',
    ...(isEmail ? { format: 'email' } : {}),
    ...bounds('minLength', 'maxLength'),
  }
}

type Sent = { readonly method: string; readonly path: string; readonly body: JsonMap | null }
type Call = Typed<'CallExpression'>

const verb = /^(?:get|post|put|patch|delete)$/i

/** `ask('POST', '/books', {…})`, `api.post('/books').send({…})`, `fetch('/books', { method, body })`, `inject({ url })`. */
function requestAt(project: Project, source: Source, call: Call): readonly Sent[] {
  const [first] = call.arguments
  const whole = is('ObjectExpression')(first) ? first : undefined
  const at = call.arguments.findIndex((each) => pathOf(each) !== null)
  const path = pathOf(
    whole === undefined
      ? call.arguments[at]
      : (propertyOf(whole, 'url') ?? propertyOf(whole, 'path')),
  )
  if (path === null) return []
  const rest = whole === undefined ? call.arguments.slice(at + 1) : [whole]
  const options = rest.find(
    (each) => propertyOf(each, 'method') !== null || propertyOf(each, 'body') !== null,
  )
  const named = call.arguments.map((each) => literalOf(each) ?? '').find((text) => verb.test(text))
  const last = chainOf(call.callee).at(-1) ?? ''
  const method =
    named ?? literalOf(propertyOf(options, 'method')) ?? (verb.test(last) ? last : 'get')
  const given =
    options === undefined
      ? (rest.at(0) ?? sentBehind(source, call))
      : (propertyOf(options, 'body') ?? propertyOf(options, 'payload'))
  const value = given == null ? undefined : valueOf(project, source, given)
  return [{ method: method.toLowerCase(), path, body: isRecord(value) ? value : null }]
}

const isRecord = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `/api/books/${id}?all` as `/api/books/{x}`; what stands before it is where the server is. */
function pathOf(node: Node | null | undefined): string | null {
  const text = is('TemplateLiteral')(node)
    ? node.quasis.map(({ value }) => value.cooked ?? '').join('{x}')
    : node == null
      ? null
      : literalOf(node)
  const path = text?.replace(/^(?:\{x\}|https?:\/\/[^/]+)(?=\/)/, '').replace(/\?.*$/, '')
  return path?.startsWith('/') === true && !/\s/.test(path) ? plainRoute(path) : null
}

/** The body of `request(app).post('/books').set(…).send({…})`. */
function sentBehind(source: Source, call: Call): Node | undefined {
  let at: Node = call
  for (;;) {
    const member = source.parentOf.get(at)
    const outer = member === undefined ? undefined : source.parentOf.get(member)
    if (!is('MemberExpression')(member) || !is('CallExpression')(outer)) return undefined
    if (chainOf(member).at(-1) === 'send') return outer.arguments[0]
    at = outer
  }
}

const deepest = 4

/** What an expression comes to as far as it is written down; undefined where something has to run. */
function valueOf(project: Project, source: Source, node: Node, depth = 0): unknown {
  if (depth > deepest) return undefined
  const inner = (each: Node) => valueOf(project, source, each, depth + 1)
  if (is('TSAsExpression', 'TSSatisfiesExpression')(node)) return inner(node.expression)
  if (is('CallExpression')(node)) {
    const [given] = node.arguments
    return chainOf(node.callee).join('.') === 'JSON.stringify' && given !== undefined
      ? inner(given)
      : undefined
  }
  if (is('Identifier')(node)) {
    const found = valueAt(project, source, node.name)
    return found.node === null ? undefined : valueOf(project, found.source, found.node, depth + 1)
  }
  if (is('ArrayExpression')(node))
    return node.elements.map((each) => (each === null ? null : inner(each)))
  if (!is('ObjectExpression')(node)) return plainValue(node)
  const entries = node.properties.flatMap((each): readonly (readonly [string, unknown])[] => {
    if (is('Property')(each)) return [[keyName(each.key), inner(each.value)]]
    const spread = is('SpreadElement')(each) ? inner(each.argument) : undefined
    return isRecord(spread) ? Object.entries(spread) : []
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
