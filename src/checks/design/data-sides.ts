import { type DesignRule, type Seen, intentRule } from './rule.ts'
import { namePartsOf } from './attribute-types.ts'
import type { DesignModel } from './design-model.ts'
import type { Cardinality } from './intent.ts'
import { stemsOf } from './prose.ts'

const saysOne = /\b(?:exactly|only) one\b/i
const saysMany = /\b(?:has|have|holds|owns|contains) (?:many|several|a number of)\b/i
const bothSides = /\bmany\b.*\b(?:and|but)\b|\b(?:and|but) (?:each|every|a|an|one)\b/i

/** What a note says of a cardinality, where that is another than the one given. */
function contradiction(cardinality: Cardinality, note: string): string | null {
  if (cardinality === 'one-to-one' && saysMany.test(note) && !/\bat a time\b/i.test(note))
    return 'is one-to-one, but its description speaks of several'
  return cardinality === 'many-to-many' && saysOne.test(note) && !bothSides.test(note)
    ? 'is many-to-many, but its description speaks of exactly one'
    : null
}

const contradicted = ({ intent }: DesignModel): readonly Seen[] =>
  intent.dataModel.relationships.flatMap(({ cardinality, description = '' }, index) => {
    const message = contradiction(cardinality, description.slice(0, 300))
    return message === null
      ? []
      : [{ path: `/dataModel/relationships/${index}/cardinality`, message }]
  })

// taking very long names apart takes time, and none of them is the name of an entity
const longestName = 80

const keyOf = (name: string): string =>
  name.length > longestName
    ? name
    : stemsOf(
        namePartsOf(name)
          .filter((part) => !/^(?:id|ref|key)$/.test(part))
          .join(' '),
      ).join('')

/** A single reference from the one side can hold one of the many only. */
function wrongSides({ intent, entityAt }: DesignModel): readonly Seen[] {
  const { entities, relationships } = intent.dataModel
  const manyOf = new Map<string, Set<string>>()
  const between = new Map<string, number>()
  for (const { from, to, cardinality } of relationships) {
    const pair = [from, to].toSorted().join('\n')
    between.set(pair, (between.get(pair) ?? 0) + 1)
    if (cardinality !== 'one-to-many' || from === to || !entityAt.has(to)) continue
    manyOf.set(from, (manyOf.get(from) ?? new Set()).add(to))
  }
  return entities.flatMap(({ id, attributes }, entity) => {
    const many = new Map([...(manyOf.get(id) ?? [])].map((to) => [keyOf(to), to] as const))
    if (many.size === 0) return []
    return attributes.flatMap(({ name, type }, index) => {
      const to = type === 'reference' ? many.get(keyOf(name)) : undefined
      if (to === undefined || (between.get([id, to].toSorted().join('\n')) ?? 0) > 1) return []
      return [
        {
          path: `/dataModel/entities/${entity}/attributes/${index}`,
          message: `"${id}" has many of "${to}", but this refers to a single one`,
        },
      ]
    })
  })
}

export const sideRules: readonly DesignRule[] = [
  intentRule('data/cardinality-against-note', contradicted),
  intentRule('data/reference-on-wrong-side', wrongSides),
]
