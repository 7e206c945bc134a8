// For measuring only. A rule that is tuned on these classes takes away what they tell.
import type { Planter } from '../plant.ts'
import {
  aroundMention,
  attributeAt,
  attributesOf,
  capital,
  defectsOf,
  indexIn,
  mentionsInBinds,
  pick,
  pickOrNull,
  stepsOf,
  textAt,
  valueAt,
} from '../plant.ts'
import { contradicting, missingEnd, wrongBind } from '../seen/data-model.ts'

const keeps = /\b(?:is|are) (?:stored|saved|recorded)\b|\bgespeichert\b/

const respelt = (spell: (name: string) => string): Planter => ({
  plant(intent, random) {
    const { entity, attribute, e, a } = pick(attributesOf(intent), random)
    const name = spell(attribute.name)
    if (name === attribute.name) return null
    const last = entity.attributes.push({ ...structuredClone(attribute), name }) - 1
    const at = `/dataModel/entities/${e}`
    return {
      intent,
      pointers: [
        `${at}/attributes/${last}/name`,
        `${at}/attributes/${last}`,
        `${at}/attributes/${a}`,
        `${at}/attributes/${a}/name`,
        `${at}/attributes`,
        at,
      ],
    }
  },
  holds: (intent, at) => {
    const { attributes = [] } = intent.dataModel.entities[indexIn(at, 'entities')] ?? {}
    const plain = (name: string) => name.toLowerCase().replaceAll('_', '')
    return attributes.filter(({ name }) => plain(name) === plain(textAt(intent, at))).length > 1
  },
})

