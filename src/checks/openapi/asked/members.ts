import { met, takenBack, undecided, unmet } from '../../../obligations/examine.ts'
import type { Answer } from '../../../obligations/examine.ts'
import { commonGlue } from '../../../obligations/glue.ts'
import { child, listOf, textOf } from '../json.ts'
import type { JsonMap } from '../json.ts'
import { componentsOf, operationsOf } from '../operations.ts'
import { listsOf } from '../pagination-lists.ts'
import { operationsAbout, operationsAt } from '../path-match.ts'
import { schemasOf } from '../schema-walk.ts'
import type { Spec } from '../spec.ts'
import { singular, wordsOf } from '../words.ts'
import { same } from './habits.ts'
import { alike, entitiesOf, membersOf, plainOf } from './schemas.ts'
import type { Fields, Member } from './schemas.ts'
import { travels } from './travels.ts'
import { typeProblem } from './types.ts'

export function fieldsAnswer(spec: Spec, { owner, fields }: Fields): Answer {
  const query = /^query(?: of (.+))?$/.exec(owner ?? '')
  if (query !== null) return queryAnswer(spec, query[1], fields)
  const entities = owner === undefined ? schemasOf(spec) : entitiesOf(spec, owner)
  if (entities.length === 0)
    return unmet(
      `No schema stands for ${owner ?? 'it'}; there are ${
        componentsOf(spec, 'schemas')
          .map(({ key }) => key)
          .slice(0, 10)
          .join(', ') || 'none'
      }`,
      '/components/schemas',
    )
  const members = entities.flatMap((entity) => membersOf(spec, entity))
  const answers = fields.map((field): Answer => {
    const own = members.filter(({ name }) => alike(name, field.name, owner))
    if (own.length > 0 && own.every(({ node }) => !travels(spec, node.pointer)))
      return takenBack(`no operation sends or answers with what has ${field.name}`)
    const exact = own.filter(({ name }) => wordsOf(name).join('') === wordsOf(field.name).join(''))
    const params = owner === undefined && own.length === 0 ? queriesOf(spec, field.name) : []
    const results = [...(exact.length > 0 ? exact : own), ...params]
    if (results.length > 0)
      return isRequiredUnasked(field, fields, results)
        ? takenBack(`${field.name} is required; of the fields of this list only others were to be`)
        : memberAnswer(spec, field, results)
    if (operationsAbout(spec, field.name).length > 0)
      return undecided(`no schema has ${field.name}, but paths are about it`)
    // a phrase may go by another name; where every member is something else that was asked for, it cannot
    const other = members.find(
      ({ name }) => !/^_?id$/i.test(name) && !fields.some((each) => alike(name, each.name, owner)),
    )
    return other && /^[a-z]+ [a-z ]+$/.test(field.name)
      ? undecided(`no member is called ${field.name}; there is ${other.name}`)
      : unmet(
          `${owner ?? 'No schema'} has ${owner ? 'no' : 'the'} ${field.name}; there are ${[...new Set(members.map(({ name }) => name))].slice(0, 20).join(', ') || 'no members'}`,
          entities[0]?.pointer,
        )
  })
  return (
    worstOf(answers) ?? met(`${owner ?? 'A schema'} has ${namesOf(fields)}`, entities[0]?.pointer)
  )
}

/** A field with a default that its list does not call required, beside others that it does. */
const isRequiredUnasked = (
  { required, default: usual }: Fields['fields'][number],
  fields: Fields['fields'],
  results: readonly Member[],
): boolean =>
  required === undefined &&
  usual !== undefined &&
  fields.some((other) => other.required === true) &&
  results.every((member) => member.required)

const namesOf = (fields: Fields['fields']): string => fields.map(({ name }) => name).join(', ')

const worstOf = (answers: readonly Answer[]): Answer | undefined =>
  answers.find(({ status }) => status === 'unmet') ??
  answers.find(({ status }) => status === 'undecided')

const queriesOf = (
  spec: Spec,
  name: string,
  operations = operationsOf(spec),
  place = /^(?!path$)/,
): readonly Member[] =>
  operations.flatMap(({ parameters }) =>
    parameters
      .filter((one) => place.test(one.in) && alike(one.name, name))
      .map((one) => ({
        name: one.name,
        node: child({ value: one.value, pointer: one.pointer }, 'schema'),
        required: one.value['required'] === true,
        about: textOf(one.value['description']),
      })),
  )

/** Each field is a parameter in the query: of one operation, of every list, or of any. */
function queryAnswer(spec: Spec, of: string | undefined, fields: Fields['fields']): Answer {
  const [method = '', path = ''] = of?.split(' ') ?? []
  const asked =
    of === 'every list'
      ? listsOf(spec).map(({ operation }) => operation)
      : of === undefined
        ? operationsOf(spec)
        : operationsAt(spec, method, path)
  if (asked.length === 0) return unmet(`There is no ${of ?? 'operation'}`, '/paths')
  const answers = (of === 'every list' ? asked.map((one) => [one]) : [asked]).flatMap((some) =>
    fields.map((field): Answer => {
      const members = queriesOf(spec, field.name, some, /^query/).filter(({ name }) =>
        same(name, field.name),
      )
      return members.length > 0
        ? memberAnswer(spec, field, members)
        : unmet(
            `${of === undefined ? 'No operation takes' : `${some[0]?.label ?? of} does not take`} ${field.name} in the query`,
            '/paths',
          )
    }),
  )
  return (
    worstOf(answers) ?? met(`${of ?? 'An operation'} takes ${namesOf(fields)}`, asked[0]?.pointer)
  )
}

