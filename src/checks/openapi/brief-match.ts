import type { Action } from './brief-found.ts'
import type { Brief } from './brief.ts'
import { equivalents } from './brief-verbs.ts'
import type { ResourceOperation } from './brief-words.ts'
import { endsWithParam, segmentsOf } from './operations.ts'
import type { Method, Operation } from './operations.ts'
import { isPlural, singular, wordsOf } from './words.ts'

/** Whether two paths are the same but for parameter names, casing and a version prefix. */
export function samePath(one: string, other: string): boolean {
  return shapeOf(one) === shapeOf(other)
}

function shapeOf(path: string): string {
  const parts = segmentsOf(path).map(({ text, param }) =>
    param === null ? wordsOf(text).join('-') : '{}',
  )
  while (/^(?:api|rest|v\d+)$/.test(parts[0] ?? '')) parts.shift()
  return parts.join('/')
}

export const lastWord = (name: string): string => singular(wordsOf(name).at(-1) ?? '')

const flat = (name: string): string => wordsOf(name).map(singular).join('')

export const sameName = (one: string, other: string): boolean => flat(one) === flat(other)

type Plain = Pick<Operation, 'method' | 'path'>

const fits: Readonly<Record<ResourceOperation, readonly Method[]>> = {
  list: ['get'],
  create: ['post', 'put'],
  get: ['get'],
  update: ['put', 'patch'],
  delete: ['delete'],
}

/** Whether an operation does this to a resource, in whichever of the usual designs. */
export function does(
  { method, path }: Plain,
  kind: ResourceOperation,
  name: string,
  brief: Brief,
): boolean {
  if (!fits[kind].includes(method)) return false
  const fixed = fixedOf(path)
  const searched = kind === 'list' && /^(?:search|list|all)$/.test(fixed.at(-1) ?? '')
  if (!isNamed(searched ? fixed.slice(0, -1) : fixed, name, brief)) return false
  const item = endsWithParam(path)
  if (kind === 'create') return method === 'post' ? !item : item
  if (kind === 'list') return !item
  // `/profile` is the one the caller has
  return item || !isPlural(fixed.at(-1) ?? '')
}

/** Whether any part of an operation's path is about a thing. */
export function isAbout({ path }: Plain, name: string, brief: Brief): boolean {
  const fixed = fixedOf(path)
  return fixed.some((_, index) => isNamed(fixed.slice(0, index + 1), name, brief))
}

const fixedOf = (path: string): readonly string[] =>
  segmentsOf(path).flatMap(({ text, param }) => (param === null && text !== 'me' ? [text] : []))

/** Whether a path ends with the thing: `/order-items`, `/orderItems`, `/orders/{id}/items`, `/items`. */
function isNamed(fixed: readonly string[], name: string, brief: Brief): boolean {
  const last = fixed.at(-1) ?? ''
  if (sameName(last, name) || sameName(fixed.slice(-2).join(' '), name)) return true
  // where orders and purchase orders are both asked for, one cannot stand for the other
  const rival = brief.resources.some(
    (other) => other.name !== name && lastWord(other.name) === lastWord(name),
  )
  return !rival && lastWord(last) === lastWord(name)
}

const reading = new Set(['export', 'print', 'play', 'track', 'convert', 'translate', 'recommend'])

/** Whether an operation is the action, by its path, its name or its summary, or does the same in another way. */
export function performs(operation: Operation, action: Action, brief: Brief): boolean {
  const { verb, noun } = action
  const same = Object.hasOwn(equivalents, verb) ? (equivalents[verb] ?? []) : []
  if (same.some((kind) => does(operation, kind, noun, brief))) return true
  const { method } = operation
  if (method === 'head' || (method === 'get' && !reading.has(verb))) return false
  if (setsState(operation, noun)) return true
  const said = saidBy(operation)
  const shared = brief.actions.some((other) => other.verb === verb && other.noun !== noun)
  if (shared && !said.has(lastWord(noun))) return false
  return [verb, ...action.words].some((word) => said.has(word) || said.has(singular(word)))
}

// `PUT /orders/{id}/status` is how every state of an order is set
function setsState({ path }: Plain, noun: string): boolean {
  const fixed = fixedOf(path)
  return (
    /^(?:status|state)$/.test(fixed.at(-1) ?? '') && lastWord(fixed.at(-2) ?? '') === lastWord(noun)
  )
}

function saidBy({ path, value }: Operation): ReadonlySet<string> {
  const texts = [value['operationId'], value['summary'], value['description']]
  const words = [path, ...texts].flatMap((text) => (typeof text === 'string' ? wordsOf(text) : []))
  return new Set([...words.flatMap((word) => [word, singular(word)]), ...fixedOf(path).map(flat)])
}
