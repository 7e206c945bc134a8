import { FeatureId, type DesignIntent } from '../../../../checks/design/intent.ts'
import { limits } from '../limits.ts'
import type { Facts } from '../read/facts.ts'
import { asSentence, capitalised, cut } from '../text/plain-text.ts'
import { idsFor, kebab, title } from '../text/names.ts'
import { theActor, theirs, toldOf } from '../text/person.ts'
import { buildComponents, type Parts } from './build-components.ts'
import { buildData } from './build-entities.ts'
import { buildFlows } from './build-flows.ts'
import { buildInteractions } from './build-interactions.ts'
import type { DraftComponent, DraftFlow } from './draft.ts'
import { bindParts, housePartsByMention, wireFlows } from './wire.ts'

/** Puts the facts together: every reference resolves, every list is filled, nothing is longer than the schema lets it be. */
export function buildIntent(facts: Facts, featureId: string): DesignIntent {
  const data = buildData(facts)
  const parts = buildComponents(
    facts,
    data.entities.map(({ words }) => words),
  )
  const told = buildFlows(facts)
  const flows = told.length > 0 ? told : [onlyFlow(facts, featureId)]
  wireFlows(flows, parts, data.entities, facts.notes)
  housePartsByMention(parts)
  bindParts(parts, data.entities)
  const interactions = buildInteractions(facts, flows, parts)
  const intent: DesignIntent = {
    schemaVersion: '1.0.0',
    featureId: featureIdFrom(featureId),
    version: '1.0.0',
    ...(facts.title === '' ? {} : { title: cut(facts.title, 200) }),
    goals: [...goalsFrom(facts, featureId)],
    userFlows: userFlows(flows),
    components: parts.all.map(componentOf),
    dataModel: {
      entities: data.entities.map(({ id, name, attributes }) => ({ id, name, attributes })),
      relationships: data.relationships.map(({ description, ...ends }) =>
        description === '' ? ends : { ...ends, description: cut(description) },
      ),
    },
    interactions: [...interactions],
  }
  noteUnused(facts, intent, parts)
  return intent
}

function onlyFlow(facts: Facts, featureId: string): DraftFlow {
  facts.notes.push(
    'The document tells no story, scenario, requirement or flow; its sentences became one flow.',
  )
  const name = facts.title || capitalised(kebab(featureId).replaceAll('-', ' ')) || 'Feature'
  const told = facts.prose.filter(
    ({ kind, text }) => kind !== 'data' && /[\p{L}\d]/u.test(text) && text !== facts.title,
  )
  const texts = told.length === 0 ? [name] : told.slice(0, 12).map(({ text }) => text)
  for (const entry of told) entry.placed = true
  const steps = texts.map((text) => ({
    action: cut(asSentence(text)),
    outcome: '',
    componentIds: [],
    entityIds: [],
  }))
  return {
    name: title(name),
    actor: '',
    goal: '',
    isWish: false,
    steps: steps.filter(({ action }) => action !== ''),
  }
}

/** A feature id of whatever was given, so that the result always satisfies the schema. */
export function featureIdFrom(text: string): FeatureId {
  if (FeatureId.safeParse(text).success) return text
  const id = kebab(text).slice(0, 64).replace(/-$/, '')
  return id.length < 2 ? 'feature' : id
}

function goalsFrom(facts: Facts, featureId: string): readonly string[] {
  const stated = unique(facts.goals.map((goal) => cut(asSentence(goal))))
  if (stated.length > 0) return stated
  const benefits = unique(
    facts.stories
      .filter(({ benefit }) => benefit !== '')
      .map(({ actor, benefit }) => cut(asSentence(toldOf(capitalised(theActor(actor)), benefit)))),
  )
  if (benefits.length > 0) return benefits
  const flowGoals = unique(facts.flows.map(({ goal }) => cut(asSentence(goal))))
  if (flowGoals.length > 0) return flowGoals
  facts.notes.push(
    'The document states no goals and no benefits; what people can do stands in for them.',
  )
  const wishes = unique(
    facts.stories.map(({ actor, action }) =>
      cut(asSentence(`${capitalised(theActor(actor))} can ${theirs(action)}`)),
    ),
  )
  const first = facts.prose.find(
    ({ kind, text }) => kind === 'background' && text.split(' ').length > 3,
  )?.text
  const told = unique([...(first === undefined ? [] : [cut(asSentence(first))]), ...wishes]).slice(
    0,
    3,
  )
  return told.length > 0
    ? told
    : [asSentence(cut(facts.title)) || asSentence(featureIdFrom(featureId).replaceAll('-', ' '))]
}

const unique = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts.filter((text) => text !== ''))].slice(0, limits.goals)

function userFlows(flows: readonly DraftFlow[]): DesignIntent['userFlows'] {
  const id = idsFor('flow')
  return flows.map(({ name, actor, goal, steps }) => {
    const own = id(name)
    return {
      id: own,
      name,
      ...(actor === '' ? {} : { actor }),
      ...(goal === '' ? {} : { goal: cut(goal) }),
      steps: steps.map((step, index) => ({
        id: `${own}-step-${index + 1}`,
        action: step.action,
        componentIds: [...new Set(step.componentIds)],
        ...(step.entityIds.length === 0 ? {} : { entityIds: [...new Set(step.entityIds)] }),
        ...(step.outcome === '' ? {} : { outcome: step.outcome }),
      })),
    }
  })
}

const componentOf = (part: DraftComponent): DesignIntent['components'][number] => ({
  id: part.id,
  name: part.name,
  type: part.type,
  description: cut(part.sentences.join(' ')) || asSentence(part.name),
  ...(part.children.length === 0 ? {} : { children: part.children }),
  ...(part.binds.length === 0 ? {} : { binds: [...new Set(part.binds)] }),
})

const notable = new Set([
  'requirements',
  'rules',
  'criteria',
  'flows',
  'data',
  'stories',
  'screens',
])

function noteUnused(facts: Facts, intent: DesignIntent, parts: Parts): void {
  for (const { text, kind, placed } of facts.prose)
    if (!placed && notable.has(kind) && /\p{L}/u.test(text) && !text.endsWith(':'))
      facts.notes.push(`Could not place: ${cut(asSentence(text), 160)}`)
  const actors = new Set(intent.userFlows.map(({ actor }) => (actor ?? '').toLowerCase()))
  for (const actor of new Set(facts.actors))
    if (
      ![...actors].some(
        (known) => known !== '' && actor.toLowerCase().startsWith(known.slice(0, -1)),
      )
    )
      facts.notes.push(`No flow is told for ${actor}.`)
  if (parts.all.length >= limits.components)
    facts.notes.push(`Kept the first ${limits.components} components.`)
}
