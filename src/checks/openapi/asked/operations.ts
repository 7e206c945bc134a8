import { met, takenBack, undecided, unmet } from '../../../obligations/examine.ts'
import type { Answer } from '../../../obligations/examine.ts'
import { heldBy, hollowSchema } from './schemas.ts'
import { isPlainValue, schemaNamed } from './travels.ts'
import {
  endsWithParam,
  isError,
  isSuccess,
  mediaOf,
  nounOf,
  operationsOf,
  resolve,
  segmentsOf,
} from '../operations.ts'
import type { Media, Operation } from '../operations.ts'
import { listsOf } from '../pagination-lists.ts'
import { operationsAbout, operationsAt, operationsDoing } from '../path-match.ts'
import type { Kind } from '../path-match.ts'
import type { Spec } from '../spec.ts'
import { isPlural, singular, wordsOf } from '../words.ts'

export const some = (texts: readonly string[]): string =>
  texts.length > 6
    ? `${texts.slice(0, 6).join(', ')} and ${texts.length - 6} more`
    : texts.join(', ') || 'none'

export const labels = (operations: readonly Operation[]): string =>
  some(operations.map(({ label }) => label))

export function endpointAnswer(spec: Spec, method: string, path: string): Answer {
  const operations = operationsAt(spec, method, path)
  const [first] = operations
  if (first === undefined)
    return unmet(`There is no ${method} ${path}; there are ${labels(operationsOf(spec))}`, '/paths')
  if (operations.every(({ value }) => value['deprecated'] === true))
    return takenBack(`${first.label} is described as deprecated`)
  const empty = operations.map((one) => emptiness(spec, one, kindBy(one)))
  return empty.every((one) => one !== null)
    ? (empty[0] ?? undecided('it says nothing'))
    : met(`${first.label} is described`, first.pointer)
}

/** What an operation does by its method and path; null where nothing is sure. */
function kindBy({ method, path }: Operation): Kind | null {
  const item = endsWithParam(path)
  if (method === 'get')
    return /health|ping|ready|live|status|download|export|logout/i.test(path)
      ? null
      : item
        ? 'get'
        : 'list'
  if (method === 'put' || method === 'patch') return item ? 'update' : null
  return method === 'post' && !item && isPlural(nounOf(path)) ? 'create' : null
}

export function resourceAnswer(spec: Spec, noun: string, kinds: readonly Kind[]): Answer {
  const done: Operation[] = []
  for (const kind of kinds) {
    const operations = operationsDoing(spec, kind, noun)
    const [first] = operations
    // "crew" may be a part of "crew members"
    const near = operationsOf(spec).find(({ path }) =>
      segmentsOf(path).some(({ text, param }) => param === null && isPartOf(noun, text)),
    )
    if (first === undefined && near) return undecided(`${near.label} may be about ${noun}`)
    if (first === undefined)
      return unmet(
        `No operation does ${kind} ${noun}; there are ${labels(operationsOf(spec))}`,
        '/paths',
      )
    const empty = operations.map((one) => emptiness(spec, one, kind))
    const [problem] = empty
    if (problem && empty.every((one) => one !== null)) return problem
    done.push(first)
  }
  return met(`${labels(done)} ${done.length === 1 ? 'does' : 'do'} that`, done[0]?.pointer)
}

const isPartOf = (noun: string, text: string): boolean => {
  const words = wordsOf(text).map(singular)
  return words.length > 1 && words.slice(0, -1).includes(singular(noun.toLowerCase()))
}

