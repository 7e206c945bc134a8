import type { Attribute, DesignIntent } from '../../../../checks/design/intent.ts'
import { changeComponent, changeEntity, componentIds, entityIds } from '../edit/edit-intent.ts'
import { componentsFor, viewFor } from '../edit/match-words.ts'
import { limits } from '../limits.ts'
import { typeFromName } from '../read/attribute-types.ts'
import type { AttributeFact } from '../read/facts.ts'
import { lookupIn, relationshipsIn } from '../read/relationships.ts'
import { asSentence, cut, uncapitalised } from '../text/plain-text.ts'
import { idsFor, spoken, title } from '../text/names.ts'
import { singular } from '../text/words.ts'
import type { Applied, CommandOf } from './commands.ts'
import { findTarget, nameOf, unquoted } from './find-target.ts'

export function addGoal(intent: DesignIntent, { text }: CommandOf<'add-goal'>): Applied | null {
  const goal = cut(asSentence(unquoted(text)))
  if (goal === '' || intent.goals.includes(goal) || intent.goals.length >= limits.goals) return null
  return { intent: { ...intent, goals: [...intent.goals, goal] }, note: `Added the goal: ${goal}` }
}

export function addAttribute(
  intent: DesignIntent,
  { entity, attribute }: CommandOf<'add-attribute'>,
): Applied | null {
  const target = findTarget(intent, entity, ['entity'])
  const owner = target?.kind === 'entity' ? intent.dataModel.entities[target.index] : undefined
  if (
    target?.kind !== 'entity' ||
    owner === undefined ||
    owner.attributes.length >= limits.attributes
  )
    return null
  const known = owner.attributes.some(({ name }) => spoken(name) === spoken(attribute.name))
  if (known) return { intent, note: `${owner.name} has the attribute ${attribute.name} already.` }
  const made = attributeFrom(attribute, intent)
  return {
    intent: changeEntity(intent, target.index, (each) => ({
      ...each,
      attributes: [...each.attributes, made],
    })),
    note: `Added the attribute ${made.name} (${made.type}) to ${owner.name}.`,
  }
}

function attributeFrom(fact: AttributeFact, intent: DesignIntent): Attribute {
  const points = findTarget(intent, spoken(fact.name).replace(/ (?:id|ref)$/, ''), ['entity'])
  return {
    name: fact.name,
    type: fact.type ?? (points === null ? typeFromName(fact.name) : 'reference'),
    ...(fact.required === undefined ? {} : { required: fact.required }),
    ...(fact.description === '' ? {} : { description: fact.description }),
  }
}

export function addEntity(
  intent: DesignIntent,
  { name, attributes }: CommandOf<'add-entity'>,
): Applied | null {
  const called = title(singular(unquoted(name)), 60)
  if (called === '' || intent.dataModel.entities.length >= limits.entities) return null
  if (findTarget(intent, called, ['entity']) !== null)
    return { intent, note: `There is an entity ${called} already.` }
  const id = idsFor('entity', entityIds(intent))(called)
  const own =
    attributes.length > 0
      ? attributes.map((fact) => attributeFrom(fact, intent))
      : [{ name: 'id', type: 'string' as const, required: true }]
  const { dataModel } = intent
  return {
    intent: {
      ...intent,
      dataModel: {
        ...dataModel,
        entities: [...dataModel.entities, { id, name: called, attributes: own }],
      },
    },
    note: `Added the entity ${called}.`,
  }
}

export function addComponent(
  intent: DesignIntent,
  command: CommandOf<'add-component'>,
): Applied | null {
  const called = title(unquoted(command.name), 60)
  if (called === '' || intent.components.length >= limits.components) return null
  const on = command.on === '' ? null : findTarget(intent, command.on, ['component'])
  if (command.on !== '' && on === null) return null
  const known = intent.components.find(({ name }) => name.toLowerCase() === called.toLowerCase())
  if (known !== undefined) return { intent, note: `There is a component "${called}" already.` }
  const id = idsFor('component', componentIds(intent))(called)
  const told = asSentence(command.description)
  const holder = on === null ? '' : nameOf(intent, on)
  const description = told || `${called}${holder === '' ? '' : ` on the ${uncapitalised(holder)}`}.`
  const made = {
    ...intent,
    components: [...intent.components, { id, name: called, type: command.type, description }],
  }
  const placed =
    on?.kind === 'component'
      ? changeComponent(made, on.index, (each) => ({
          ...each,
          children: [...(each.children ?? []), id],
        }))
      : made
  return {
    intent: placed,
    note: `Added the ${command.type} "${called}"${holder === '' ? '' : ` to ${holder}`}.`,
  }
}

export function react(
  intent: DesignIntent,
  { trigger, response, states }: CommandOf<'react'>,
): Applied | null {
  if (
    intent.interactions.length >= limits.interactions ||
    intent.interactions.some((each) => each.trigger === trigger)
  )
    return null
  const named = componentsFor(intent, `${trigger} ${response}`)
  const id = idsFor(
    'interaction',
    intent.interactions.map((each) => each.id),
  )(trigger.split(' ').slice(0, 8).join(' '))
  const componentIdsOf = named.length > 0 ? [...named] : [viewFor(intent, `${trigger} ${response}`)]
  const made = {
    id,
    trigger,
    response,
    componentIds: componentIdsOf,
    ...(states.length === 0 ? {} : { states: [...states] }),
  }
  return {
    intent: { ...intent, interactions: [...intent.interactions, made] },
    note: `Added the interaction: ${trigger} ${response}`,
  }
}

export function relate(intent: DesignIntent, { text }: CommandOf<'relate'>): Applied | null {
  const { entities, relationships } = intent.dataModel
  const idOf = (name: string) => entities.find((entity) => entity.name === name)?.id
  const found = relationshipsIn(text, lookupIn(entities.map(({ name }) => name)))
  const added = found.flatMap(({ from, to, cardinality, description }) => {
    const [one, other] = [idOf(from), idOf(to)]
    return one === undefined || other === undefined
      ? []
      : [{ from: one, to: other, cardinality, description }]
  })
  if (added.length === 0) return null
  const isNew = (each: { readonly from: string; readonly to: string }) =>
    !added.some(
      ({ from, to }) =>
        (from === each.from && to === each.to) || (from === each.to && to === each.from),
    )
  const kept = [...relationships.filter(isNew), ...added].slice(0, limits.relationships)
  return {
    intent: { ...intent, dataModel: { entities, relationships: kept } },
    note: `Noted: ${asSentence(text)}`,
  }
}
