import { type DesignRule, type Seen, intentRule } from './rule.ts'
import { shared } from './coherence-ids.ts'
import type { DesignModel } from './design-model.ts'
import { folded } from './near-name.ts'
import { stemsOf } from './prose.ts'

const entityPath = (index: number): string => `/dataModel/entities/${index}`

/** Entities that steps name or components bind. */
function usedEntities({ intent, entityAt }: DesignModel): ReadonlySet<number> {
  const used = new Set<number>()
  const add = (id: string) => {
    const index = entityAt.get(id)
    if (index !== undefined) used.add(index)
  }
  for (const { steps } of intent.userFlows)
    for (const { entityIds } of steps) entityIds?.forEach(add)
  for (const { binds } of intent.components)
    for (const bind of binds ?? []) {
      add(bind.slice(0, Math.max(bind.indexOf('.'), 0)))
      add(bind.slice(0, Math.max(bind.lastIndexOf('.'), 0)))
    }
  return used
}

/** By entity: how many others a relationship or a reference ties it to. */
function ties(model: DesignModel): ReadonlySet<number> {
  const { entities, relationships } = model.intent.dataModel
  const tied = new Set<number>()
  for (const { from, to } of relationships)
    for (const end of [from, to]) {
      const index = model.entityAt.get(end)
      if (index !== undefined) tied.add(index)
    }
  const names = new Map(
    entities.flatMap(({ id, name }, index) =>
      [id, name].map((each) => [stemsOf(each).join(''), index] as const),
    ),
  )
  entities.forEach(({ attributes }, index) => {
    for (const { name, type } of attributes) {
      if (type !== 'reference' && type !== 'list' && type !== 'object') continue
      const target = names.get(stemsOf(name.replace(/(?:Ids?|_ids?)$/, '')).join(''))
      if (target !== undefined) tied.add(target)
      if (target !== undefined || type === 'reference') tied.add(index)
    }
  })
  return tied
}

/** Relationships do not count as a use: they say how things hang together, not what they are for. */
function unused(model: DesignModel): readonly Seen[] {
  const used = usedEntities(model)
  const actors = new Set(model.intent.userFlows.map(({ actor }) => folded(actor ?? '')))
  return model.intent.dataModel.entities.flatMap(({ id, name }, index) => {
    const known = model.entityAt.get(id) ?? index
    return used.has(known) || actors.has(folded(name))
      ? []
      : [
          {
            path: entityPath(index),
            message: `no step and no binding uses the entity "${id}"`,
          },
        ]
  })
}

function isolated(model: DesignModel): readonly Seen[] {
  const { entities, relationships } = model.intent.dataModel
  const [used, tied] = [usedEntities(model), ties(model)]
  if (entities.length < 3 || relationships.length === 0) return []
  const alone = entities.flatMap(({ id }, index) =>
    model.entityAt.get(id) === index && !tied.has(index) ? [{ id, index }] : [],
  )
  if (alone.length * 3 > entities.length) return []
  return alone
    .filter(({ index }) => used.has(index))
    .map(({ id, index }) => ({
      path: entityPath(index),
      message: `nothing relates the entity "${id}" to another, unlike the others`,
    }))
}

function unrelated({ intent }: DesignModel): readonly Seen[] {
  const { entities, relationships } = intent.dataModel
  return entities.length >= 2 && relationships.length === 0
    ? [
        {
          path: '/dataModel/relationships',
          message: `${entities.length} entities, but nothing says how they are related`,
        },
      ]
    : []
}

function repeatedEntities({ intent }: DesignModel): readonly Seen[] {
  const { entities } = intent.dataModel
  const named = entities.map(({ id, name, attributes }, index) => ({
    id,
    index,
    name: folded(name) || String(index),
    shape:
      attributes.length < 4
        ? String(index)
        : attributes
            .map(({ name: attribute, type }) => `${folded(attribute)}:${type}`)
            .toSorted()
            .join(),
  }))
  const names = shared(named, ({ name }) => name).flatMap(([first, ...rest]) =>
    rest.map(({ index }) => ({
      path: `${entityPath(index)}/name`,
      message: `is the name of the entity "${first?.id ?? ''}" too`,
    })),
  )
  const known = new Set(names.map(({ path }) => path))
  const shapes = shared(named, ({ shape }) => shape).flatMap(([first, ...rest]) =>
    rest
      .filter(({ index }) => !known.has(`${entityPath(index)}/name`))
      .map(({ index }) => ({
        path: entityPath(index),
        message: `has the very attributes of the entity "${first?.id ?? ''}"`,
      })),
  )
  return [...names, ...shapes]
}

export const entityRules: readonly DesignRule[] = [
  intentRule('data/unused-entity', unused),
  intentRule('data/isolated-entity', isolated),
  intentRule('data/no-relationships', unrelated),
  intentRule('data/repeated-entity', repeatedEntities),
]