/** Whether one of the members of this name has what was asked of it. */
export function memberAnswer(
  spec: Spec,
  field: Fields['fields'][number],
  members: readonly Member[],
): Answer {
  const { name, required, least, most, counts, pattern, access } = field
  const where = members[0]?.node.pointer
  const schemas = members.flatMap(({ node }) => plainOf(spec, node))
  const typed = typeProblem(field, schemas)
  if (typed !== null) return typed
  if (required !== undefined && members.every((one) => one.required !== required))
    return unmet(`${name} is ${required ? 'not required' : 'required, not optional'}`, where)
  for (const [bound, value] of [
    ['least', least],
    ['most', most],
  ] as const) {
    const wrong =
      value === undefined ? null : boundProblem(name, schemas, { bound, value, unit: counts })
    if (wrong !== null) return unmet(wrong, where)
  }
  const set = schemas.flatMap((schema) =>
    schema['default'] === undefined ? [] : [schema['default']],
  )
  if (
    field.default !== undefined &&
    !set.some((one) => (textOf(one) || JSON.stringify(one)) === String(field.default))
  )
    return set.length === 0
      ? undecided(`${name} has no default`)
      : unmet(
          `${name} has the default ${set.map((one) => JSON.stringify(one)).join(', ')}, not ${String(field.default)}`,
          where,
        )
  const forms = schemas.flatMap((schema) => textOf(schema['pattern']) || [])
  if (pattern !== undefined && !forms.includes(pattern))
    return forms.length === 0
      ? unmet(`${name} has no pattern`, where)
      : undecided(`${name} has the pattern ${forms.join(', ')}, not ${pattern}`)
  if (schemas.some((schema) => schema['readOnly'] === true && schema['writeOnly'] === true))
    return takenBack(`${name} is both readOnly and writeOnly: it never travels`)
  const key = access === 'read-only' ? 'readOnly' : 'writeOnly'
  if (access !== undefined && !schemas.some((schema) => schema[key] === true))
    return undecided(`${name} is not marked ${access}`)
  return wordsProblem(field, members, schemas) ?? met(`${name} is described`, where)
}

/** Why the schemas do not say the words about a field that no form has read; null where they do. */
function wordsProblem(
  { name, says = '' }: Fields['fields'][number],
  members: readonly Member[],
  schemas: readonly JsonMap[],
): Answer | null {
  const names = wordsOf(
    [
      ...members.map(({ about }) => about ?? ''),
      ...schemas.map((schema) => textOf(schema['description'])),
    ].join(' '),
  ).map(singular)
  const reported = wordsOf(says).map(singular)
  const values = schemas.flatMap((schema) => listOf(schema['enum']).map(String))
  // a list of values is said by the same list
  const listed = values.flatMap((one) => wordsOf(one).map(singular))
  const isList = listed.length > 0 && listed.every((word) => reported.includes(word))
  const words = reported.filter((word) => !commonGlue.has(word))
  if (!isList && words.length > 0 && words.every((word) => listed.includes(word)))
    return takenBack(`${name} is one of ${values.join(', ')}, and ${says} was asked for`)
  const lacking = reported.filter(
    (word) => !names.includes(word) && !commonGlue.has(word) && !(isList && listed.includes(word)),
  )
  return lacking.length === 0
    ? null
    : undecided(`the description of ${name} does not speak of ${lacking.join(', ')}`)
}

/** Why no schema has a bound of this value; null where one has. */
export function boundProblem(
  name: string,
  schemas: readonly JsonMap[],
  {
    bound,
    value,
    unit,
  }: {
    readonly bound: 'most' | 'least' | 'exactly'
    readonly value: number
    readonly unit?: string | undefined
  },
): string | null {
  const most = ['maximum', 'maxLength', 'maxItems', 'exclusiveMaximum']
  const least = ['minimum', 'minLength', 'minItems', 'exclusiveMinimum']
  const keys = bound === 'most' ? most : bound === 'least' ? least : [...most, ...least]
  const wanted =
    unit === 'characters'
      ? keys.filter((key) => key.endsWith('Length'))
      : unit === 'items'
        ? keys.filter((key) => key.endsWith('Items'))
        : keys
  const bounds = schemas.flatMap((schema) =>
    wanted.flatMap((key) => (typeof schema[key] === 'number' ? [[key, schema[key]] as const] : [])),
  )
  const within: Readonly<Record<string, number>> = { exclusiveMinimum: 1, exclusiveMaximum: -1 }
  const isRight = bounds.some(([key, own]) => own + (within[key] ?? 0) === value)
  const [other] = bounds
  if (isRight) return null
  return other
    ? `${name} has ${other[0]} ${other[1]}, not ${value}`
    : `${name} has no ${wanted.join(' or ')}`
}
