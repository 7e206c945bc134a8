import { chainOf, literalOf, numberOf } from '../../../integrity/names.ts'
import { below, is, type Node } from '../../../integrity/source.ts'
import type { JsonMap } from '../../../openapi/json.ts'
import { readSpec } from '../../../openapi/spec.ts'
import { readByHandler } from '../../business-logic/requests.ts'
import type { Project } from '../project.ts'
import { endpointsIn, sameRoute, specLines } from '../read-spec.ts'
import type { Route } from '../routes/route.ts'
import { type Described, describedIn, type Description, descriptionsIn } from './description.ts'
import { requestsSent } from './requests-sent.ts'

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

const known = new WeakMap<readonly Route[], Description | null>()

function learnedFrom(project: Project, routes: readonly Route[]): Description | null {
  const observed = known.get(routes)
  if (observed !== undefined) return observed
  const description = learn(project, routes)
  known.set(routes, description)
  return description
}

function learn(project: Project, routes: readonly Route[]): Description | null {
  const sent = requestsSent(project)
  const endpoints = endpointsIn(specLines(project.facts.spec))
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const { method, path } = route
    if (!/^(?:get|post|put|patch|delete)$/.test(method) || path.includes('*')) continue
    const bodies = sent.flatMap((each) =>
      each.method === method && sameRoute(each.path, path) && each.body !== null ? [each.body] : [],
    )
    const said = endpoints.filter((each) => each.method === method && sameRoute(each.path, path))
    paths[path] ??= {}
    paths[path][method] = {
      responses: {},
      ...bodyFor(project, route, { bodies, named: said.flatMap(({ text }) => fieldsNamed(text)) }),
    }
  }
  if (Object.keys(paths).length === 0) return null
  // who owns something shows it to nobody else, whether or not anybody wrote down how that is known
  const source = { openapi: '3.1.0', paths, security: [{ session: [] }] }
  const reading = readSpec(JSON.stringify(source))
  return reading.ok ? { path: '', spec: reading.spec, isTouched: false } : null
}

/** The body that a route takes: the fields that its code checks, with the values that tests send. */
function bodyFor(
  project: Project,
  route: Route,
  { bodies, named }: { readonly bodies: readonly JsonMap[]; readonly named: readonly string[] },
): JsonMap {
  if (!/^(?:post|put|patch)$/.test(route.method)) return {}
  const read: ReturnType<typeof readByHandler>['names'] =
    route.style === 'asked' ? new Map() : readByHandler(project, route).names
  // whoever tests begins with what is right
  const fullest = bodies.toSorted(
    (one, other) => Object.keys(other).length - Object.keys(one).length,
  )[0]
  const names = new Set([...read.keys(), ...Object.keys(fullest ?? {}), ...named])
  if (names.size === 0) return {}
  const properties = Object.fromEntries(
    [...names].map((name) => {
      const field = read.get(name)
      const message = field === undefined ? {} : schemaOf(field.node)
      const schema =
        Object.keys(message).length === 0 && named.includes(name) ? byName(name) : message
      const example = fullest?.[name]
      const states = stateName.test(name) ? textsFor(name, bodies) : []
      if (states.length > 1) return [name, { type: 'string', enum: states, ...schema }]
      return [name, example === undefined ? schema : { ...schema, example }]
    }),
  )
  const required = [...names].filter((name) => read.get(name)?.isOptional === false)
  const schema = { type: 'object', properties, required }
  return { requestBody: { content: { 'application/json': { schema } } } }
}

const stateName = /^(?:status|state|event|action|step|to|next)$/i

const textsFor = (name: string, bodies: readonly JsonMap[]): readonly string[] => [
  ...new Set(bodies.map((body) => body[name]).filter((value) => typeof value === 'string')),
]

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

/** "with `title`, `litres`": the fields that a spec names for a request. */
const fieldsNamed = (text: string): readonly string[] => {
  const [, list = ''] =
    /\b(?:with|takes?|body|fields?)\b:?\s*((?:[^`.;]{0,8}`[a-z]\w*`)+)/.exec(text) ?? []
  return [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

/** What a field takes of which nothing but its name is known. */
const byName = (name: string): JsonMap =>
  /(?:^|_)(?:day|date)$|(?:Day|Date)$/.test(name)
    ? { type: 'string', format: 'date' }
    : /(?:^|_)(?:count|quantity|amount|seats|guests|minutes|hours|size)$/i.test(name)
      ? { type: 'integer', minimum: 1 }
      : { type: 'string' }
