import { jsonOf } from '../../kit/parse.ts'
import { fencedBlocks } from '../fenced-blocks.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, isMap, listOf, mapOf } from './json.ts'
import type { Node } from './json.ts'
import { samePath } from './path-match.ts'
import { isSuccess, jsonMediaOf, operationsOf, resolve } from './operations.ts'
import type { Media, Operation } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { violations } from './validate-value.ts'
import type { Direction } from './validate-value.ts'

/** At least one JSON example per endpoint, and every example satisfies its schema. */
export const examples = openapiCheck({
  aspect: 'examples',
  title: 'At least one JSON example per endpoint, valid against its schema',
  passed: (spec) =>
    `${operationsOf(spec).length} operations with examples that satisfy their schemas`,
  look: (spec, { artifact }) => [...missingExamples(spec, artifact), ...exampleIssues(spec)],
})

type Carrier = { readonly media: Media; readonly direction: Direction; readonly success: boolean }

function carriersOf(operation: Operation): readonly Carrier[] {
  const body = operation.body
    ? jsonMediaOf(operation.body).map((media) => ({
        media,
        direction: 'request' as const,
        success: true,
      }))
    : []
  const answers = operation.responses.flatMap((response) =>
    jsonMediaOf({ value: response.value, pointer: response.pointer }).map((media) => ({
      media,
      direction: 'response' as const,
      success: isSuccess(response.status),
    })),
  )
  return [...answers, ...body]
}

function missingExamples(spec: Spec, artifact: string): readonly Issue[] {
  const outside = examplesOutside(spec, artifact)
  const operations = operationsOf(spec)
  if (operations.every((operation) => carriersOf(operation).length === 0))
    return [issue('/paths', 'No operation has a JSON body, so nothing shows an example')]
  return operations.flatMap((operation) => {
    const carriers = carriersOf(operation)
    const main = carriers.filter(({ success }) => success)
    if (main.length === 0 || main.some(({ media }) => hasExample(spec, media))) return []
    if (
      outside.some(
        (title) => title.method === operation.method && samePath(title.path, operation.path),
      )
    )
      return []
    return [issue(operation.pointer, `${operation.label} has no JSON example`)]
  })
}

function hasExample(spec: Spec, { node, schema }: Media): boolean {
  const { example, examples: named } = mapOf(node.value)
  if (example !== undefined || Object.keys(mapOf(named)).length > 0) return true
  return schema !== null && schemaHasExample(spec, schema, 0)
}

export function schemaHasExample(spec: Spec, schemaNode: Node, depth: number): boolean {
  const schema = resolve(spec, schemaNode)
  if (!isMap(schema.value) || depth > 6) return false
  const { example, examples: listed, items } = schema.value
  if (example !== undefined || listOf(listed).length > 0) return true
  if (items !== undefined) return schemaHasExample(spec, child(schema, 'items'), depth + 1)
  const parts = children(child(schema, 'allOf'))
  if (parts.length > 0) return parts.every((part) => schemaHasExample(spec, part, depth + 1))
  const properties = children(child(schema, 'properties'))
  return (
    properties.length > 0 &&
    properties.every((property) => schemaHasExample(spec, property, depth + 1))
  )
}

/** Operations named in the text just above a JSON block of a Markdown artifact. */
function examplesOutside(
  spec: Spec,
  artifact: string,
): readonly { method: string; path: string }[] {
  if (spec.offset === 0) return []
  return fencedBlocks(artifact)
    .filter(
      (block) =>
        block.start !== spec.offset &&
        /^jsonc?$/.test(block.language) &&
        isJsonValue(jsonOf(block.content)),
    )
    .flatMap((block) => {
      const above = artifact
        .slice(Math.max(0, block.start - 300), block.start)
        .split('\n')
        .slice(-6)
        .join('\n')
      const named = [
        ...above.matchAll(/\b(GET|POST|PUT|PATCH|DELETE)\s{1,3}`?(\/[\w{}/.:-]*)/g),
      ].at(-1)
      return named ? [{ method: (named[1] ?? '').toLowerCase(), path: named[2] ?? '' }] : []
    })
}

const isJsonValue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

function exampleIssues(spec: Spec): readonly Issue[] {
  const seen = new Set<string>()
  return operationsOf(spec).flatMap((operation) => [
    ...carriersOf(operation).flatMap(({ media, direction }) => {
      if (seen.has(media.node.pointer)) return []
      seen.add(media.node.pointer)
      return holderIssues(spec, media.node, media.schema, direction)
    }),
    ...operation.parameters.flatMap(({ value, pointer }) => {
      if (seen.has(pointer)) return []
      seen.add(pointer)
      const owner: Node = { value, pointer }
      const schema = child(owner, 'schema')
      return holderIssues(spec, owner, schema.value === undefined ? null : schema, 'both')
    }),
    ...operation.responses.flatMap(({ value, pointer }) =>
      children(child({ value, pointer }, 'headers')).flatMap((declared) => {
        const header = resolve(spec, declared)
        if (seen.has(header.pointer)) return []
        seen.add(header.pointer)
        const schema = child(header, 'schema')
        return holderIssues(spec, header, schema.value === undefined ? null : schema, 'both')
      }),
    ),
  ])
}

/** The examples of a media type, parameter or header against its schema. */
function holderIssues(
  spec: Spec,
  holder: Node,
  schema: Node | null,
  direction: Direction,
): readonly Issue[] {
  const single = child(holder, 'example')
  const named = children(child(holder, 'examples'))
  const both = single.value !== undefined && named.length > 0
  const values = named.flatMap((entry): readonly Node[] => {
    const target = resolve(spec, entry)
    const value = child(target, 'value')
    return value.value === undefined ? [] : [value]
  })
  return [
    ...(both ? [issue(single.pointer, 'example and examples exclude each other')] : []),
    ...named.flatMap((entry) => {
      const target = resolve(spec, entry)
      if (!isMap(target.value)) return []
      const { value, externalValue, dataValue, serializedValue } = target.value
      const empty = [value, externalValue, dataValue, serializedValue].every(
        (one) => one === undefined,
      )
      return empty ? [issue(target.pointer, `The example "${entry.key}" has no value`)] : []
    }),
    ...(single.value === undefined ? values : [single, ...values]).flatMap((node) =>
      valueIssues(spec, node, schema, direction),
    ),
  ]
}

function valueIssues(
  spec: Spec,
  node: Node,
  schema: Node | null,
  direction: Direction,
): readonly Issue[] {
  if (schema === null) return []
  const resolved = mapOf(resolve(spec, schema).value)
  const hollow =
    isMap(node.value) &&
    Object.keys(node.value).length === 0 &&
    Object.keys(mapOf(resolved['properties'])).length > 0
  if (hollow) return [issue(node.pointer, 'The example is empty')]
  const wrong = violations(spec, schema, node.value, { direction, strict: true })
  const secret = direction === 'response' ? writeOnlyShown(spec, schema, node) : []
  return [
    ...wrong
      .slice(0, 3)
      .map(({ path, message }) =>
        issue(`${node.pointer}${path}`, `The example does not satisfy its schema: ${message}`),
      ),
    ...secret,
  ]
}

function writeOnlyShown(spec: Spec, schema: Node, node: Node): readonly Issue[] {
  const properties = child(resolve(spec, schema), 'properties')
  return children(node).flatMap((member) =>
    mapOf(resolve(spec, child(properties, member.key)).value)['writeOnly'] === true
      ? [issue(member.pointer, `The example answers with "${member.key}", which is write-only`)]
      : [],
  )
}
