// For measuring first: the first figures of this set were taken before any rule knew of it.
import type { Attribute, DesignIntent, Entity } from '../../../src/checks/design/intent.ts'
import type { Planter, Random } from '../plant.ts'
import {
  addAttribute,
  attributeAt,
  attributesOf,
  capital,
  defectsOf,
  entityAt,
  indexIn,
  pick,
  pickOrNull,
  stepsOf,
  textAt,
  valueAt,
} from '../plant.ts'

/** Adds one of the attributes to an entity. */
const withAttribute = (all: readonly Attribute[]): Planter => ({
  plant(intent, random) {
    const one = structuredClone(pick(all, random))
    const at = addAttribute(intent, one, random)
    return { intent, pointers: [...attributeAt(at), `${at}/description`, `${at}/required`] }
  },
  holds: (intent, at) =>
    all.some((one) => JSON.stringify(one) === JSON.stringify(valueAt(intent, at))),
})

/** Adds several attributes to one entity; any of them may be named. */
const withAttributes = (sets: readonly (readonly Attribute[])[]): Planter => ({
  plant(intent, random) {
    const e = Math.floor(random() * intent.dataModel.entities.length)
    const { attributes } = intent.dataModel.entities[e]!
    const set = pick(sets, random)
    attributes.push(...structuredClone(set))
    return {
      intent,
      pointers: set
        .flatMap((_, back) =>
          attributeAt(`/dataModel/entities/${e}/attributes/${attributes.length - 1 - back}`),
        )
        .concat(`/dataModel/entities/${e}/attributes`, ...entityAt(e)),
    }
  },
  holds: (intent, at) =>
    sets.some((set) => JSON.stringify(set.at(-1)) === JSON.stringify(valueAt(intent, at))),
})

const text = (name: string, description?: string): Attribute => ({
  name,
  type: 'string',
  ...(description === undefined ? {} : { description }),
})
const choice = (name: string, description: string): Attribute => ({
  name,
  type: 'enum',
  description,
})

/** Adds entities that a step uses. */
const withEntities = (sets: readonly (readonly Entity[])[]): Planter => ({
  plant(intent, random) {
    const set = structuredClone(pick(sets, random))
    const { step } = pick(stepsOf(intent), random)
    step.entityIds = [...(step.entityIds ?? []), ...set.map(({ id }) => id)]
    const { entities } = intent.dataModel
    entities.push(...set)
    return {
      intent,
      pointers: set.flatMap((_, back) => entityAt(entities.length - 1 - back)),
    }
  },
  holds: (intent, at) =>
    sets.some((set) => JSON.stringify(set.at(-1)) === JSON.stringify(valueAt(intent, at))),
})
const entity = (id: string, name: string, ...names: readonly string[]): Entity => ({
  id,
  name,
  attributes: names.map((one) => ({ name: one, type: 'string', required: true })),
})

const told = (many: boolean): Planter => ({
  plant(intent, random) {
    const { relationships, entities } = intent.dataModel
    const index = Math.floor(random() * relationships.length)
    const one = relationships[index]!
    const [from, to] = [one.from, one.to].map((id) => nameOf(entities, id))
    one.cardinality = many ? 'one-to-one' : 'many-to-many'
    one.description = many
      ? pick([`One ${from} has many ${to}s`, `A ${from} has several entries of ${to}`], random)
      : pick([`Each ${from} has exactly one ${to}`, `Every ${from} has only one ${to}`], random)
    return {
      intent,
      pointers: ['cardinality', 'description']
        .map((key) => `/dataModel/relationships/${index}/${key}`)
        .concat(`/dataModel/relationships/${index}`),
    }
  },
  holds: (intent, at) => {
    const { cardinality, description = '' } =
      intent.dataModel.relationships[indexIn(at, 'relationships')]!
    return many
      ? cardinality === 'one-to-one' && /many|several/.test(description)
      : cardinality === 'many-to-many' && /exactly one|only one/.test(description)
  },
})
const nameOf = (entities: readonly Entity[], id: string): string =>
  entities.find((one) => one.id === id)!.name.toLowerCase()

/** An entity with a reference, and what it refers to. */
function referrer(intent: DesignIntent, random: Random) {
  const found = attributesOf(intent).flatMap((one) => {
    const other = intent.dataModel.entities.find(
      ({ id }) => one.attribute.name.replace(/Id$/, '').toLowerCase() === id.toLowerCase(),
    )
    return one.attribute.type === 'reference' && other !== undefined ? [{ ...one, other }] : []
  })
  return pickOrNull(found, random)
}

