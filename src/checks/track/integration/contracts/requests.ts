import { jsonOf } from '../../../../kit/parse.ts'
import { child, isMap, listOf, mapOf, stringsOf } from '../../../openapi/json.ts'
import { jsonMediaOf, resolve, type Parameter } from '../../../openapi/operations.ts'
import { sampleOf } from '../../../openapi/sample.ts'
import type { Spec } from '../../../openapi/spec.ts'
import type { ApplicationFacts, ApplicationRequest, ApplicationResponse } from '../../facts.ts'
import type { Session } from '../auth/session.ts'
import type { Described } from './description.ts'

/** Why a request was sent: as described, with an id that nobody has, with broken JSON, without required fields. */
export type Purpose = 'plain' | 'missing' | 'broken' | 'empty'

export type Answer = {
  readonly described: Described
  readonly purpose: Purpose
  readonly request: ApplicationRequest
  readonly response: ApplicationResponse | null
}

/** Who asks, and what was answered already. */
export type Tried = { readonly session: Session | null; readonly answers: readonly Answer[] }

const mostOperations = 60
type Headers = Readonly<Record<string, string>>

/** Sends what can do no harm: reads, ids that nobody has, and bodies that must be refused. */
export async function answersOf(
  application: ApplicationFacts,
  all: readonly Described[],
  headers: Headers,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const ids = new Map<string, string>()
  const send = async (described: Described, purpose: Purpose, request: ApplicationRequest) => {
    const response = await application.request({
      ...request,
      headers: { ...headers, ...request.headers },
    })
    answers.push({ described, purpose, request, response })
    return response
  }
  const ordered = all
    .toSorted((one, other) => one.path.length - other.path.length)
    .slice(0, mostOperations)
  for (const described of ordered.filter(({ operation }) => operation.method === 'get')) {
    const { operation, path, description } = described
    const query = queryOf(description.spec, operation.parameters)
    if (query === null) continue
    const parent = path.replace(/\/\{[^}]*\}[^{]*$/, '')
    const id = ids.get(parent)
    if (!path.includes('{')) {
      const response = await send(described, 'plain', { method: 'GET', path: `${path}${query}` })
      const result = idIn(jsonOf(response?.body ?? ''))
      if (result !== null) ids.set(path, result)
    } else if (id !== undefined && path.split('{').length === 2)
      await send(described, 'plain', {
        method: 'GET',
        path: `${path.replace(/\{[^}]*\}/, encodeURIComponent(id))}${query}`,
      })
    if (path.includes('{'))
      await send(described, 'missing', { method: 'GET', path: `${missingPath(described)}${query}` })
  }
  for (const described of ordered.filter(({ operation }) =>
    /^(?:post|put|patch)$/.test(operation.method),
  )) {
    const { operation, description } = described
    const schema = operation.body === null ? null : (jsonMediaOf(operation.body)[0]?.schema ?? null)
    if (schema === null) continue
    const request = {
      method: operation.method.toUpperCase(),
      path: missingPath(described),
      headers: { 'content-type': 'application/json' },
    }
    await send(described, 'broken', { ...request, body: '{"' })
    if (stringsOf(mapOf(resolve(description.spec, schema).value)['required']).length > 0)
      await send(described, 'empty', { ...request, body: '{}' })
  }
  return answers
}

/** The address of a thing that does not exist. */
function missingPath({ path, operation, description }: Described): string {
  const names = [...operation.path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  let index = 0
  return path.replaceAll(/\{[^}]*\}/g, () => {
    const name = names[index++]
    const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name)
    const schema =
      parameter === undefined ? {} : mapOf(resolve(description.spec, schemaOf(parameter)).value)
    if (schema['type'] === 'integer' || schema['type'] === 'number') return '987654321'
    return schema['format'] === 'uuid' ? '00000000-0000-4000-8000-000000000000' : 'no-such-id'
  })
}

const schemaOf = ({ value, pointer }: Parameter) => child({ value, pointer }, 'schema')

/** The query with all required parameters; null where no value is known for one. */
function queryOf(spec: Spec, parameters: readonly Parameter[]): string | null {
  const wanted = parameters.filter((each) => each.in === 'query' && each.value['required'] === true)
  const pairs = wanted.map(
    (each) =>
      [each.name, each.value['example'] ?? sampleOf(spec, schemaOf(each), 'request')] as const,
  )
  if (pairs.some(([, value]) => value === undefined)) return null
  return pairs.length === 0
    ? ''
    : `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`
}

/** The id of the first thing of a list, in whichever envelope. */
function idIn(value: unknown): string | null {
  const list = Array.isArray(value) ? value : Object.values(mapOf(value)).find(Array.isArray)
  const [first] = listOf(list)
  if (!isMap(first)) return null
  const id = first['id'] ?? first['_id'] ?? first['uuid'] ?? first['slug']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}
