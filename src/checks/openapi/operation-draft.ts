import type { Resource } from './brief.ts'
import type { ResourceOperation } from './brief-words.ts'
import type { JsonMap } from './json.ts'
import type { Method } from './operations.ts'
import { segmentsOf } from './operations.ts'
import { isPlural, pascal, plural, recase, singular, withArticle, wordsOf } from './words.ts'
import type { Convention } from './words.ts'

/** One operation to be written: where it stands and what it does to which thing. */
export type PlannedOperation = {
  readonly method: Method
  readonly path: string
  readonly kind: ResourceOperation | 'action'
  /** The thing the operation is about, in the singular. */
  readonly thing: string
  readonly schema: string
  /** The schema of what is sent, where it is not called after the thing. */
  readonly input?: string
  /** Lists answer with a cursor to the next page. */
  readonly cursor?: boolean
}

const kinds: Readonly<Record<ResourceOperation, Method>> = {
  list: 'get',
  create: 'post',
  get: 'get',
  update: 'put',
  delete: 'delete',
}

/** The operation that does `kind` to a resource, under its parent's path where it has one. */
export function planFor(
  resource: Resource,
  kind: ResourceOperation,
  casing: Convention,
): PlannedOperation {
  const own = `/${recase(resource.plural, 'kebab')}`
  const above =
    resource.parent === null
      ? ''
      : `/${recase(plural(resource.parent), 'kebab')}/{${recase(`${resource.parent} id`, casing)}}`
  const item =
    kind === 'list' || kind === 'create' ? '' : `/{${recase(`${resource.name} id`, casing)}}`
  return {
    method: kinds[kind],
    path: `${above}${own}${item}`,
    kind,
    thing: resource.name,
    schema: pascal(resource.name),
  }
}

/** What an endpoint written out in the prompt does, judged by its method and the end of its path. */
export function planOf(method: Method, path: string): PlannedOperation {
  const segments = segmentsOf(path)
  const item = segments.at(-1)?.param != null
  const fixed = segments
    .filter(({ param }) => param === null)
    .map(({ text }) => wordsOf(text).join(' '))
  const last = fixed.at(-1) ?? 'item'
  // `/orders/{id}/cancel` is about the order
  const acts = method === 'post' && !item && !isPlural(last) && segments.at(-2)?.param != null
  const thing = singular(acts ? (fixed.at(-2) ?? last) : last)
  return {
    method,
    path,
    kind: acts ? 'action' : kindOf(method, item),
    thing,
    schema: pascal(thing),
  }
}

function kindOf(method: Method, item: boolean): PlannedOperation['kind'] {
  if (method === 'get') return item ? 'get' : 'list'
  if (method === 'put' || method === 'patch') return 'update'
  if (method === 'delete') return 'delete'
  return item ? 'action' : 'create'
}

/** The operation as OpenAPI: plain, with schemas and a summary and nothing else. */
export function draftOperation(plan: PlannedOperation): JsonMap {
  const reference = { $ref: `#/components/schemas/${plan.schema}` }
  const parameters = segmentsOf(plan.path).flatMap(({ param }) =>
    param === null
      ? []
      : [
          {
            name: param,
            in: 'path',
            required: true,
            description: `Identifies the ${idOwner(param, plan)}.`,
            schema: { type: 'string' },
          },
        ],
  )
  const body =
    plan.kind === 'create' || plan.kind === 'update'
      ? { requestBody: { required: true, content: json(inputOf(plan)) } }
      : {}
  return {
    operationId: operationIdOf(plan),
    summary: summaryOf(plan),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...body,
    responses: successOf(plan, reference),
  }
}

const inputOf = (plan: PlannedOperation): JsonMap => ({
  $ref: `#/components/schemas/${plan.input ?? `${plan.schema}Input`}`,
})

const idOwner = (param: string, plan: PlannedOperation): string => {
  const words = wordsOf(param).filter((word) => word !== 'id')
  return words.length === 0 ? plan.thing : words.join(' ')
}

const json = (schema: JsonMap): JsonMap => ({ 'application/json': { schema } })

function successOf(plan: PlannedOperation, reference: JsonMap): JsonMap {
  const many = plural(plan.thing)
  switch (plan.kind) {
    case 'list': {
      const next = plan.cursor === true ? { next_cursor: { type: ['string', 'null'] } } : {}
      const properties = { items: { type: 'array', items: reference }, ...next }
      return {
        '200': {
          description: `The ${many}.`,
          content: json({ type: 'object', required: ['items'], properties }),
        },
      }
    }
    case 'create':
      return { '201': { description: `The ${plan.thing} was created.`, content: json(reference) } }
    case 'get':
      return { '200': { description: `The ${plan.thing}.`, content: json(reference) } }
    case 'update':
      return { '200': { description: `The ${plan.thing} was updated.`, content: json(reference) } }
    case 'delete':
      return { '204': { description: `The ${plan.thing} was deleted.` } }
    case 'action':
      return {
        '200': { description: `The ${plan.thing} after the change.`, content: json(reference) },
      }
  }
}

const verbs: Readonly<Record<PlannedOperation['kind'], string>> = {
  list: 'list',
  create: 'create',
  get: 'get',
  update: 'update',
  delete: 'delete',
  action: 'post',
}

export function operationIdOf(plan: PlannedOperation): string {
  const thing = plan.kind === 'list' ? plural(plan.thing) : plan.thing
  const owners = segmentsOf(plan.path).flatMap(({ text, param }) =>
    param === null ? [wordsOf(singular(text)).join(' ')] : [],
  )
  const above = owners.slice(0, -1).filter((owner) => !/^(?:api|v\d+)$/.test(owner))
  return recase(`${verbs[plan.kind]} ${above.join(' ')} ${thing}`, 'camel')
}

/** A sentence that says more than the summary; the path keeps it apart from those of other paths. */
export function descriptionOf({ kind, thing, method, path }: PlannedOperation): string {
  const said: Readonly<Record<PlannedOperation['kind'], string>> = {
    list: `Returns several ${plural(thing)}`,
    create: `Stores ${withArticle(thing)} and returns it`,
    get: `Returns one ${thing} as it is now`,
    update: `Changes one ${thing} and returns it`,
    delete: `Takes one ${thing} away for good`,
    action: `Acts on one ${thing} and returns the outcome`,
  }
  return `${said[kind]} (${method.toUpperCase()} ${path}).`
}

/** A sentence-like summary made of what the operation does. */
export function summaryOf(plan: PlannedOperation): string {
  const owners = segmentsOf(plan.path)
    .filter(({ param }) => param === null)
    .slice(0, -1)
  const owner = owners.at(-1)?.text
  const above =
    owner === undefined || /^(?:api|v\d+)$/i.test(owner)
      ? ''
      : ` of ${withArticle(singular(wordsOf(owner).join(' ')))}`
  const verb = verbs[plan.kind].charAt(0).toUpperCase() + verbs[plan.kind].slice(1)
  if (plan.kind === 'list') return `List ${plural(plan.thing)}${above}`
  return `${plan.kind === 'action' ? 'Apply' : verb} ${withArticle(plan.thing)}${above}`
}
