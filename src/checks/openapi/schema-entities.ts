import type { Issue, Spec } from './spec.ts'
import { child, isMap, mapOf, textOf } from './json.ts'
import type { Node } from './json.ts'
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
import { singular, wordsOf } from './words.ts'

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

/** A schema of another resource where the path's own would be expected. */
export function foreignSchemas(spec: Spec): readonly Issue[] {
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