export const dataModelIntegrity = defectsOf('dataModelIntegrity', {
  'duplicate-attribute-by-case': respelt(capital),
  'duplicate-attribute-by-style': respelt((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ),
  'relationship-conflicting': {
    plant(intent, random) {
      const list = intent.dataModel.relationships
      const first = Math.floor(random() * list.length)
      const one = structuredClone(list[first]!)
      if (one.from === one.to) return null
      one.cardinality = one.cardinality === 'many-to-many' ? 'one-to-one' : 'many-to-many'
      const last = list.push(one) - 1
      return {
        intent,
        pointers: [last, first].flatMap((index) => [
          `/dataModel/relationships/${index}`,
          `/dataModel/relationships/${index}/cardinality`,
          `/dataModel/relationships/${index}/from`,
          `/dataModel/relationships/${index}/to`,
        ]),
      }
    },
    holds: (intent, at) => {
      const one = intent.dataModel.relationships[indexIn(at, 'relationships')]
      return (
        intent.dataModel.relationships.filter(
          ({ from, to }) => from === one?.from && to === one.to && from !== to,
        ).length > 1
      )
    },
  },
  'no-relationships': {
    plant(intent) {
      if (intent.dataModel.entities.length < 3) return null
      intent.dataModel.relationships = []
      return { intent, pointers: ['/dataModel/relationships', '/dataModel'] }
    },
    holds: (intent) => intent.dataModel.relationships.length === 0,
  },
  'relationship-end-is-attribute': missingEnd(null, (id, intent) => {
    const entity = intent.dataModel.entities.find((one) => one.id === id)
    return `${id}.${entity?.attributes[0]?.name}`
  }),
  'relationship-end-plural': missingEnd(null, (id) => `${id}s`),
  'relationship-end-by-name': missingEnd(
    null,
    (id, intent) => intent.dataModel.entities.find((one) => one.id === id)?.name ?? id,
  ),
  'bind-without-attribute': wrongBind((bind) => bind.slice(0, bind.lastIndexOf('.'))),
  'bind-other-separator': wrongBind((bind, _intent, random) =>
    bind.replace('.', pick([':', '/', '->', '#', ' '], random)),
  ),
  'bind-attribute-case': wrongBind((bind) => {
    const dot = bind.lastIndexOf('.') + 1
    return `${bind.slice(0, dot)}${capital(bind.slice(dot))}`
  }),
  'bind-too-deep': wrongBind((bind, intent) => {
    const bound = attributesOf(intent).find(
      ({ entity, attribute }) => `${entity.id}.${attribute.name}` === bind,
    )
    // an object may well hold a value of that name
    return bound?.attribute.type === 'object' ? null : `${bind}.value`
  }),
  'bind-reversed': wrongBind((bind) => bind.split('.').toReversed().join('.')),
  'bind-twice': {
    plant(intent, random) {
      const mention = pickOrNull(mentionsInBinds(intent), random)
      if (mention === null) return null
      const part = intent.components[indexIn(mention.at, 'components')]!
      const index = part.binds!.push(mention.id) - 1
      const list = mention.at.slice(0, mention.at.lastIndexOf('/'))
      return { intent, pointers: [...aroundMention(`${list}/${index}`), mention.at] }
    },
    holds: (intent, at) => {
      const { binds = [] } = intent.components[indexIn(at, 'components')] ?? {}
      return binds.filter((bind) => bind === textAt(intent, at)).length > 1
    },
  },
  'enum-without-values': {
    plant(intent, random) {
      const target = pickOrNull(
        attributesOf(intent).filter(({ attribute }) => attribute.type === 'enum'),
        random,
      )
      if (target === null) return null
      delete target.attribute.description
      return {
        intent,
        pointers: [...attributeAt(target.at), `${target.at}/description`],
      }
    },
    holds: (intent, at) => {
      const attribute = valueAt(intent, at)
      return (
        typeof attribute === 'object' &&
        attribute !== null &&
        Reflect.get(attribute, 'type') === 'enum' &&
        !('description' in attribute)
      )
    },
  },
  'identifier-other-type': contradicting(
    /[a-z](?:Id|_id)$/,
    ['boolean', 'date', 'list'],
    ['customerId', 'orderId', 'parent_id'],
  ),
  'contact-other-type': contradicting(
    /^(?:phone|\w*[aA]ddress|url|website|postcode|note|reason)$/,
    ['boolean', 'date'],
    ['phone', 'postalAddress', 'website', 'postcode'],
  ),
  'plural-other-type': contradicting(
    /^(?:keywords|hazards|licences|beds|tags|items|attachments)$/,
    ['boolean', 'date'],
    ['tags', 'items', 'attachments'],
  ),
  'unit-of-a-flag': {
    plant(intent, random) {
      const target = pickOrNull(
        attributesOf(intent).filter(
          ({ attribute }) =>
            attribute.type === 'number' && /^In [a-zA-Z ]+$/.test(attribute.description ?? ''),
        ),
        random,
      )
      if (target === null) return null
      target.attribute.type = pick(['boolean', 'date', 'reference'], random)
      return { intent, pointers: [`${target.at}/type`, ...attributeAt(target.at)] }
    },
    holds: (intent, at) => {
      const [, e, , a] = /entities\/(\d+)(\/attributes\/)(\d+)/.exec(at) ?? []
      const attribute = intent.dataModel.entities[Number(e)]?.attributes[Number(a)]
      return attribute?.description?.startsWith('In ') === true && attribute?.type !== 'number'
    },
  },
  'saving-step-names-no-entity': {
    plant(intent, random) {
      const target = pickOrNull(
        stepsOf(intent).filter(({ step }) => keeps.test(step.outcome ?? '')),
        random,
      )
      if (target === null) return null
      delete target.step.entityIds
      const { at, f } = target
      return {
        intent,
        pointers: [at, `${at}/entityIds`, `${at}/action`, `${at}/outcome`, `/userFlows/${f}`],
      }
    },
    holds: (intent, at) => {
      const step = intent.userFlows[indexIn(at, 'userFlows')]?.steps[indexIn(at, 'steps')]
      return step !== undefined && step.entityIds === undefined && keeps.test(step.outcome ?? '')
    },
  },
  'entity-copied-under-another-id': {
    plant(intent, random) {
      const entity = pick(intent.dataModel.entities, random)
      const copy = structuredClone(entity)
      copy.id = `${entity.id}Record`
      const first = intent.dataModel.entities.indexOf(entity)
      const last = intent.dataModel.entities.push(copy) - 1
      const step = stepsOf(intent).find((one) => one.step.entityIds?.includes(entity.id))!.step
      step.entityIds!.push(copy.id)
      intent.dataModel.relationships.push({
        from: entity.id,
        to: copy.id,
        cardinality: 'one-to-one',
        description: 'Each has a record of its own',
      })
      return {
        intent,
        pointers: [last, first].flatMap((index) => [
          `/dataModel/entities/${index}`,
          `/dataModel/entities/${index}/name`,
          `/dataModel/entities/${index}/attributes`,
        ]),
      }
    },
    holds: (intent, at) => {
      const entity = intent.dataModel.entities[indexIn(at, 'entities')]
      return intent.dataModel.entities.filter(({ name }) => name === entity?.name).length > 1
    },
  },
})
