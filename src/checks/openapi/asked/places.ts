import { wordsIn } from '../../../obligations/sentence-words.ts'
import { sentencesOf } from '../../../obligations/sentences.ts'
import { child, children, listOf, mapOf, stringsOf, textOf } from '../json.ts'
import type { Node } from '../json.ts'
import { mediaOf, operationsOf, resolve, segmentsOf } from '../operations.ts'
import type { Operation, Response } from '../operations.ts'
import { schemasOf } from '../schema-walk.ts'
import type { Spec } from '../spec.ts'
import { heldBy, membersOf, plainOf } from './schemas.ts'

/** A part of a description that says something by itself, and what stands above it. */
export type Part = {
  readonly text: string
  readonly under: string
  readonly label: string
  readonly pointer: string
  readonly operation?: Operation
  readonly status?: string
  /** The schema whose member this is. */
  readonly owner?: string
  readonly required?: boolean
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'string text',
  integer: 'integer int number whole amount count how many',
  number: 'number decimal amount',
  boolean: 'boolean bool flag whether true false yes',
  array: 'array list several many',
  object: 'object',
  'date-time': 'date time date-time datetime timestamp moment',
  date: 'date day',
  time: 'time',
  uri: 'uri url link address',
}

const shownOf = (value: unknown): string => textOf(value) || JSON.stringify(value)

/** What a schema says of a value, in the words of people: type, values, bounds. */
function valueWords(spec: Spec, node: Node): string {
  return plainOf(spec, node)
    .flatMap((schema) => {
      const kinds = [schema['type'], schema['format']].flat()
      const bound = (key: string, words: string) =>
        typeof schema[key] === 'number' ? [`${words} ${schema[key]}`] : []
      return [
        ...kinds.map((one) => typeWords[textOf(one)] ?? textOf(one)),
        ...listOf(schema['enum']).map(shownOf),
        ...['minimum', 'minLength', 'minItems'].flatMap((key) => bound(key, 'from at least')),
        ...['maximum', 'maxLength', 'maxItems'].flatMap((key) => bound(key, 'to at most')),
        ...bound('exclusiveMinimum', 'more than'),
        ...bound('exclusiveMaximum', 'less than'),
        ...(schema['items'] === undefined
          ? []
          : [valueWords(spec, child({ value: schema, pointer: '' }, 'items'))]),
        textOf(schema['pattern']) === '' ? '' : 'pattern',
        textOf(schema['description']),
        textOf(schema['title']),
      ]
    })
    .join(' ')
}

/** Said by itself: beside the other values, each of them would look like the default. */
const defaultsOf = (spec: Spec, name: string, node: Node): readonly string[] =>
  plainOf(spec, node).flatMap((schema) =>
    schema['default'] === undefined ? [] : [`${name} default ${shownOf(schema['default'])}`],
  )

const bodyOf = (spec: Spec, owner: Node): string =>
  mediaOf(owner)
    .flatMap(({ type, schema }) => [
      type,
      ...(schema === null
        ? []
        : [schema, ...heldBy(spec, schema)]
            .flatMap((each) => membersOf(spec, each))
            .map(({ name, node }) => `${name} ${valueWords(spec, node)}`)),
    ])
    .join(' ')

export const nameOf = ({ path, value, label }: Operation): string =>
  [
    label,
    ...segmentsOf(path).map(({ text }) => text),
    textOf(value['operationId']),
    textOf(value['summary']),
    ...stringsOf(value['tags']),
  ].join(' ')

const known = new WeakMap<Spec, readonly Part[]>()

/** The operations with what they take, their responses, and the members of the schemas. */
export function partsOf(spec: Spec): readonly Part[] {
  const match = known.get(spec)
  if (match) return match
  const parts = [
    ...operationsOf(spec).flatMap((operation) => operationParts(spec, operation)),
    ...schemasOf(spec).flatMap((schema) => {
      const members = membersOf(spec, schema)
      const around = `${schema.name} ${members.map(({ name }) => name).join(' ')}`
      return members.flatMap(({ name, node, required }) =>
        [`${name} ${valueWords(spec, node)}`, ...defaultsOf(spec, name, node)].map((text) => ({
          text,
          under: around,
          label: `${schema.name || 'a schema'}.${name}`,
          pointer: node.pointer,
          owner: schema.name,
          required,
        })),
      )
    }),
    ...children({ value: spec.root['webhooks'], pointer: '/webhooks' }).map((node) => {
      const [method] = children(resolve(spec, node))
      const value = mapOf(method?.value)
      return {
        text: `webhook ${node.key} ${textOf(value['summary'])} ${textOf(value['description'])}`,
        under: '',
        label: `the webhook ${node.key}`,
        pointer: node.pointer,
      }
    }),
  ]
  known.set(spec, parts)
  return parts
}

function operationParts(spec: Spec, operation: Operation): readonly Part[] {
  const { label, pointer, value, parameters, body, responses } = operation
  const taken = parameters.map(
    (one) =>
      `${one.name} ${one.in} parameter ${one.value['required'] === true ? 'required' : 'optional'} ${habitOf(one.name, one.in)} ${textOf(one.value['description'])} ${valueWords(spec, child({ value: one.value, pointer: one.pointer }, 'schema'))}`,
  )
  const around = [
    nameOf(operation),
    textOf(value['description']),
    ...taken,
    body ? bodyOf(spec, body) : '',
  ].join(' ')
  const answered = responses.map((one) => `${saidOf(one)} ${bodyOf(spec, one)}`)
  return [
    {
      text: nameOf(operation),
      under: [around, ...answered].join(' '),
      label,
      pointer,
      operation,
    },
    ...sentencesOf(textOf(value['description'])).map(({ text }) => ({
      text,
      under: nameOf(operation),
      label: `the description of ${label}`,
      pointer,
    })),
    ...responses.map((one) => ({
      text: saidOf(one),
      under: around,
      label: `${one.status} of ${label}`,
      pointer: one.pointer,
      operation,
      status: one.status,
    })),
  ]
}

const habitOf = (name: string, place: string): string =>
  place !== 'query'
    ? ''
    : /^(?:page|limit|cursor|offset|page_?(?:size|token)|per_?page)$/i.test(name)
      ? 'pagination paginated page'
      : 'filter filtered search'

const saidOf = ({ status, value, pointer }: Response): string =>
  [
    status,
    textOf(value['description']),
    ...children(child({ value, pointer }, 'headers')).map(({ key }) => `${key} header`),
  ].join(' ')

const read = new Map<string, ReturnType<typeof wordsIn>>()

/** The words of a text of the description, read once. */
export function wordsOfPart(text: string): ReturnType<typeof wordsIn> {
  const before = read.get(text)
  if (before) return before
  if (read.size > 20_000) read.clear()
  const words = wordsIn(text)
  read.set(text, words)
  return words
}
