import type { Brief, Resource } from './brief.ts'
import { addMember, fixOf } from './edit.ts'
import { draftEntity, fieldSchema } from './entity-draft.ts'
import type { Issue } from './issue.ts'
import { child, isMap, mapOf, textOf } from './json.ts'
import type { Node } from './json.ts'
import { conventionOf } from './naming-convention.ts'
import {
  componentsOf,
  isSuccess,
  jsonMediaOf,
  nounOf,
  operationsOf,
  resolve,
} from './operations.ts'
import type { Operation } from './operations.ts'
import { propertiesOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'
import { recase, singular, wordsOf } from './words.ts'

/** The schemas against the things they stand for: the brief's fields, and the path's noun. */
export function entityIssues(spec: Spec, brief: Brief): readonly Issue[] {
  return [
    ...brief.resources.flatMap((resource) => fieldIssues(spec, resource)),
    ...foreignSchemas(spec),
  ]
}

function fieldIssues(spec: Spec, resource: Resource): readonly Issue[] {
  if (resource.fields.length === 0) return []
  const entity = entityOf(spec, resource.name)
  if (entity === null) return [missingEntity(spec, resource)]
  const known = namesWithin(spec, entity)
  const casing = conventionOf(spec)
  return resource.fields
    .filter((field) => !known.some((name) => alike(name, field, resource.name)))
    .map((field) => ({
      pointer: entity.pointer,
      message: `The task gives ${resource.plural} a ${field}, which the schema lacks`,
      ...fixOf(`Add ${field}`, [
        addMember(spec, `${entity.pointer}/properties`, [
          recase(field, casing),
          fieldSchema(field),
        ]),
      ]),
    }))
}

function missingEntity(spec: Spec, resource: Resource): Issue {
  const drafted = Object.entries(draftEntity(resource, conventionOf(spec)))
  const [own] = drafted
  const exists = isMap(mapOf(spec.root['components'])['schemas'])
  const fix =
    own && exists
      ? fixOf(`Add the schema ${own[0]}`, [addMember(spec, '/components/schemas', own)])
      : {}
  return {
    pointer: exists ? '/components/schemas' : '',
    message: `No schema stands for ${resource.plural}`,
    ...fix,
  }
}

/** The component that stands for a thing: the one of its name, or what its own path answers with. */
function entityOf(spec: Spec, thing: string): Node | null {
  const components = componentsOf(spec, 'schemas')
  const wanted = wordsOf(thing).map(singular)
  const exact = components.find(
    ({ key }) => wordsOf(key).map(singular).join(' ') === wanted.join(' '),
  )
  const last = components.find(({ key }) => wordsOf(key).map(singular).join(' ') === wanted.at(-1))
  const decorated = components.find(({ key }) => familyOf(key) === (wanted.at(-1) ?? ''))
  const named = exact ?? last ?? decorated
  if (named) return named
  const answered = operationsOf(spec).find(
    (operation) => singular(nounOf(operation.path)) === wanted.at(-1) && operation.method === 'get',
  )
  const schema = answered ? answerOf(answered) : null
  return schema ? resolve(spec, schema) : null
}

function namesWithin(spec: Spec, schema: Node): readonly string[] {
  const own = [...propertiesOf(spec, schema)]
  return own.flatMap(([name, property]) => [name, ...propertiesOf(spec, property).keys()])
}

/** Whether a property is the field a prompt speaks of: `due date` is `dueDate`, `author` may be `author_id`. */
function alike(name: string, field: string, owner: string): boolean {
  const said = wordsOf(name).map(singular)
  const meant = wordsOf(field).map(singular)
  const [one, other] = [said.join(''), meant.join('')]
  if (one === other) return true
  const extra = said.filter((word) => !meant.includes(word) && !wordsOf(owner).includes(word))
  const lacking = meant.filter((word) => !said.includes(word) && !wordsOf(owner).includes(word))
  if (lacking.length === 0 && extra.length <= 1) return true
  return (
    extra.length === 0 &&
    lacking.every((word) => /^(?:date|time|number|name|id|address|at|list|full)$/.test(word))
  )
}

const decorations =
  /^(?:create|created|update|updated|new|patch|input|request|response|body|payload|dto|list|page|paged|paginated|collection|summary|details?|view|read|write|base|item|result|results|envelope|s|ref|with|props|model|entity|schema|data|partial|full|public|draft|of|and|command|output|out|in)$/

/** The thing a schema's name is about, without what is said of it: `CourseCreateRequest` is about a course. */
export function familyOf(name: string): string {
  const known = knownFamilies.get(name)
  if (known !== undefined) return known
  if (knownFamilies.size > 20_000) knownFamilies.clear()
  const family = bareName(name)
  knownFamilies.set(name, family)
  return family
}

const knownFamilies = new Map<string, string>()

function bareName(name: string): string {
  const words = wordsOf(name).map(singular)
  const bare = words.filter((word) => !decorations.test(word))
  return (bare.length > 0 ? bare : words).join(' ')
}

function answerOf(operation: Operation): Node | null {
  const success = operation.responses.find(({ status }) => isSuccess(status))
  const [media] = success ? jsonMediaOf({ value: success.value, pointer: success.pointer }) : []
  return media?.schema ?? null
}

/** A schema of another resource where the path's own would be expected. */
function foreignSchemas(spec: Spec): readonly Issue[] {
  const families = new Set(componentsOf(spec, 'schemas').map(({ key }) => familyOf(key)))
  const things = new Set(operationsOf(spec).map(thingOf))
  return operationsOf(spec).flatMap((operation) =>
    families.has(thingOf(operation)) ? foreignIn(spec, operation, things) : [],
  )
}

const thingOf = ({ path }: Operation): string => singular(wordsOf(nounOf(path)).join(' '))

function foreignIn(
  spec: Spec,
  operation: Operation,
  things: ReadonlySet<string>,
): readonly Issue[] {
  const own = thingOf(operation)
  const body = operation.body
    ? jsonMediaOf(operation.body).flatMap(({ schema }) => (schema ? [schema] : []))
    : []
  const answers = operation.responses
    .filter(({ status }) => isSuccess(status))
    .flatMap(({ value, pointer }) =>
      jsonMediaOf({ value, pointer }).flatMap(({ schema }) => (schema ? [schema] : [])),
    )
  return [...body, ...answers].flatMap((schema) => {
    const named = namedWithin(spec, schema)
    const family = named === null ? null : familyOf(named.name)
    if (named === null || family === null || family === own || !things.has(family)) return []
    return [
      {
        pointer: named.pointer,
        message: `${operation.label} is about ${own} but uses the schema ${named.name}`,
      },
    ]
  })
}

/** The component a body refers to: directly, as items of a list, or as the list of an envelope. */
function namedWithin(
  spec: Spec,
  schema: Node,
  depth = 0,
): { name: string; pointer: string } | null {
  const keywords = mapOf(schema.value)
  const reference = textOf(keywords['$ref'])
  if (reference !== '') {
    const name = reference.split('/').at(-1) ?? ''
    const target = resolve(spec, schema)
    const envelope =
      depth < 2 && /(?:page|list|collection|response|result|envelope)s?$/i.test(name)
        ? namedWithin(spec, target, depth + 1)
        : null
    return envelope ?? { name, pointer: schema.pointer }
  }
  if (isMap(keywords['items'])) return namedWithin(spec, child(schema, 'items'), depth + 1)
  if (depth > 2) return null
  const [, list] =
    [...propertiesOf(spec, schema)].find(
      ([name, { value }]) =>
        /^(?:data|items|results?|content|records|entries)$/i.test(name) && isMap(value),
    ) ?? []
  return list ? namedWithin(spec, list, depth + 1) : null
}
