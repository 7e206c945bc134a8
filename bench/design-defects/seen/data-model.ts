import type { AttributeType, Component, DesignIntent } from '../../../src/checks/design/intent.ts'
import type { Planter, Random } from '../plant.ts'
import {
  addAttribute,
  aroundMention,
  attributeAt,
  attributesOf,
  capital,
  componentIds,
  defectsOf,
  endsOfRelationships,
  entityAt,
  entityIds,
  indexIn,
  insideOf,
  mentionsInBinds,
  mentionsOfEntities,
  pick,
  pickOrNull,
  stepsOf,
  textAt,
  valueAt,
} from '../plant.ts'
import { sameAs, typo } from '../structure.ts'

/** Gives an attribute whose name tells what it holds a type that can't hold it. */
export const contradicting = (
  name: RegExp,
  types: readonly AttributeType[],
  fresh: readonly string[],
): Planter => ({
  plant(intent, random) {
    const known = attributesOf(intent).filter(({ attribute }) => name.test(attribute.name))
    const type = pick(types, random)
    const target = random() < 0.7 ? pickOrNull(known, random) : null
    if (target !== null) target.attribute.type = type
    const at = target?.at ?? addAttribute(intent, { name: pick(fresh, random), type }, random)
    return { intent, pointers: [`${at}/type`, ...attributeAt(at)] }
  },
  holds: (intent, at) => {
    const attribute = valueAt(intent, at.replace(/\/type$/, ''))
    const type = textAt(intent, at)
    return (
      typeof attribute === 'object' &&
      attribute !== null &&
      types.some((one) => one === type) &&
      name.test(String(Reflect.get(attribute, 'name')))
    )
  },
})

export const missingEnd = (
  end: 'from' | 'to' | null,
  spell: (id: string, intent: DesignIntent, random: Random) => string,
): Planter => ({
  plant(intent, random) {
    const ends = endsOfRelationships(intent).filter(({ at }) => end === null || at.endsWith(end))
    const mention = pickOrNull(ends, random)
    if (mention === null) return null
    const wrong = spell(mention.id, intent, random)
    if (entityIds(intent).includes(wrong)) return null
    mention.put(wrong)
    return { intent, pointers: [mention.at, mention.at.replace(/\/(?:from|to)$/, '')] }
  },
  holds: (intent, at) =>
    textAt(intent, at) !== '' && !entityIds(intent).includes(textAt(intent, at)),
})

/** Binds a component to something that the data model doesn't hold. */
export const wrongBind = (
  spell: (bind: string, intent: DesignIntent, random: Random) => string | null,
): Planter => ({
  plant(intent, random) {
    const mention = pickOrNull(mentionsInBinds(intent), random)
    const wrong = mention && spell(mention.id, intent, random)
    if (mention === null || wrong === null || resolves(intent, wrong)) return null
    mention.put(wrong)
    return { intent, pointers: aroundMention(mention.at) }
  },
  holds: (intent, at) => textAt(intent, at) !== '' && !resolves(intent, textAt(intent, at)),
})

const resolves = (intent: DesignIntent, bind: string): boolean =>
  intent.dataModel.entities.some(({ id, attributes }) =>
    attributes.some(({ name }) => `${id}.${name}` === bind),
  )

const parts = (bind: string): readonly [string, string] => {
  const dot = bind.lastIndexOf('.')
  return [bind.slice(0, dot), bind.slice(dot + 1)]
}

function dropBinds(components: Component[], which: (bind: string) => boolean): void {
  for (const one of components) {
    const left = one.binds?.filter((bind) => !which(bind)) ?? []
    if (left.length > 0) one.binds = left
    else delete one.binds
  }
}

const strangers = [
  'loyalty voucher',
  'tax return',
  'insurance policy',
  'fishing permit',
  'warranty',
]

const between = (indexes: readonly number[]): readonly string[] =>
  indexes.flatMap((index) => [
    `/dataModel/relationships/${index}`,
    `/dataModel/relationships/${index}/from`,
    `/dataModel/relationships/${index}/to`,
    `/dataModel/relationships/${index}/description`,
    `/dataModel/relationships/${index}/cardinality`,
  ])

const pairs = (intent: DesignIntent, at: string): number => {
  const relationships = intent.dataModel.relationships
  const one = relationships[indexIn(at, 'relationships')]
  if (one === undefined || one.from === one.to) return 0
  return relationships.filter(
    (other) =>
      (other.from === one.from && other.to === one.to) ||
      (other.from === one.to && other.to === one.from),
  ).length
}