export const dataModelIntegrity = defectsOf('dataModelIntegrity', {
  'attribute-of-another-entity': {
    plant(intent, random) {
      const found = referrer(intent, random)
      if (found === null) return null
      const { other, entity: one, e } = found
      const copied = pick(
        other.attributes.filter(({ type }) => type !== 'reference'),
        random,
      )
      const name = `${other.id}${capital(copied.name)}`
      const index = one.attributes.push({ ...copied, name }) - 1
      return { intent, pointers: attributeAt(`/dataModel/entities/${e}/attributes/${index}`) }
    },
    holds: (intent, at) => {
      const name = textAt(intent, `${at}/name`)
      return attributesOf(intent).some(
        (one) => name === `${one.entity.id}${capital(one.attribute.name)}`,
      )
    },
  },
  'reference-on-the-wrong-side': {
    plant(intent, random) {
      const found = referrer(intent, random)
      if (found === null) return null
      const { other, entity: one, a } = found
      const isMany = intent.dataModel.relationships.some(
        ({ from, to, cardinality }) =>
          from === other.id && to === one.id && cardinality === 'one-to-many',
      )
      if (!isMany || one.attributes.length < 2) return null
      one.attributes.splice(a, 1)
      const index = other.attributes.push({ name: one.id, type: 'reference', required: true }) - 1
      const o = intent.dataModel.entities.indexOf(other)
      return { intent, pointers: attributeAt(`/dataModel/entities/${o}/attributes/${index}`) }
    },
    holds: (intent, at) => {
      const owner = intent.dataModel.entities[indexIn(at, 'entities')]!.id
      const name = textAt(intent, `${at}/name`)
      return intent.dataModel.relationships.some(
        ({ from, to, cardinality }) =>
          from === owner && to === name && cardinality === 'one-to-many',
      )
    },
  },
  'one-to-one-told-as-many': told(true),
  'many-to-many-told-as-one': told(false),
  'synonymous-entities': withEntities([
    [entity('customer', 'Customer', 'fullName'), entity('client', 'Client', 'fullName')],
    [entity('invoice', 'Invoice', 'total'), entity('bill', 'Bill', 'total')],
    [entity('employee', 'Employee', 'badge'), entity('staff-member', 'Staff member', 'badge')],
    [entity('picture', 'Picture', 'caption'), entity('image', 'Image', 'caption')],
    [entity('vendor', 'Vendor', 'town'), entity('supplier', 'Supplier', 'town')],
  ]),
  'entity-that-is-a-page': withEntities([
    [entity('search-page', 'Search page', 'heading')],
    [entity('login-screen', 'Login screen', 'heading')],
    [entity('save-button', 'Save button', 'caption')],
    [entity('settings-dialog', 'Settings dialog', 'heading')],
    [entity('side-menu', 'Side menu', 'caption')],
  ]),
  'flag-as-enum': withAttribute([
    choice('newsletter', 'yes, no'),
    choice('insured', 'true or false'),
    choice('present', 'Yes / No'),
    choice('sealed', '0 or 1'),
    choice('alarm', 'on, off'),
  ]),
  'date-told-as-text': withAttribute([
    text('opening', 'Date in the form YYYY-MM-DD'),
    text('handover', 'Day of the handover as dd.mm.yyyy'),
    text('departure', 'Time stamp in ISO 8601'),
    text('renewal', 'The date as text'),
    text('landing', 'Date and time of the landing'),
  ]),
  'amount-told-as-text': withAttribute([
    text('deposit', 'Amount in euros'),
    text('load', 'Weight in kilograms'),
    text('share', 'Number between 0 and 100'),
    text('fee', 'Whole number of cents'),
    text('span', 'Length in metres'),
  ]),
  'unit-missing': withAttribute(
    ['duration', 'distance', 'temperature', 'height', 'volume'].map((name) => ({
      name,
      type: 'number',
    })),
  ),
  'secret-in-plain-text': withAttribute(
    ['password', 'pinCode', 'creditCardNumber', 'cvv', 'secretAnswer'].map((name) => text(name)),
  ),
  'age-beside-birth-date': withAttributes([
    [
      { name: 'birthday', type: 'date' },
      { name: 'age', type: 'number' },
    ],
    [
      { name: 'dateOfBirth', type: 'date' },
      { name: 'ageInYears', type: 'number' },
    ],
  ]),
  'numbered-attributes': withAttributes([
    ['phone1', 'phone2', 'phone3'].map((name) => text(name)),
    ['contact_1', 'contact_2'].map((name) => text(name)),
    ['witness1', 'witness2'].map((name) => text(name)),
    ['remark-1', 'remark-2', 'remark-3'].map((name) => text(name)),
  ]),
  'attribute-name-is-a-sentence': withAttribute([
    text('the name of the person who signs'),
    text('Where it is kept at night'),
    text('is this entry still open?'),
    text('who has to be told first'),
    text('please enter the place here'),
  ]),
  'enum-with-one-value': withAttribute([
    choice('tone', 'Only: warm'),
    choice('rank', 'first'),
    choice('ward', 'north'),
    choice('shade', 'blue'),
    choice('shift', 'Always early'),
  ]),
  'enum-value-twice': withAttribute([
    choice('tone', 'warm, cold, warm'),
    choice('ward', 'north, south, east, south'),
    choice('shade', 'red, green, Red'),
    choice('shift', 'early, late, early'),
    choice('rank', 'first, second, first'),
  ]),
  'enum-left-open': withAttribute([
    choice('tone', 'warm, cold, etc.'),
    choice('ward', 'north, south, ...'),
    choice('shade', 'red, green and others'),
    choice('shift', 'early, late, and so on'),
    choice('rank', 'first, second, …'),
  ]),
  'opposite-flags': withAttributes(
    [
      ['isActive', 'isInactive'],
      ['visible', 'hidden'],
      ['isOpen', 'isClosed'],
      ['enabled', 'disabled'],
      ['is_public', 'is_private'],
    ].map((names) => names.map((name): Attribute => ({ name, type: 'boolean' }))),
  ),
  'required-yet-optional': withAttribute(
    [
      text('remark', 'Optional remark of the office'),
      text('companion', 'May be left empty'),
      text('nickname', 'Not mandatory'),
      text('motto', 'Can be omitted'),
      text('fax', 'Optional'),
    ].map((one) => ({ ...one, required: true })),
  ),
})