/** Why an operation is only a name: nothing is sent where something is made, nothing comes back where it is read. */
export function emptiness(spec: Spec, operation: Operation, kind: Kind | null): Answer | null {
  const { label, pointer, path, body } = operation
  if (kind === 'create' || kind === 'update') {
    const media = body ? mediaOf(body) : []
    const nested =
      segmentsOf(path).filter(({ param }) => param !== null).length > (kind === 'update' ? 1 : 0)
    if (media.length === 0)
      return nested && kind === 'create'
        ? undecided(`${label} takes no request body, and its path may say enough`)
        : unmet(`${label} takes no request body: nothing says what is sent`, pointer)
    if (media.every(({ schema, type }) => hollowSchema(spec, schema, type)))
      return unmet(`The request body of ${label} says nothing about its content`, pointer)
    return plainness(spec, operation, media)
  }
  if (kind === 'list' || kind === 'get') {
    const success = operation.responses.filter(({ status }) => isSuccess(status))
    const media = success.flatMap(({ value, pointer: at }) => mediaOf({ value, pointer: at }))
    const other = operation.responses.some(({ status }) =>
      /^(?:3\d\d|3XX|204|default)$/i.test(status),
    )
    if (media.length === 0)
      return other ? null : unmet(`${label} answers with nothing: no response has content`, pointer)
    if (media.every(({ schema, type }) => hollowSchema(spec, schema, type)))
      return unmet(`The response of ${label} says nothing about its content`, pointer)
    return plainness(spec, operation, media)
  }
  return null
}

/** Plain text or numbers travel where the description has a schema for the thing that the path names. */
function plainness(spec: Spec, { label, path }: Operation, media: readonly Media[]): Answer | null {
  const schema = schemaNamed(spec, nounOf(path))
  return schema !== null && media.every((one) => one.schema && isPlainValue(spec, one.schema))
    ? takenBack(`${label} is about ${schema}, but only plain values travel`)
    : null
}

/** "authors are read-only", "only list, get", "never delete". */
export function ruleAnswer(spec: Spec, noun: string, rule: string): Answer {
  const about = operationsAbout(spec, noun)
  const [first] = about
  const forbids = rule.startsWith('never ')
  if (first === undefined)
    return forbids
      ? undecided(`no path is about ${noun}`)
      : unmet(`No path is about ${noun}; there are ${labels(operationsOf(spec))}`, '/paths')
  const all: readonly Kind[] = ['list', 'get', 'create', 'update', 'delete']
  const listed = all.filter((kind) => new RegExp(`\\b${kind}\\b`).test(rule))
  const banned =
    rule === 'read-only'
      ? (['create', 'update', 'delete'] as const)
      : forbids
        ? listed
        : all.filter((kind) => !listed.includes(kind))
  const wrong = banned.flatMap((kind) => operationsDoing(spec, kind, noun))[0]
  if (wrong) return unmet(`${wrong.label} is there, against "${noun}: ${rule}"`, wrong.pointer)
  if (rule.startsWith('only ')) {
    const answer = resourceAnswer(spec, noun, listed)
    if (answer.status !== 'met') return answer
  }
  return met(`${labels(about)}: no operation does ${banned.join(', ')}`, first.pointer)
}

/** "no DELETE anywhere"; where the task does not say of what, an operation of that kind is for a person to judge. */
export function forbiddenAnswer(spec: Spec, rule: string, isSure: boolean): Answer {
  const banned = forbids.flatMap(([word, methods]) => (word.test(rule) ? methods : []))
  const operation = operationsOf(spec).find(({ method }) => banned.includes(method))
  if (operation === undefined)
    return met(`No operation is ${banned.join(', ').toUpperCase()}`, '/paths')
  return isSure
    ? unmet(`${operation.label} is there, against "${rule}"`, operation.pointer)
    : undecided(`${operation.label} is there; whether "${rule}" speaks of it takes a reader`)
}

const forbids: readonly (readonly [RegExp, readonly string[]])[] = [
  [/read-only|delet/, ['delete']],
  [/read-only|creat|post/, ['post']],
  [/read-only|put|updat|edit|chang/, ['put']],
  [/read-only|patch|updat|edit|chang/, ['patch']],
]