const unused = (intent: DesignIntent, at: string): boolean => {
  const entity = intent.dataModel.entities[indexIn(at, 'entities')]
  return entity !== undefined && !mentionsOfEntities(intent).some(({ id }) => id === entity.id)
}

export const dataModelIntegrity = defectsOf('dataModelIntegrity', {
  'entity-unused-added': {
    plant(intent, random) {
      const [id, name] = pick(
        [
          ['audit-entry', 'Audit entry'],
          ['newsletter', 'Newsletter'],
          ['parkingSpace', 'Parking space'],
          ['discount_code', 'Discount code'],
        ] as const,
        random,
      )
      const to = pick(entityIds(intent), random)
      const index = intent.dataModel.entities.push({
        id,
        name,
        attributes: [
          { name: 'label', type: 'string', required: true },
          { name: 'validUntil', type: 'date' },
        ],
      })
      intent.dataModel.relationships.push({ from: id, to, cardinality: 'one-to-many' })
      return { intent, pointers: entityAt(index - 1) }
    },
    holds: unused,
  },
  'entity-unused-left-behind': {
    plant(intent, random) {
      const entity = pick(intent.dataModel.entities, random)
      for (const { step } of stepsOf(intent)) {
        const left = step.entityIds?.filter((id) => id !== entity.id) ?? []
        if (left.length > 0) step.entityIds = left
        else delete step.entityIds
      }
      // what a part in a flow shows is in use as well
      dropBinds(intent.components, (bind) => parts(bind)[0] === entity.id)
      return { intent, pointers: entityAt(intent.dataModel.entities.indexOf(entity)) }
    },
    holds: unused,
  },
  'duplicate-entity-id': sameAs('/dataModel/entities', 'id', ({ dataModel }) => dataModel.entities),
  'duplicate-entity-name': sameAs(
    '/dataModel/entities',
    'name',
    ({ dataModel }) => dataModel.entities,
  ),
  'flow-without-entities': {
    plant(intent, random) {
      const flow = pick(intent.userFlows, random)
      const shown = new Set(
        flow.steps.flatMap(({ componentIds: ids }) =>
          ids.flatMap((id) => [id, ...insideOf(intent, id)]),
        ),
      )
      for (const step of flow.steps) delete step.entityIds
      // a part that shows an entity would bring it into the flow
      dropBinds(
        intent.components.filter(({ id }) => shown.has(id)),
        () => true,
      )
      const at = `/userFlows/${intent.userFlows.indexOf(flow)}`
      const steps = flow.steps.flatMap((_, index) => [
        `${at}/steps/${index}`,
        `${at}/steps/${index}/entityIds`,
        `${at}/steps/${index}/action`,
      ])
      return { intent, pointers: [at, `${at}/steps`, ...steps] }
    },
    holds: (intent, at) =>
      intent.userFlows[indexIn(at, 'userFlows')]?.steps.every(
        ({ entityIds: named = [] }) => named.length === 0,
      ) ?? false,
  },
  'saves-what-no-entity-holds': {
    plant(intent, random) {
      const { step, flow, f, s } = pick(stepsOf(intent), random)
      const who = flow.actor?.toLowerCase() ?? 'person'
      const noun = pick(strangers, random)
      const verb = pick(['saves', 'stores', 'records', 'creates', 'updates', 'registers'], random)
      flow.steps.splice(s + 1, 0, {
        id: `${step.id}-keep`,
        action: `The ${who} ${verb} the ${noun}`,
        componentIds: [...step.componentIds],
      })
      const at = `/userFlows/${f}/steps/${s + 1}`
      return { intent, pointers: [`${at}/action`, at, `${at}/entityIds`, `/userFlows/${f}`] }
    },
    holds: (intent, at) => {
      const noun = strangers.find((word) => textAt(intent, at).endsWith(word))
      const model = JSON.stringify(intent.dataModel).toLowerCase()
      return noun !== undefined && !model.includes(noun)
    },
  },
  'relationship-from-nowhere': missingEnd('from', (_id, _intent, random) =>
    pick(['warehouse', 'Account', 'org_unit', 'e77'], random),
  ),
  'relationship-to-nowhere': missingEnd('to', (_id, _intent, random) =>
    pick(['invoice', 'Tag', 'cost_item', 'e88'], random),
  ),
  'relationship-end-typo': missingEnd(null, (id, _intent, random) => typo(id, random)),
  'relationship-end-case': missingEnd(null, (id) =>
    id === capital(id) ? id.toLowerCase() : capital(id),
  ),
  'relationship-end-is-component': missingEnd(null, (_id, intent, random) =>
    pick(componentIds(intent), random),
  ),
  'relationship-repeated': {
    plant(intent, random) {
      const list = intent.dataModel.relationships
      const first = Math.floor(random() * list.length)
      if (list[first]!.from === list[first]!.to) return null
      const last = list.push(structuredClone(list[first]!)) - 1
      return { intent, pointers: between([last, first]) }
    },
    holds: (intent, at) => pairs(intent, at) > 1,
  },
  'relationship-reversed': {
    plant(intent, random) {
      const list = intent.dataModel.relationships
      const first = Math.floor(random() * list.length)
      const { from, to, ...rest } = structuredClone(list[first]!)
      if (from === to) return null
      const last = list.push({ from: to, to: from, ...rest }) - 1
      return { intent, pointers: between([last, first]) }
    },
    holds: (intent, at) => pairs(intent, at) > 1,
  },
  'duplicate-attribute': {
    plant(intent, random) {
      const { entity, attribute, e, a } = pick(attributesOf(intent), random)
      const last = entity.attributes.push(structuredClone(attribute)) - 1
      const at = `/dataModel/entities/${e}/attributes`
      return {
        intent,
        pointers: [
          `${at}/${last}/name`,
          `${at}/${last}`,
          `${at}/${a}`,
          `${at}/${a}/name`,
          `/dataModel/entities/${e}`,
          at,
        ],
      }
    },
    holds: (intent, at) => {
      const { attributes = [] } = intent.dataModel.entities[indexIn(at, 'entities')] ?? {}
      return attributes.filter(({ name }) => name === textAt(intent, at)).length > 1
    },
  },
  'date-name-other-type': contradicting(
    /(?:At|On|Date|dateOfBirth)$/,
    ['boolean', 'list', 'reference'],
    ['createdAt', 'birthDate', 'updatedAt', 'dueDate', 'expiresOn'],
  ),
  'flag-name-other-type': contradicting(
    /^(?:is|has)[A-Z]/,
    ['date', 'number', 'list', 'reference'],
    ['isActive', 'hasChildren', 'isArchived', 'isVisible'],
  ),
  'number-name-other-type': contradicting(
    /(?:[aA]mount|price|total|quantity|weight|[cC]ount|minutes|seconds|Fee)$/,
    ['boolean', 'date', 'reference'],
    ['price', 'quantity', 'totalAmount', 'itemCount', 'weight'],
  ),
  'text-name-other-type': contradicting(
    /^(?:name|title|email|firstName|lastName|\w+Name)$/,
    ['boolean', 'date'],
    ['email', 'firstName', 'lastName', 'displayName'],
  ),
  'reference-to-nowhere': {
    plant(intent, random) {
      const name = pick(['warehouseId', 'supplier', 'tenant_id', 'departmentId', 'vendor'], random)
      const at = addAttribute(intent, { name, type: 'reference', required: true }, random)
      return { intent, pointers: [`${at}/name`, ...attributeAt(at)] }
    },
    holds: (intent, at) => {
      const target = textAt(intent, at).replace(/_?id$/i, '').toLowerCase()
      return (
        /^(?:warehouse|supplier|tenant|department|vendor)$/.test(target) &&
        !intent.dataModel.entities.some(
          ({ id, name }) => id.toLowerCase() === target || name.toLowerCase() === target,
        )
      )
    },
  },
  'bind-unknown-attribute': wrongBind((bind, _intent, random) => {
    const other = pick(['colour', 'createdBy', 'nickname', 'priority', 'summary'], random)
    return `${parts(bind)[0]}.${other}`
  }),
  'bind-attribute-typo': wrongBind((bind, _intent, random) => {
    const [entity, attribute] = parts(bind)
    return `${entity}.${typo(attribute, random)}`
  }),
  'bind-unknown-entity': wrongBind(
    (bind, _intent, random) =>
      `${pick(['profile', 'Settings', 'basket', 'e55'], random)}.${parts(bind)[1]}`,
  ),
  'bind-by-entity-name': wrongBind((bind, intent) => {
    const [entity, attribute] = parts(bind)
    const name = intent.dataModel.entities.find(({ id }) => id === entity)?.name
    return name === undefined ? null : `${name}.${attribute}`
  }),
})
