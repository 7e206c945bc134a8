import { type DesignModel, type DesignRule, oneOf, type Seen } from './design-model.ts'
import { textsOf } from './prose.ts'

const keeping =
  /\b(?:saves?|stores?|creates?|registers?|records?|updates?|uploads?|archives?|adds?|deletes?|removes?|submits?|files?|enters?) (?:the|a|an|their|his|her|its|one|another|new)(?: new| own)? ((?:\p{Ll}[\p{L}-]+ ?){1,3})/gu

const small = oneOf(
  'and or of to in on at by for with from as into onto under over before after when while that which who if then so the a an is are was were until using via per without it its',
)
/** What anything can be called that is kept; these say nothing about the data model. */
const general = oneOf(
  'change changes form entry entries detail details data input list draft selection choice choices setting settings result results page record information file files copy item items line lines row rows version order step steps new number text word words name names amount line thing one same rest whole others day date time reason',
)

/** Words of every text, id and attribute, counted. */
function vocabulary({ intent }: DesignModel): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (text: string) => {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu))
      counts.set(singular(word), (counts.get(singular(word)) ?? 0) + 1)
  }
  const humped = (id: string) => id.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
  for (const { text } of textsOf(intent)) add(humped(text))
  for (const { id, attributes } of intent.dataModel.entities) {
    add(humped(id))
    for (const { name } of attributes) add(humped(name))
  }
  return counts
}

const singular = (word: string): string =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/(?<=[^su])s$/, '')

/**
 * What a step keeps must be known to the rest of the design. A thing that only this one sentence
 * speaks of is held by no entity, shown by no component and wanted by no goal.
 */
function unheldObjects(model: DesignModel): readonly Seen[] {
  let counts: ReadonlyMap<string, number> | undefined
  return model.intent.userFlows.flatMap(({ steps }, flow) =>
    steps.flatMap(({ action, outcome }, index): readonly Seen[] => {
      const object = objectOf(action)
      if (object === null) return []
      counts ??= vocabulary(model)
      const own = new Map<string, number>()
      for (const [word] of `${action} ${outcome ?? ''}`.toLowerCase().matchAll(/\p{L}+/gu))
        own.set(singular(word), (own.get(singular(word)) ?? 0) + 1)
      const known = counts
      const strange = object.every((word) => known.get(word) === own.get(word))
      return strange
        ? [
            {
              path: `/userFlows/${flow}/steps/${index}/action`,
              message: `keeps "${object.join(' ')}", which nothing else in the design knows`,
            },
          ]
        : []
    }),
  )
}

/** The words for what a sentence keeps, or null where it keeps nothing that could be an entity. */
function objectOf(action: string): readonly string[] | null {
  const [match] = (action.slice(0, 1).toLowerCase() + action.slice(1)).matchAll(keeping)
  const words = (match?.[1] ?? '').trim().split(/[ -]/)
  const end = words.findIndex((word) => small.has(word))
  const object = (end === -1 ? words : words.slice(0, end)).filter((word) => word !== '')
  if (object.length === 0 || object.some((word) => general.has(word))) return null
  return object.map(singular)
}

export const objectRules: readonly DesignRule[] = [
  {
    id: 'data/unheld-object',
    dimension: 'dataModelIntegrity',
    severity: 'warning',
    about: 'What a step creates, saves or changes is known to the rest of the design.',
    example: {
      bad: '"Saves the tax return" in a design of room bookings',
      better: '"Saves the booking"',
    },
    over: 'intent',
    run: unheldObjects,
  },
]