/** Every response of these statuses has the schema that was named as its body. */
export function bodyAnswer(spec: Spec, of: string, schema: string): Answer {
  const bodies = operationsOf(spec).flatMap(({ responses, label }) =>
    responses
      .filter(({ status }) => (of === 'errors' ? isError(status) : of.split(', ').includes(status)))
      .flatMap((one) => mediaOf(one).map((media) => ({ ...media, label, status: one.status }))),
  )
  const other = bodies.find((one) => {
    const body = one.schema === null ? null : resolve(spec, one.schema)
    return (
      body === null ||
      ![body, ...heldBy(spec, body)].some(
        ({ pointer }) => pointer === `/components/schemas/${schema}`,
      )
    )
  })
  if (bodies.length === 0) return undecided(`no response ${of} has a body`)
  return other === undefined
    ? met(`${bodies.length} responses have the body ${schema}`, `/components/schemas/${schema}`)
    : unmet(`${other.status} of ${other.label} has another body than ${schema}`, '/paths')
}

export type Owned = RegExpExecArray | null

/** A status of one operation, or of those to which such a status belongs. */
export function statusAnswer(spec: Spec, status: string, of: Owned): Answer {
  const [full = '', , method, path] = of ?? []
  const has = ({ responses }: Operation) =>
    responses.some(
      (one) => one.status === status || one.status.toUpperCase() === `${status[0] ?? ''}XX`,
    )
  const asked =
    method && path
      ? operationsAt(spec, method, path)
      : operationsOf(spec).filter((one) => full.endsWith('everywhere') || suits(one, status))
  const having = asked.filter(has)
  const [first] = having
  if (first && having.length === asked.length)
    return met(
      `${labels(having)} ${having.length === 1 ? 'documents' : 'document'} ${status}`,
      first.pointer,
    )
  const anywhere = operationsOf(spec).find(has)
  if (full.endsWith('everywhere'))
    return unmet(
      lacks(
        asked.filter((one) => !has(one)),
        status,
      ),
      '/paths',
    )
  // a status without a place of its own: the sentence says whose it is
  if (asked.length === 0 && anywhere)
    return met(`${anywhere.label} documents ${status}`, anywhere.pointer)
  if (first === undefined && (method !== undefined || anywhere === undefined))
    return unmet(
      method === undefined
        ? `No operation documents ${status}`
        : asked.length === 0
          ? `There is no ${method} ${path ?? ''} that could document ${status}`
          : lacks(asked, status),
      '/paths',
    )
  const without = asked.filter((one) => !has(one))
  return undecided(`${lacks(without, status)}; others do: ${labels(having)}`)
}

const lacks = (operations: readonly Operation[], status: string): string =>
  `${labels(operations)} ${operations.length === 1 ? 'does' : 'do'} not document ${status}`

/** Whether a status belongs to an operation where a task names none. */
function suits({ method, path, body }: Operation, status: string): boolean {
  if (status === '404') return segmentsOf(path).some(({ param }) => param !== null)
  if (status === '400' || status === '422') return body !== null
  if (status === '201') return method === 'post' && !endsWithParam(path) && isPlural(nounOf(path))
  if (status === '204') return method === 'delete'
  return false
}

export function paginationAnswer(spec: Spec, style: string): Answer {
  const lists = listsOf(spec)
  const paged = lists.filter(({ styles, limit }) =>
    style === 'any'
      ? styles.length > 0 || limit !== null
      : style === 'limit'
        ? limit !== null
        : styles.some((one) => one === style),
  )
  if (lists.length === 0) return undecided('no operation answers with a list')
  if (paged.length === lists.length)
    return met(
      `${labels(paged.map(({ operation }) => operation))} can be read page by page`,
      paged[0]?.operation.pointer,
    )
  const bare = lists.filter((one) => !paged.includes(one)).map(({ operation }) => operation)
  return paged.length === 0
    ? unmet(
        `${labels(bare)} cannot be read by ${style === 'any' ? 'page' : style}`,
        bare[0]?.pointer,
      )
    : undecided(`${labels(bare)} cannot be read page by page, the other lists can`)
}
