import type { DesignIntent } from '../../src/checks/design/intent.ts'
import {
  attributesOf,
  componentIds,
  endsOfRelationships,
  entityIds,
  insideOf,
  mentionsInBinds,
  mentionsInInteractions,
  mentionsInSteps,
  mentionsOfComponents,
  mentionsOfEntities,
} from './plant.ts'

const twice = (items: readonly string[]): readonly string[] =>
  items.filter((item, index) => items.indexOf(item) !== index)

const strangers = (
  what: string,
  mentions: readonly { readonly at: string; readonly id: string }[],
  known: readonly string[],
): readonly string[] =>
  mentions.filter(({ id }) => !known.includes(id)).map(({ at, id }) => `${what} ${id} at ${at}`)

/**
 * What is structurally wrong with a design that is meant to be good. It guards the bases and the
 * harmless changes against slips of their author; it judges no wording and no critic uses it.
 */
export function flaws(intent: DesignIntent): readonly string[] {
  const parts = componentIds(intent)
  const entities = entityIds(intent)
  const used = new Set(
    [...mentionsInSteps(intent), ...mentionsInInteractions(intent)].map(({ id }) => id),
  )
  const reached = new Set([...used].flatMap((id) => [id, ...insideOf(intent, id)]))
  const binds = attributesOf(intent).map(
    ({ entity, attribute }) => `${entity.id}.${attribute.name}`,
  )
  const handled = mentionsInInteractions(intent).map(({ id }) => id)
  const named = mentionsOfEntities(intent).map(({ id }) => id)
  return [
    ...strangers('component', mentionsOfComponents(intent), parts),
    ...strangers(
      'entity',
      [...mentionsOfEntities(intent), ...endsOfRelationships(intent)],
      entities,
    ),
    ...strangers('bind', mentionsInBinds(intent), binds),
    ...twice([...parts, ...entities.map((id) => `entity ${id}`)]).map((id) => `twice: ${id}`),
    ...twice(intent.components.map(({ name }) => name.toLowerCase())).map((name) => `two ${name}`),
    ...twice(intent.components.map(({ description }) => description)),
    ...twice(intent.components.flatMap(({ children = [] }) => children)).map(
      (id) => `shared ${id}`,
    ),
    ...twice(binds).map((bind) => `two attributes ${bind}`),
    ...parts.filter((id) => !reached.has(id)).map((id) => `orphan ${id}`),
    ...parts.filter((id) => insideOf(intent, id).has(id)).map((id) => `inside itself: ${id}`),
    ...intent.components.flatMap(({ id, type, children = [] }) => [
      ...(type === 'control' && !handled.includes(id) ? [`no interaction for ${id}`] : []),
      ...(type === 'container' && children.length === 0 ? [`nothing in ${id}`] : []),
    ]),
    ...entities.filter((id) => !named.includes(id)).map((id) => `unused entity ${id}`),
    ...attributesOf(intent).flatMap(({ attribute, at }) =>
      attribute.type === 'enum' && attribute.description === undefined
        ? [`no values at ${at}`]
        : [],
    ),
    ...intent.userFlows.flatMap(({ id, steps }) => [
      ...(steps.length < 2 ? [`one step in ${id}`] : []),
      ...(steps.some(({ entityIds: list = [] }) => list.length > 0) ? [] : [`no entity in ${id}`]),
      ...twice(steps.map((step) => step.id)).map((step) => `step twice: ${step}`),
    ]),
    ...(intent.goals.length < 2 ? ['one goal'] : []),
  ]
}
