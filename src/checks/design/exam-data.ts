import type { DemandCheck } from '../../obligations/demand.ts'
import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { covers, type Part, sharedWords, wordsOf } from './exam-words.ts'
import type { Attribute, DesignIntent, Entity } from './intent.ts'

type Fields = Extract<DemandCheck, { type: 'fields' }>
type Field = Fields['fields'][number]

const isNamed = ({ id, name }: Pick<Entity, 'id' | 'name'>, wanted: string): boolean => {
  const words = wordsOf(wanted)
  return words.length > 0 && (covers(name, words) || covers(id, words))
}

/** The entity of a name: the one that is called so and nothing more, before those that hold the name. */
function entityOf(intent: DesignIntent, name: string): number {
  const { entities } = intent.dataModel
  const exact = entities.findIndex(
    (each) => wordsOf(each.name).join(' ') === wordsOf(name).join(' '),
  )
  return exact >= 0 ? exact : entities.findIndex((each) => isNamed(each, name))
}

const attributeOf = ({ attributes }: Entity, name: string): number => {
  const words = wordsOf(name)
  const exact = attributes.findIndex((each) => wordsOf(each.name).join(' ') === words.join(' '))
  if (exact >= 0) return exact
  return attributes.findIndex(({ name: own }) => {
    const known = wordsOf(own)
    return covers(own, words) || (known.length > 0 && known.every((word) => words.includes(word)))
  })
}

/** An entity has the fields a requirement names, of the types and with the values it names. */
export function examineFields(
  intent: DesignIntent,
  parts: readonly Part[],
  { owner, fields }: Fields,
): Answer {
  const { entities } = intent.dataModel
  const at =
    owner === undefined
      ? entities.findIndex((each) => fields.every(({ name }) => attributeOf(each, name) >= 0))
      : entityOf(intent, owner)
  const entity = entities[at]
  const list = fields.map(({ name }) => name).join(', ')
  if (entity === undefined) {
    const other = entities.findIndex((each) =>
      fields.every(({ name }) => attributeOf(each, name) >= 0),
    )
    if (owner !== undefined && other >= 0)
      return undecided(
        `no entity is called "${owner}", but ${entities[other]?.name ?? ''} has ${list}`,
      )
    return unmet(
      owner === undefined
        ? `no entity has ${list}`
        : `no entity is called "${owner}", and none has ${list}`,
      '/dataModel/entities',
    )
  }
  const answers = fields.map((field) => examineField(intent, parts, { entity, at, field }))
  const worst =
    answers.find(({ status }) => status === 'unmet') ??
    answers.find(({ status }) => status === 'undecided')
  return worst ?? met(`${entity.name} has ${list}`, `/dataModel/entities/${at}`)
}

function examineField(
  intent: DesignIntent,
  parts: readonly Part[],
  { entity, at, field }: { readonly entity: Entity; readonly at: number; readonly field: Field },
): Answer {
  const place = attributeOf(entity, field.name)
  const attribute = entity.attributes[place]
  const where = `/dataModel/entities/${at}/attributes/${place}`
  if (attribute === undefined) {
    const related = relationsBetween(intent, entity, field.name)
    if (related.length > 0 && field.type === undefined)
      return met(`${entity.name} is related to ${field.name}`, '/dataModel/relationships')
    return unmet(`${entity.name} has no "${field.name}"`, `/dataModel/entities/${at}`)
  }
  if (field.required === true && attribute.required === false)
    return unmet(`"${attribute.name}" is optional, not required`, where)
  if (field.required === false && attribute.required === true)
    return unmet(`"${attribute.name}" is required, not optional`, where)
  const typed = examineType(parts, attribute, { field, where })
  if (typed !== null) return typed
  if (field.required === true && attribute.required === undefined)
    return undecided(`the design does not say whether "${attribute.name}" is required`)
  const { least, most, pattern, access, says } = field
  const more = [least, most, field.default, pattern, access, says].filter(
    (one) => one !== undefined,
  )
  const words = more.flatMap((one) => wordsOf(String(one)))
  if (
    !parts.some(({ text }) => covers(text, [...wordsOf(attribute.name), ...words])) &&
    words.length > 0
  )
    return undecided(`no part says of "${attribute.name}": ${more.join(', ')}`)
  return met(`${entity.name} has "${attribute.name}" (${attribute.type})`, where)
}

