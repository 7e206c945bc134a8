import { chainOf, keyName, literalOf, plainValue, propertyOf } from '../../../integrity/names.ts'
import {
  above,
  all,
  is,
  isFunction,
  type Node,
  type Source,
  type Typed,
} from '../../../integrity/source.ts'
import type { JsonMap } from '../../../openapi/json.ts'
import { type Project, valueAt } from '../project.ts'
import { plainRoute } from '../read-spec.ts'

/** The requests that tests and clients of the project send to it, with their bodies as far as they are written down. */
export const requestsSent = (project: Project): readonly Sent[] =>
  [...project.tests, ...project.product].flatMap((source) =>
    all(source, 'CallExpression').flatMap((call) => requestAt(project, source, call)),
  )

type Sent = { readonly method: string; readonly path: string; readonly body: JsonMap | null }
type Call = Typed<'CallExpression'>

/** A call that looks like a request, as it is written. */
export type Written = {
  readonly method: string
  readonly path: string
  /** What is sent: the body, or the text that is made of it. */
  readonly given: Node | null
}

const verb = /^(?:get|post|put|patch|delete)$/i

/** `ask('POST', '/books', {…})`, `api.post('/books').send({…})`, `fetch('/books', { method, body })`, `inject({ url })`. */
export function requestWritten(source: Source, call: Call): Written | null {
  const [first] = call.arguments
  const whole = is('ObjectExpression')(first) ? first : undefined
  const at = call.arguments.findIndex((each) => pathOf(source, each) !== null)
  const path = pathOf(
    source,
    whole === undefined
      ? call.arguments[at]
      : (propertyOf(whole, 'url') ?? propertyOf(whole, 'path')),
  )
  if (path === null) return null
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
  return { method: method.toLowerCase(), path, given: given ?? null }
}

function requestAt(project: Project, source: Source, call: Call): readonly Sent[] {
  const written = requestWritten(source, call)
  if (written === null) return []
  const { method, path, given } = written
  const value = given === null ? undefined : valueOf(project, source, given)
  return [{ method, path, body: isRecord(value) ? value : null }]
}

const isRecord = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `/api/books/${id}?all` as `/api/books/{x}`; what stands before it is where the server is. */
function pathOf(source: Source, node: Node | null | undefined): string | null {
  const path = textOf(source, node)
    ?.replace(/^(?:\{x\}|https?:\/\/[^/]+)(?=\/)/, '')
    .replace(/\?.*$/, '')
  return path?.startsWith('/') === true && !/\s/.test(path) ? plainRoute(path) : null
}

/** A text with `{x}` for what is put in, but for paths that have a name: `${path}/state`. */
function textOf(source: Source, node: Node | null | undefined): string | null {
  if (!is('TemplateLiteral')(node)) return node == null ? null : literalOf(node)
  return node.quasis
    .map(({ value }, index) => {
      const put = node.expressions[index]
      const named = is('Identifier')(put) ? pathNamed(source, put) : null
      return `${value.cooked ?? ''}${put === undefined ? '' : (named ?? '{x}')}`
    })
    .join('')
}

function pathNamed(source: Source, { name, start }: Typed<'Identifier'>): string | null {
  const declared = all(source, 'VariableDeclarator').findLast(
    (each) =>
      is('Identifier')(each.id) &&
      each.id.name === name &&
      each.end <= start &&
      [...above(source, each)]
        .filter((around) => isFunction(around))
        .every((around) => around.start <= start && around.end >= start),
  )
  const init = declared?.init
  return is('Identifier')(init) ? null : pathOf(source, init)
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
    const result = valueAt(project, source, node.name)
    return result.node === null
      ? undefined
      : valueOf(project, result.source, result.node, depth + 1)
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
