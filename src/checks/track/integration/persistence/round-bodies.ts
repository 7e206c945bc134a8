import { jsonOf } from '../../../../kit/parse.ts'
import type { ApplicationResponse } from '../../facts.ts'
import { child, isMap, type JsonMap, listOf, mapOf } from '../../../openapi/json.ts'
import { isSuccess, jsonMediaOf, resolve } from '../../../openapi/operations.ts'
import { sampleOf } from '../../../openapi/sample.ts'
import type { Described } from '../contracts/description.ts'

/** A key, where the description takes one so that the same request counts once. */
export function keyFor({ operation }: Described): Readonly<Record<string, string>> {
  const name = operation.parameters.find(
    (each) => each.in === 'header' && /idempoten/i.test(each.name),
  )?.name
  return name === undefined ? {} : { [name.toLowerCase()]: 'the-same-key-1' }
}

/** Ids of what was created before, and a time to come, in place of made-up ones. */
export function withKnown(body: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (!isMap(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const id = ids.get(
        /^(.+?)_?Id$|^(.+)_id$/.exec(name)?.slice(1).find(Boolean)?.toLowerCase() ?? '',
      )
      if (id !== undefined) return [name, typeof value === 'number' ? Number(id) : id]
      const time = typeof value === 'string' ? /^\d{4}-\d\d-\d\d(T|$)/.exec(value)?.[1] : undefined
      if (time === undefined || /birth|born|since|issued|founded/i.test(name)) return [name, value]
      return [name, time === '' ? soon().slice(0, 10) : soon()]
    }),
  )
}

/** Ten o'clock on a Wednesday to come. */
function soon(): string {
  const day = new Date(Date.now() + 7 * 86_400_000)
  day.setUTCDate(day.getUTCDate() + ((10 - day.getUTCDay()) % 7))
  return `${day.toISOString().slice(0, 10)}T10:00:00.000Z`
}

/** What an answer has and a request has not: numbers and states that no client should set. */
export function ofServer({ description, operation }: Described): JsonMap {
  const { spec } = description
  const asked = new Set(Object.keys(mapOf(bodyOf({ description, operation }, 'all'))))
  const answer = operation.responses.find(({ status }) => isSuccess(status))
  const schema = answer === undefined ? null : (jsonMediaOf(answer)[0]?.schema ?? null)
  if (schema === null) return {}
  const properties = child(resolve(spec, schema), 'properties')
  return Object.fromEntries(
    Object.keys(mapOf(sampleOf(spec, schema, 'response'))).flatMap((name) => {
      const own = mapOf(resolve(spec, child(properties, name)).value)
      const choices = listOf(own['enum'])
      const value = /^(?:number|integer)$/.test(String(own['type'])) ? 987_654 : choices.at(-1)
      return asked.has(name) || /id$/i.test(name) || value === undefined || choices.length === 1
        ? []
        : [[name, value]]
    }),
  )
}

export function bodyOf(
  { description: { spec }, operation }: Pick<Described, 'description' | 'operation'>,
  which: 'sample' | 'all' = 'sample',
): unknown {
  const schema = operation.body === null ? null : (jsonMediaOf(operation.body)[0]?.schema ?? null)
  if (schema === null) return undefined
  return which === 'all'
    ? { ...mapOf(child(resolve(spec, schema), 'properties').value) }
    : sampleOf(spec, schema, 'request')
}

/** Bodies of a change: one text that is not as before, or another one of the values that are allowed. */
export function changedBodies(
  update: Described,
  before: JsonMap,
): readonly { readonly key: string; readonly body: JsonMap }[] {
  const body = bodyOf(update)
  if (!isMap(body)) return []
  const { spec } = update.description
  const text = Object.keys(body).find(
    (name) => typeof before[name] === 'string' && /^[A-Z][\w ]*$/.test(String(body[name])),
  )
  const choices = Object.entries(mapOf(bodyOf(update, 'all'))).flatMap(([key, value]) =>
    listOf(mapOf(resolve(spec, { value, pointer: '' }).value)['enum'])
      .filter((each) => typeof each === 'string' && each !== before[key] && key in before)
      .map((each) => ({ key, body: { ...body, [key]: each } })),
  )
  return [
    ...(text === undefined
      ? []
      : [{ key: text, body: { ...body, [text]: `${String(body[text])}s` } }]),
    ...choices,
  ]
}

/** The thing of an answer; envelopes are opened. */
export function innerOf(answer: unknown): JsonMap {
  const inside = Object.values(mapOf(answer)).find((each) => isMap(each) && 'id' in each)
  return mapOf('id' in mapOf(answer) ? answer : (inside ?? answer))
}

export function idIn(value: unknown): string | null {
  const map = mapOf(value)
  const inner = Object.values(map).find((each) => isMap(each) && 'id' in each)
  const id = map['id'] ?? map['_id'] ?? map['uuid'] ?? mapOf(inner)['id']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}

/** One thing of a list, as if it had been asked for alone. */
export function listed(
  response: ApplicationResponse | null,
  id: string,
): ApplicationResponse | null {
  if (response === null || response.status !== 200) return response
  const value = jsonOf(response.body)
  const all = Array.isArray(value) ? value : Object.values(mapOf(value)).find(Array.isArray)
  const match = listOf(all).find((each) => String(mapOf(each)['id']) === id)
  return match === undefined
    ? { ...response, status: 404 }
    : { ...response, body: JSON.stringify(match) }
}

/** The first plain value that did not come back as it was sent; envelopes are opened. */
export function differing(sent: JsonMap, answer: unknown): string | null {
  const given = innerOf(answer)
  return (
    Object.keys(sent).find(
      (key) =>
        key in given &&
        /^(?:string|number|boolean)$/.test(typeof sent[key]) &&
        String(given[key]).toLowerCase() !== String(sent[key]).toLowerCase() &&
        !/password|date|time|_at$|At$/.test(key),
    ) ?? null
  )
}