const also: Readonly<Record<string, readonly string[]>> = {
  reference: ['string'],
  enum: ['string'],
}

function examineType(
  parts: readonly Part[],
  attribute: Attribute,
  { field, where }: { readonly field: Field; readonly where: string },
): Answer | null {
  const { type } = field
  if (type === undefined || type === attribute.type) return null
  const values = /^one of (.+)$/.exec(type)?.[1]?.split(', ')
  if (values === undefined)
    return (also[type] ?? []).includes(attribute.type)
      ? undecided(`"${attribute.name}" is a ${attribute.type}, which may stand for a ${type}`)
      : unmet(`"${attribute.name}" is a ${attribute.type}, not a ${type}`, where)
  if (attribute.type !== 'enum' && attribute.type !== 'string')
    return unmet(
      `"${attribute.name}" is a ${attribute.type}, not one of ${values.join(', ')}`,
      where,
    )
  const described = wordsOf(attribute.description ?? '')
  const absent = values.filter((value) => !covers(attribute.description ?? '', wordsOf(value)))
  if (absent.length === 0) return extraValue(attribute, values, where)
  const lost = absent.find((value) => !parts.some(({ text }) => covers(text, wordsOf(value))))
  if (
    lost !== undefined ||
    sharedWords(
      described.join(' '),
      values.flatMap((each) => wordsOf(each)),
    ).length > 0
  )
    return unmet(`"${attribute.name}" does not have the value ${lost ?? absent[0] ?? ''}`, where)
  return undecided(`the values of "${attribute.name}" stand elsewhere in the design`)
}

/** Of a plain list of values, the one that was not asked for. */
function extraValue(attribute: Attribute, values: readonly string[], where: string): Answer | null {
  const list = (attribute.description ?? '').replace(/^.*(?::|one of|either)\s*/i, '')
  const items = list.split(/\s*(?:,|\/|\bor\b|\band\b)\s*/i).filter((each) => each !== '')
  const known = values.flatMap((value) => wordsOf(value))
  const extra = items.find(
    (each) => each.split(/\s+/).length === 1 && sharedWords(each, known).length === 0,
  )
  return extra !== undefined && items.length > values.length
    ? unmet(`"${attribute.name}" also has the value ${extra}`, where)
    : null
}

type Relation = { readonly from: string; readonly to: string; readonly count: 'many' | 'one' }

const relationsBetween = (intent: DesignIntent, entity: Entity, other: string) => {
  const target = intent.dataModel.entities[entityOf(intent, other)]
  return intent.dataModel.relationships.flatMap((each, at) => {
    const forward = each.from === entity.id && each.to === target?.id
    const backward = each.to === entity.id && each.from === target?.id
    return forward || backward ? [{ ...each, at, forward }] : []
  })
}

/** "A room has many bookings", "each booking belongs to one room". */
export function examineRelation(
  intent: DesignIntent,
  parts: readonly Part[],
  { from, to, count }: Relation,
): Answer {
  const { entities } = intent.dataModel
  const [one, other] = [entities[entityOf(intent, from)], entities[entityOf(intent, to)]]
  if (one === undefined || other === undefined) {
    const missing = one === undefined ? from : to
    return parts.some(({ text }) => covers(text, wordsOf(missing)))
      ? undecided(`no entity is called "${missing}"`)
      : unmet(`no part of the design speaks of ${missing}`, '/dataModel/entities')
  }
  const [relation] = relationsBetween(intent, one, to)
  if (relation !== undefined) {
    const { cardinality, forward, at } = relation
    const isMany = cardinality === 'many-to-many' || (cardinality === 'one-to-many' && forward)
    const where = `/dataModel/relationships/${at}`
    const said = `${relation.from} to ${relation.to} is ${cardinality}`
    return isMany === (count === 'many')
      ? met(said, where)
      : unmet(`${said}, not to-${count}`, where)
  }
  const holder = count === 'one' ? one : other
  const held = count === 'one' ? other : one
  const reference = holder.attributes.find(
    ({ type, name }) => type === 'reference' && sharedWords(name, wordsOf(held.name)).length > 0,
  )
  return reference === undefined
    ? unmet(`nothing relates ${one.name} and ${other.name}`, '/dataModel/relationships')
    : met(`${holder.name} refers to ${held.name} by "${reference.name}"`)
}
