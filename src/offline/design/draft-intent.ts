import { covers, wordsOf } from '../../checks/design/exam-words.ts'
import { AttributeType, type DesignIntent } from '../../checks/design/intent.ts'
import { type Facts, type FlowFact, readFacts, type ScreenFact } from './draft-facts.ts'

export type Drafted = { readonly intent: DesignIntent; readonly notes: readonly string[] }

const kebab = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'part'

/** Gives every name an id of its own. */
function ids() {
  const taken = new Set<string>()
  return (name: string): string => {
    const first = kebab(name)
    let id = first
    for (let number = 2; taken.has(id); number += 1) id = `${first}-${number}`
    taken.add(id)
    return id
  }
}

/**
 * A design of requirements that are written in forms a machine can read: who can do what, what is kept,
 * what happens when. It adds nothing of its own. Null where they name no flow or no data.
 */
export function draftIntent(requirements: string, featureId: string): Drafted | null {
  const facts = readFacts(requirements.slice(0, 200_000))
  if (facts.flows.length === 0 || facts.entities.length === 0) return null
  const entities = entitiesOf(facts)
  const components = componentsOf(facts)
  const stepId = ids()
  const flowId = ids()
  const goals = [facts.goals, facts.benefits, facts.flows.map(({ steps }) => steps[0] ?? '')].find(
    (list) => list.length > 0,
  )
  const intent: DesignIntent = {
    schemaVersion: '1.0.0',
    featureId,
    version: '1.0.0',
    ...(facts.title === '' ? {} : { title: facts.title.slice(0, 200) }),
    goals: [...(goals ?? [])].slice(0, 24),
    userFlows: facts.flows.slice(0, 60).map((flow) => ({
      id: flowId(flow.name),
      name: flow.name,
      ...(flow.actor === '' ? {} : { actor: flow.actor }),
      steps: flow.steps.slice(0, 30).map((step) => {
        const [action = '', outcome] = step.split(/\s*(?:→|->)\s*/)
        const used = entities.filter(({ name }) => covers(step, wordsOf(name)))
        return {
          id: stepId(action),
          action,
          componentIds: [...usedIn(step, flow, components)],
          ...(used.length === 0 ? {} : { entityIds: used.map(({ id }) => id) }),
          ...(outcome === undefined ? {} : { outcome }),
        }
      }),
    })),
    components: components.slice(0, 150).map((part) => {
      const { words: _, ...component } = part
      return component
    }),
    dataModel: { entities, relationships: [...relationshipsOf(facts, entities)] },
    interactions: facts.reactions.slice(0, 120).map(({ trigger, response }, at) => ({
      id: `reaction-${at + 1}`,
      trigger,
      response,
      componentIds: [...usedIn(`${trigger} ${response}`, null, components)],
    })),
  }
  return {
    intent,
    notes: facts.unread.slice(0, 60).map((sentence) => `not drafted: "${sentence}"`),
  }
}

type Entities = DesignIntent['dataModel']['entities']

function entitiesOf({ entities }: Facts): Entities {
  const id = ids()
  return entities.slice(0, 60).map(({ owner, fields }) => ({
    id: id(owner),
    name: owner,
    attributes: fields.slice(0, 40).map(({ name, type, required }) => {
      const values = /^one of (.+)$/.exec(type ?? '')?.[1]
      return {
        name: name.trim().replace(/[\s-]+/g, '_'),
        type: values === undefined ? (AttributeType.safeParse(type).data ?? 'string') : 'enum',
        ...(required === undefined ? {} : { required }),
        ...(values === undefined ? {} : { description: `One of ${values}` }),
      }
    }),
  }))
}

function relationshipsOf(
  { relations }: Facts,
  entities: Entities,
): DesignIntent['dataModel']['relationships'] {
  const result = new Map<string, DesignIntent['dataModel']['relationships'][number]>()
  const idOf = (name: string) => entities.find((each) => covers(each.name, wordsOf(name)))?.id
  for (const { from, to, isMany } of relations) {
    const [one, other] = [idOf(from), idOf(to)]
    if (one === undefined || other === undefined) continue
    const back = result.get(`${other} ${one}`)
    // many from both sides is many to many; one from the other side is what one-to-many says
    if (back !== undefined && isMany)
      result.set(`${other} ${one}`, { ...back, cardinality: 'many-to-many' })
    else if (back === undefined && isMany)
      result.set(`${one} ${other}`, { from: one, to: other, cardinality: 'one-to-many' })
    else if (back === undefined && !result.has(`${one} ${other}`))
      result.set(`${other} ${one}`, { from: other, to: one, cardinality: 'one-to-many' })
  }
  return [...result.values()].slice(0, 120)
}

type Part = DesignIntent['components'][number] & { readonly words: readonly string[] }

/** The screens a document names; without any, one for each flow, described by what is done there. */
function componentsOf({ screens, flows }: Facts): readonly Part[] {
  const id = ids()
  const own = (
    { name, description }: ScreenFact,
    type: Part['type'],
    children: readonly Part[],
  ): Part => ({
    id: id(name),
    name,
    type,
    description: description === '' ? name : description,
    ...(children.length === 0 ? {} : { children: children.map((child) => child.id) }),
    words: wordsOf(name),
  })
  if (screens.length > 0)
    return screens.flatMap((screen) => {
      const parts = screen.parts.map((part) => own(part, typeOf(part.name), []))
      return [own(screen, 'view', parts), ...parts]
    })
  return flows.map(({ name, actor, steps }) =>
    own(
      {
        name: actor === '' ? name : `${actor} view`,
        description:
          `Where this is done: ${steps.map((step) => step.replace(/\.$/, '')).join('; ')}`.slice(
            0,
            600,
          ),
        parts: [],
      },
      'view',
      [],
    ),
  )
}

const typeOf = (name: string): Part['type'] =>
  /\b(?:button|link|field|picker|toggle|menu|search|checkbox|upload|input)s?\b/i.test(name)
    ? 'control'
    : /\b(?:list|table|calendar|card|chart)s?\b/i.test(name)
      ? 'data'
      : 'container'

/** The components whose names a text holds; else the view of the flow, or the first of all. */
function usedIn(
  text: string,
  flow: FlowFact | null,
  components: readonly Part[],
): ReadonlySet<string> {
  const named = components.filter(({ words }) => words.length > 0 && covers(text, words))
  const home = components.find(({ name }) => flow !== null && name === `${flow.actor} view`)
  const near = home ?? closest(`${flow?.name ?? ''} ${text}`, components) ?? components[0]
  return new Set(named.length > 0 ? named.map(({ id }) => id) : near === undefined ? [] : [near.id])
}

function closest(text: string, components: readonly Part[]): Part | undefined {
  const words = new Set(wordsOf(text))
  const [best] = components
    .filter(({ type }) => type === 'view')
    .map((part) => ({
      part,
      shared: wordsOf(`${part.name} ${part.description}`).filter((word) => words.has(word)).length,
    }))
    .toSorted((one, other) => other.shared - one.shared)
  return best?.part
}
