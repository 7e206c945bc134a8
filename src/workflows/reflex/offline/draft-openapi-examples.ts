import { child, isMap, mapOf } from '../../../checks/openapi/json.ts'
import { jsonMediaOf, operationsOf } from '../../../checks/openapi/operations.ts'
import { sampleOf } from '../../../checks/openapi/sample.ts'
import { readSpec } from '../../../checks/openapi/spec.ts'

type Json = Record<string, unknown>

/** The same document with an example of every JSON body, made from its schema. */
export function withExamples<Document extends Json>(document: Document): Document {
  const copy: Document = structuredClone(document)
  const reading = readSpec(JSON.stringify(copy))
  if (!reading.ok) return copy
  const { spec } = reading
  for (const { body, responses } of operationsOf(spec)) {
    const sent = (body ? jsonMediaOf(body) : []).map((media) => ({
      ...media,
      way: 'request' as const,
    }))
    const answered = responses.flatMap((one) =>
      jsonMediaOf(one).map((media) => ({ ...media, way: 'response' as const })),
    )
    for (const { node, schema, way } of [...sent, ...answered]) {
      const example = schema ? sampleOf(spec, schema, way) : undefined
      const holder = at(copy, node.pointer)
      if (example !== undefined && isMap(holder)) Object.assign(holder, { example })
    }
  }
  return copy
}

const at = (root: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (here, key) =>
        mapOf(
          child({ value: here, pointer: '' }, key.replaceAll('~1', '/').replaceAll('~0', '~'))
            .value,
        ),
      root,
    )
