import { jsonOf } from '../../kit/parse.ts'
import { fencedBlocks } from '../fenced-blocks.ts'
import { child, children, isMap, listOf, mapOf, type Node } from './json.ts'
import { isSuccess, jsonMediaOf, type Media, type Operation } from './operations.ts'
import { mediaOf, operationsOf, resolve } from './operations.ts'
import { samePath } from './path-match.ts'
import { openapiCheck } from './rule.ts'
import { issue, type Issue, type Spec } from './spec.ts'

/** At least one JSON example per endpoint; the linter holds every example against its schema. */
export const examples = openapiCheck({
  aspect: 'examples',
  title: 'At least one JSON example per endpoint, valid against its schema',
  passed: (spec) =>
    `${operationsOf(spec).length} operations with examples that satisfy their schemas`,
  look: (spec, { artifact }) => [
    ...missingExamples(spec, artifact),
    ...operationsOf(spec).flatMap((operation) => mediaIn(operation).flatMap(emptyExamples)),
  ],
})

const ownersIn = ({ body, responses }: Operation): readonly Node[] => [
  ...responses.filter(({ status }) => isSuccess(status)),
  ...(body ? [body] : []),
]

const mediaIn = ({ body, responses }: Operation): readonly Media[] =>
  [...responses, ...(body ? [body] : [])].flatMap((owner) => mediaOf(owner))

function missingExamples(spec: Spec, artifact: string): readonly Issue[] {
  const outside = examplesOutside(spec, artifact)
  const speaking = operationsOf(spec)
    .map((operation) => ({ operation, media: ownersIn(operation).flatMap(jsonMediaOf) }))
    .filter(({ media }) => media.length > 0)
  if (speaking.length === 0)
    return [issue('/paths', 'No operation has a JSON body, so nothing shows an example')]
  return speaking
    .filter(({ media }) => !media.some((one) => hasExample(spec, one)))
    .filter(
      ({ operation: { method, path } }) =>
        !outside.some((title) => title.method === method && samePath(title.path, path)),
    )
    .map(({ operation: { pointer, label } }) => issue(pointer, `${label} has no JSON example`))
}

/** Whether a body shows an example, by itself or in each part of its schema. */
export function hasExample(spec: Spec, { node, schema }: Media): boolean {
  const { example, examples: named } = mapOf(node.value)
  if (example !== undefined || Object.keys(mapOf(named)).length > 0) return true
  return schema !== null && schemaHasExample(spec, schema, 0)
}

function schemaHasExample(spec: Spec, schemaNode: Node, depth: number): boolean {
  const schema = resolve(spec, schemaNode)
  if (!isMap(schema.value) || depth > 6) return false
  const { example, examples: listed } = schema.value
  if (example !== undefined || listOf(listed).length > 0) return true
  const parts = ['allOf', 'properties'].flatMap((key): readonly Node[] =>
    children(child(schema, key)),
  )
  const inner = 'items' in schema.value ? [child(schema, 'items')] : parts
  return inner.length > 0 && inner.every((part) => schemaHasExample(spec, part, depth + 1))
}

/** Operations named in the text just above a JSON block of a Markdown artifact. */
function examplesOutside(
  spec: Spec,
  artifact: string,
): readonly { method: string; path: string }[] {
  if (spec.offset === 0) return []
  return fencedBlocks(artifact)
    .filter(({ language, content }) => /^jsonc?$/.test(language) && isShown(jsonOf(content)))
    .flatMap(({ start }) => {
      const above = artifact.slice(Math.max(0, start - 300), start)
      const lines = above.split('\n').slice(-6).join('\n')
      const named = /\b(GET|POST|PUT|PATCH|DELETE)\s{1,3}`?(\/[\w{}/.:-]*)(?![\s\S]*\b[A-Z]+\s\/)/
      const [, method = '', path = ''] = named.exec(lines) ?? []
      return path === '' ? [] : [{ method: method.toLowerCase(), path }]
    })
}

const isShown = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** Examples that show nothing. */
function emptyExamples({ node }: Media): readonly Issue[] {
  const single = child(node, 'example')
  const named = children(child(node, 'examples'))
  const isEmpty = (value: unknown) => isMap(value) && Object.keys(value).length === 0
  return [
    ...(isEmpty(single.value) ? [issue(single.pointer, 'The example is empty')] : []),
    ...(single.value !== undefined && named.length > 0
      ? [issue(single.pointer, 'example and examples exclude each other')]
      : []),
    ...named
      .filter(({ value }) => !/value|\$ref/i.test(Object.keys(mapOf(value)).join()))
      .map(({ key, pointer }) => issue(pointer, `The example "${key}" has no value`)),
  ]
}
