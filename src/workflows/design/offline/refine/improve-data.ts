import type { Attribute, DesignIntent } from '../../../../checks/design/intent.ts'
import { indexesOf } from '../edit/apply-edits.ts'
import { changeComponent, changeEntity, changeStep } from '../edit/edit-intent.ts'
import { entitiesFor } from '../edit/match-words.ts'
import { limits } from '../limits.ts'
import { attributeIn } from '../read/attributes.ts'
import { typeFromName } from '../read/attribute-types.ts'
import { enumerated } from '../text/sentences.ts'
import { spoken } from '../text/names.ts'
import { contentWords, coverage, everyWord } from '../text/words.ts'
import { eachOf } from './improver.ts'

/** An entity that nothing uses is joined to the steps and parts whose words name it. */
export const useEntities = eachOf(
  ['data/unused-entity', 'data/isolated-entity'],
  (intent, { path, ruleId }, around) => {
    const [index = -1] = indexesOf(path)
    const entity = intent.dataModel.entities[index]
    if (entity === undefined) return intent
    if (ruleId === 'data/isolated-entity') return relate(intent, index)
    const words = everyWord(entity.name)
    for (const [flow, { steps }] of intent.userFlows.entries())
      for (const [step, { action, outcome }] of steps.entries())
        if (coverage(words, everyWord(`${action} ${outcome ?? ''}`)) === 1)
          return changeStep(intent, { flow, step }, (each) => ({
            ...each,
            entityIds: [...new Set([...(each.entityIds ?? []), entity.id])],
          }))
    const part = intent.components.findIndex(
      ({ name, description }) => coverage(words, everyWord(`${name} ${description}`)) === 1,
    )
    const first = entity.attributes[0]
    if (part !== -1 && first !== undefined)
      return changeComponent(intent, part, (each) => ({
        ...each,
        binds: [...(each.binds ?? []), `${entity.id}.${first.name}`],
      }))
    around.notes.push(`No flow, screen or relationship speaks of ${entity.name}.`)
    return intent
  },
)

/** Relates an entity by an attribute that is named like another entity. */
function relate(intent: DesignIntent, index: number): DesignIntent {
  const { entities, relationships } = intent.dataModel
  const own = entities[index]
  if (own === undefined) return intent
  const target = entities.find(
    ({ id, name }) =>
      id !== own.id &&
      own.attributes.some(
        (each) => coverage(contentWords(name), contentWords(spoken(each.name))) === 1,
      ),
  )
  const owner = entities.find(
    ({ id, attributes }) =>
      id !== own.id &&
      attributes.some(
        (each) => coverage(contentWords(own.name), contentWords(spoken(each.name))) === 1,
      ),
  )
  const pair =
    target !== undefined
      ? { from: target.id, to: own.id }
      : owner === undefined
        ? null
        : { from: own.id, to: owner.id }
  if (pair === null) return intent
  return {
    ...intent,
    dataModel: {
      entities,
      relationships: [...relationships, { ...pair, cardinality: 'one-to-many' }],
    },
  }
}

/** Several entities and no word on how they are related: what they refer to by attributes is told. */
export const relateEntities = eachOf(['data/no-relationships'], (intent) =>
  intent.dataModel.entities.reduce((current, _, index) => relate(current, index), intent),
)

/** A list or a table shows attributes of the entity that its words, or the steps that use it, name. */
export const bindData = eachOf(['completeness/unbound-data'], (intent, { path }) => {
  const [index = -1] = indexesOf(path)
  const part = intent.components[index]
  if (part === undefined) return intent
  const steps = intent.userFlows
    .flatMap((flow) => flow.steps)
    .filter(({ componentIds }) => componentIds.includes(part.id))
  const [id] = [
    ...entitiesFor(intent, part.name),
    ...entitiesFor(intent, part.description),
    ...steps.flatMap(({ entityIds }) => entityIds ?? []),
  ]
  const entity = intent.dataModel.entities.find((each) => each.id === id)
  if (entity === undefined) return intent
  const said = contentWords(`${part.name} ${part.description}`)
  const named = entity.attributes.filter(
    ({ name }) => coverage(contentWords(spoken(name)), said) === 1,
  )
  const shown =
    named.length > 0
      ? named
      : entity.attributes.filter(({ type }) => type !== 'reference').slice(0, 1)
  const binds = shown.slice(0, limits.binds).map(({ name }) => `${entity.id}.${name}`)
  return binds.length === 0
    ? intent
    : changeComponent(intent, index, (each) => ({ ...each, binds }))
})

const enters =
  /\b(?:enters?|fills? in|types?(?: in)?|gives?|provides?|states?|chooses?|selects?|picks?|sets?|edits?|writes?|with)\s+((?:an?|the|their|its|his|her)\s.+?)(?:\s+(?:in|on|into|for|with|from|at|to|of)\s|[.;]|$)/gi

/** An entity with nothing but an id gets what the steps that use it have people enter. */
export const fillEntities = eachOf(['completeness/bare-entity'], (intent, { path }) => {
  const [index = -1] = indexesOf(path)
  const entity = intent.dataModel.entities[index]
  if (entity === undefined) return intent
  const texts = intent.userFlows
    .flatMap(({ steps }) => steps)
    .filter(({ entityIds }) => entityIds?.includes(entity.id))
    .map(({ action }) => action)
  const known = new Set(intent.dataModel.entities.map(({ name }) => spoken(name)))
  const found = texts
    .flatMap((text) => [...text.matchAll(enters)].flatMap((match) => enumerated(match[1] ?? '')))
    .flatMap((phrase) => attributeFrom(phrase, known))
  const names = new Set(entity.attributes.map(({ name }) => name))
  const added = found.filter(({ name }) => !names.has(name) && names.add(name))
  if (added.length === 0) return intent
  return changeEntity(intent, index, (each) => ({
    ...each,
    attributes: [...each.attributes, ...added].slice(0, limits.attributes),
  }))
})

function attributeFrom(phrase: string, known: ReadonlySet<string>): readonly Attribute[] {
  const fact = phrase.split(' ').length > 4 ? null : attributeIn(phrase)
  if (
    fact === null ||
    known.has(spoken(fact.name)) ||
    /(?:button|page|screen|form|list|link|view|menu|picker)$/i.test(fact.name)
  )
    return []
  return [{ name: fact.name, type: fact.type ?? typeFromName(fact.name) }]
}
