/** A description being damaged: plain data, found by hand. */
export type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

export type JsonObject = { [key: string]: Json }

export type Draft = {
  readonly root: JsonObject
  readonly pick: <Item>(items: readonly Item[]) => Item | undefined
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const object = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const pointer = (...keys: readonly (string | number)[]): string =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

export type Operation = {
  readonly path: string
  readonly method: string
  readonly value: JsonObject
  readonly at: string
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

export function operations(
  draft: Draft,
  wanted: (operation: Operation) => boolean = () => true,
): Operation[] {
  return Object.entries(object(draft.root['paths'])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const value = object(item)[method]
      const operation = isObject(value)
        ? { path, method, value, at: pointer('paths', path, method) }
        : null
      return operation && wanted(operation) ? [operation] : []
    }),
  )
}

export type Named = { readonly name: string; readonly value: JsonObject; readonly at: string }

export const schemas = (draft: Draft): Named[] =>
  Object.entries(object(object(draft.root['components'])['schemas'])).flatMap(([name, value]) =>
    isObject(value) ? [{ name, value, at: pointer('components', 'schemas', name) }] : [],
  )

/** Members of the named schemas that are written out in place. */
export const properties = (
  draft: Draft,
  wanted: (property: Named & { owner: Named }) => boolean = () => true,
): (Named & { owner: Named })[] =>
  schemas(draft).flatMap((owner) =>
    Object.entries(object(owner.value['properties'])).flatMap(([name, value]) => {
      const property = isObject(value)
        ? { name, value, at: `${owner.at}${pointer('properties', name)}`, owner }
        : null
      return property && wanted(property) ? [property] : []
    }),
  )

export const components = (draft: Draft, kind: string): Named[] =>
  Object.entries(object(object(draft.root['components'])[kind])).flatMap(([name, value]) =>
    isObject(value) ? [{ name, value, at: pointer('components', kind, name) }] : [],
  )

export type Media = {
  readonly value: JsonObject
  readonly at: string
  readonly operation: Operation
  readonly status: string
}

/** The JSON bodies of success responses. */
export const answers = (draft: Draft): Media[] =>
  operations(draft).flatMap((operation) =>
    Object.entries(object(operation.value['responses'])).flatMap(([status, response]) => {
      const media = object(object(response)['content'])['application/json']
      return status.startsWith('2') && isObject(media)
        ? [
            {
              value: media,
              at: `${operation.at}${pointer('responses', status, 'content', 'application/json')}`,
              operation,
              status,
            },
          ]
        : []
    }),
  )

export const bodies = (draft: Draft): Media[] =>
  operations(draft).flatMap((operation) => {
    const media = object(object(operation.value['requestBody'])['content'])['application/json']
    return isObject(media)
      ? [
          {
            value: media,
            at: `${operation.at}/requestBody/content/application~1json`,
            operation,
            status: '',
          },
        ]
      : []
  })

/** Follows a local reference. */
export function follow(draft: Draft, value: Json | undefined): JsonObject {
  const reference = object(value)['$ref']
  if (typeof reference !== 'string') return object(value)
  return object(
    reference
      .slice(2)
      .split('/')
      .reduce<Json>((here, key) => object(here)[key.replaceAll('~1', '/')] ?? null, draft.root),
  )
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
