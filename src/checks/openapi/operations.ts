import { child, children, isMap, listOf, mapOf, pointerOf, textOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import type { Spec } from './spec.ts'
import { percentDecoded, pointerParts } from '../../kit/parse.ts'

export const methods = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
] as const
export type Method = (typeof methods)[number]

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly value: JsonMap
  /** Where the parameter itself stands; `used` is where the operation or path names it. */
  readonly pointer: string
  readonly used: string
}

export type Response = {
  readonly status: string
  readonly value: JsonMap
  readonly pointer: string
  readonly used: string
}

export type Operation = {
  readonly method: Method
  readonly path: string
  readonly value: JsonMap
  readonly pointer: string
  readonly label: string
  readonly parameters: readonly Parameter[]
  readonly responses: readonly Response[]
  readonly body: Node | null
}

const listed = new WeakMap<Spec, readonly Operation[]>()

/** Every operation under `paths`, with references followed. */
export function operationsOf(spec: Spec): readonly Operation[] {
  const known = listed.get(spec)
  if (known) return known
  const paths: Node = { value: spec.root['paths'], pointer: '/paths' }
  const operations = children(paths).flatMap((raw) => {
    if (!raw.key.startsWith('/') || !isMap(raw.value)) return []
    const item = resolve(spec, raw)
    return methods.flatMap((method) => {
      const node = child(item, method)
      return isMap(node.value) ? [operationAt(spec, raw.key, item, method)] : []
    })
  })
  listed.set(spec, operations)
  return operations
}

function operationAt(spec: Spec, path: string, item: Node, method: Method): Operation {
  const node = child(item, method)
  const value = mapOf(node.value)
  const own = parametersAt(spec, child(node, 'parameters'))
  const shared = parametersAt(spec, child(item, 'parameters')).filter(
    (parameter) => !own.some((mine) => mine.name === parameter.name && mine.in === parameter.in),
  )
  const body = child(node, 'requestBody')
  return {
    method,
    path,
    value,
    pointer: node.pointer,
    label: `${method.toUpperCase()} ${path}`,
    parameters: [...own, ...shared],
    responses: children(child(node, 'responses')).flatMap((used) => {
      if (used.key.startsWith('x-')) return []
      const response = resolve(spec, used)
      return [
        {
          status: used.key,
          value: mapOf(response.value),
          pointer: response.pointer,
          used: used.pointer,
        },
      ]
    }),
    body: isMap(body.value) ? resolve(spec, body) : null,
  }
}

function parametersAt(spec: Spec, list: Node): readonly Parameter[] {
  return listOf(list.value).flatMap((_, index) => {
    const used = child(list, String(index))
    const target = resolve(spec, used)
    if (!isMap(target.value)) return []
    const { name, in: where } = target.value
    return [
      {
        name: textOf(name),
        in: textOf(where),
        value: target.value,
        pointer: target.pointer,
        used: used.pointer,
      },
    ]
  })
}

/** Follows local references; a reference that leads nowhere gives an undefined value. */
export function resolve(spec: Spec, node: Node): Node {
  let here = node
  for (let hops = 0; hops < 32; hops += 1) {
    const reference = isMap(here.value) ? here.value['$ref'] : undefined
    if (typeof reference !== 'string') return here
    const target = targetOf(spec, reference)
    if (target === null) return { value: undefined, pointer: here.pointer }
    here = target
  }
  return { value: undefined, pointer: here.pointer }
}

/** What a local reference names, or null where it leads outside or nowhere. */
export function targetOf(spec: Spec, reference: string): Node | null {
  if (!reference.startsWith('#/')) return null
  let here: Node = { value: spec.root, pointer: '' }
  for (const key of pointerParts(percentDecoded(reference.slice(1)))) {
    here = child(here, key)
    if (here.value === undefined) return null
  }
  return here
}

export type Media = { readonly type: string; readonly node: Node; readonly schema: Node | null }

/** The JSON representations a body or response offers. */
export function jsonMediaOf(owner: Node): readonly Media[] {
  return mediaOf(owner).filter(({ type }) =>
    /^(?:application\/(?:[\w.+-]+\+)?json|\*\/\*)(?:;|$)/i.test(type),
  )
}

export function mediaOf(owner: Node): readonly Media[] {
  return children(child(owner, 'content')).map((node) => {
    const schema = child(node, 'schema')
    return { type: node.key, node, schema: schema.value === undefined ? null : schema }
  })
}

export const isSuccess = (status: string): boolean => /^2(?:\d\d|XX)$/i.test(status)
export const isError = (status: string): boolean => /^(?:[45](?:\d\d|XX)|default)$/i.test(status)

/** The path's parts between slashes; `param` holds the name of a templated part. */
export function segmentsOf(path: string): readonly { text: string; param: string | null }[] {
  return path
    .split('/')
    .filter((text) => text !== '')
    .map((text) => ({ text, param: /^\{([^{}]*)\}$/.exec(text)?.[1] ?? null }))
}

export const endsWithParam = (path: string): boolean => segmentsOf(path).at(-1)?.param != null

/** The last fixed word of a path: the collection or thing it is about. */
export const nounOf = (path: string): string =>
  segmentsOf(path).findLast(({ param }) => param === null)?.text ?? ''

/** Paths that name several things: their last part is followed by a parameter in some other path. */
export function isCollection(spec: Spec, path: string): boolean {
  if (endsWithParam(path)) return false
  return collectionsOf(spec).has(path.replace(/\/$/, ''))
}

const collections = new WeakMap<Spec, ReadonlySet<string>>()

function collectionsOf(spec: Spec): ReadonlySet<string> {
  const known = collections.get(spec)
  if (known) return known
  const matches = new Set<string>()
  for (const path of Object.keys(mapOf(spec.root['paths'])))
    for (const { index } of path.matchAll(/\/\{[^{}/]*\}(?=\/|$)/g))
      matches.add(path.slice(0, index))
  collections.set(spec, matches)
  return matches
}

type Component = Node & { readonly key: string }
const components = new WeakMap<Spec, Map<string, readonly Component[]>>()

export function componentsOf(spec: Spec, kind: string): readonly Component[] {
  const known = components.get(spec) ?? new Map<string, readonly Component[]>()
  components.set(spec, known)
  const match = known.get(kind) ?? listComponents(spec, kind)
  known.set(kind, match)
  return match
}

const listComponents = (spec: Spec, kind: string): readonly Component[] =>
  children({ value: mapOf(spec.root['components'])[kind], pointer: pointerOf('components', kind) })
