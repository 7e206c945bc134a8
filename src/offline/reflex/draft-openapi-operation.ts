import { plural, singular, wordsOf } from '../../checks/openapi/words.ts'
import { recase } from './recase.ts'

/** One operation to be written: where it stands and what it does to which thing. */
export type Planned = {
  readonly method: string
  readonly path: string
  readonly kind: 'list' | 'get' | 'create' | 'update' | 'delete'
  /** The thing the operation is about, in the singular. */
  readonly thing: string
}

type Json = Record<string, unknown>

/** The operation as OpenAPI, with the errors it can answer with. */
export function operationFor(
  plan: Planned,
  { style, secured }: { readonly style: string; readonly secured: boolean },
): Json {
  const { path, kind, thing } = plan
  const entity = { $ref: `#/components/schemas/${recase(thing, 'pascal')}` }
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `Identifies the ${
      wordsOf(name)
        .filter((word) => word !== 'id')
        .join(' ') || thing
    }.`,
    schema: { type: 'string' },
  }))
  const parameters = kind === 'list' ? [...ids, ...pages(style)] : ids
  const sends = kind === 'create' || kind === 'update'
  const input = { $ref: `${entity.$ref}Input` }
  const error = (name: string) => ({ $ref: `#/components/responses/${name}` })
  return {
    operationId: recase(
      `${kind} ${parentsOf(path, thing)} ${kind === 'list' ? plural(thing) : thing}`,
      'camel',
    ),
    summary: summaryOf(plan),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(sends ? { requestBody: { required: true, content: json(input) } } : {}),
    responses: {
      ...successOf(plan, entity, style),
      ...(sends || kind === 'list' ? { '400': error('BadRequest') } : {}),
      ...(secured ? { '401': error('Unauthorized') } : {}),
      ...(ids.length > 0 ? { '404': error('NotFound') } : {}),
      '500': error('ServerError'),
    },
  }
}

const json = (schema: Json): Json => ({ 'application/json': { schema } })

const parentsOf = (path: string, thing: string): string =>
  path
    .split('/')
    .filter((part) => /^[a-z][\w-]*$/i.test(part) && !/^(?:api|v\d+)$/i.test(part))
    .map((part) => singular(wordsOf(part).join(' ')))
    .filter((part) => part !== thing)
    .join(' ')

function summaryOf({ kind, thing, path }: Planned): string {
  const parent = parentsOf(path, thing)
  const of = parent === '' ? '' : ` of a ${parent}`
  const verb = kind.charAt(0).toUpperCase() + kind.slice(1)
  return kind === 'list' ? `List ${plural(thing)}${of}` : `${verb} one ${thing}${of}`
}

function successOf({ kind, thing }: Planned, entity: Json, style: string): Json {
  switch (kind) {
    case 'list': {
      const next = style === 'cursor' ? { next_cursor: { type: 'string' } } : {}
      const properties = { items: { type: 'array', items: entity }, ...next }
      const schema = { type: 'object', required: ['items'], properties }
      return { '200': { description: `The ${plural(thing)}.`, content: json(schema) } }
    }
    case 'get':
      return { '200': { description: `The ${thing}.`, content: json(entity) } }
    case 'create':
      return { '201': { description: `The ${thing} was created.`, content: json(entity) } }
    case 'update':
      return { '200': { description: `The ${thing} was updated.`, content: json(entity) } }
    case 'delete':
      return { '204': { description: `The ${thing} was deleted.` } }
  }
}

function pages(style: string): readonly Json[] {
  const position =
    style === 'cursor'
      ? {
          name: 'cursor',
          description: 'The cursor that the page before gave.',
          schema: { type: 'string' },
        }
      : style === 'offset'
        ? {
            name: 'offset',
            description: 'How many to skip.',
            schema: { type: 'integer', minimum: 0 },
          }
        : {
            name: 'page',
            description: 'The page to read, from 1.',
            schema: { type: 'integer', minimum: 1 },
          }
  const schema = { type: 'integer', minimum: 1, maximum: 100 }
  return [
    { ...position, in: 'query' },
    { name: 'limit', in: 'query', description: 'How many to answer with at most.', schema },
  ]
}
