import { mapOf, textOf } from './json.ts'
import { endsWithParam, operationsOf, segmentsOf } from './operations.ts'
import type { Method, Operation } from './operations.ts'
import type { Spec } from './spec.ts'
import { isPlural, singular, wordsOf } from './words.ts'

export type Kind = 'list' | 'get' | 'create' | 'update' | 'delete'

/** Whether two paths are the same but for parameter names, casing and a version prefix. */
export const samePath = (one: string, other: string): boolean => shapeOf(one) === shapeOf(other)

function shapeOf(path: string): string {
  const parts = segmentsOf(path.replace(/:(\w+)/g, '{$1}').replace(/<(\w+)>/g, '{$1}')).map(
    ({ text, param }) => (param === null ? wordsOf(text).join('-') : '{}'),
  )
  while (/^(?:api|rest|v-?\d+)$/.test(parts[0] ?? '')) parts.shift()
  return parts.join('/')
}

/** The operations a method and path of a task may mean; the paths of the servers may stand before it. */
export function operationsAt(spec: Spec, method: string, path: string): readonly Operation[] {
  const bases = ['', ...basePathsOf(spec)]
  return operationsOf(spec).filter(
    (one) =>
      one.method === method.toLowerCase() &&
      (path === '*' || bases.some((base) => samePath(`${base}${one.path}`, path))),
  )
}

function basePathsOf(spec: Spec): readonly string[] {
  const servers: unknown = spec.root['servers']
  const urls = Array.isArray(servers) ? servers.slice(0, 10).map((one) => mapOf(one)['url']) : []
  return urls.map((url) =>
    textOf(url)
      .replace(/^[a-z]+:\/\/[^/]*/i, '')
      .replace(/\/$/, ''),
  )
}

const flat = (name: string): readonly string[] => wordsOf(name).map(singular)

/** Whether a path part stands for a thing: `/parking/permits`, `/permits`, `/parking-permits`. */
function names(fixed: readonly string[], noun: string): boolean {
  const own = flat(fixed.at(-1) ?? '')
  const wanted = flat(noun)
  if (own.join('') === wanted.join('')) return true
  if (own.at(-1) !== wanted.at(-1)) return false
  const around = new Set(fixed.flatMap(flat))
  return own.every((word) => wanted.includes(word)) || wanted.every((word) => around.has(word))
}

const fixedOf = (path: string): readonly string[] =>
  segmentsOf(path).flatMap(({ text, param }) => (param === null ? [text] : []))

/** The operations whose path is about a thing, at whatever place. */
export const operationsAbout = (spec: Spec, noun: string): readonly Operation[] =>
  operationsOf(spec).filter(({ path }) => {
    const fixed = fixedOf(path)
    return fixed.some((_, index) => names(fixed.slice(0, index + 1), noun))
  })

export const fits: Readonly<Record<Kind, readonly Method[]>> = {
  list: ['get'],
  get: ['get'],
  create: ['post', 'put'],
  update: ['put', 'patch', 'post'],
  delete: ['delete', 'post'],
}
const verbs: Readonly<Record<Kind, RegExp>> = {
  list: /^(?:list|index|search|find|all|browse|query|get|fetch)$/,
  get: /^(?:get|read|fetch|retrieve|show|find|view)$/,
  create: /^(?:create|add|new|post|insert|register|place|submit|make)$/,
  update: /^(?:update|edit|change|modify|patch|replace|put)$/,
  delete: /^(?:delete|remove|destroy)$/,
}

/** The operations that do this to a thing, in whichever of the usual designs. */
export function operationsDoing(spec: Spec, kind: Kind, noun: string): readonly Operation[] {
  const operations = operationsOf(spec).filter(
    (operation) => fits[kind].includes(operation.method) && does(operation, kind, noun),
  )
  // a PUT creates only where no POST does
  const posted = operations.filter(({ method }) => method === 'post')
  return kind === 'create' && posted.length > 0 ? posted : operations
}

function does({ method, path, value }: Operation, kind: Kind, noun: string): boolean {
  const fixed = fixedOf(path)
  const item = endsWithParam(path)
  const last = fixed.at(-1) ?? ''
  // `/books/search`, `POST /books/{id}/delete`: the verb stands in the path
  if (verbs[kind].test(last.toLowerCase()) && names(fixed.slice(0, -1), noun)) return true
  if (names(fixed, noun)) {
    if (kind === 'list') return !item
    if (kind === 'create') return method === 'post' ? !item : item
    if (method === 'post') return false
    return item || !isPlural(last) || kind === 'delete'
  }
  const [verb = '', ...thing] = wordsOf(textOf(value['operationId']))
  const many = isPlural(thing.at(-1) ?? '')
  const said = thing.map(singular).join(' ') === flat(noun).join(' ')
  if (!said || !verbs[kind].test(verb)) return false
  return kind === 'list' ? many : kind === 'get' ? !many : true
}
