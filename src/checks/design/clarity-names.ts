import { type DesignRule, type Seen, intentRule } from './rule.ts'
import { type DesignModel, oneOf } from './design-model.ts'
import { folded } from './near-name.ts'
import { carriesMeaning, stem, stemsOf } from './prose.ts'

const always =
  'foo baz qux thing stuff misc untitled unnamed dummy placeholder xxx abc asdf tmp tbd tba tbc todos'
const starting = 'new my test temp sample example some other another main default basic generic bar'
const stemmed = (words: string): ReadonlySet<string> => new Set(words.split(' ').flatMap(stemsOf))

/** Words that every thing of a kind could be called by. */
const kinds = {
  component: stemmed(
    'component view page screen container control data utility item element widget box block object module part button field panel section',
  ),
  flow: stemmed('flow process workflow scenario case use user step steps user-flow journey'),
  entity: stemmed('entity data model table info information object record entry'),
  attribute: stemmed('field attribute attr column prop property data value info'),
  title: stemmed('feature title design project app application document system'),
}
type Kind = keyof typeof kinds

const [never, starts] = [stemmed(always), stemmed(starting)]

/** Words of a kind that are fair names in one trade or another when they stand alone. */
const fairAlone: Readonly<Record<Kind, ReadonlySet<string>>> = {
  component: new Set(),
  flow: new Set(),
  entity: oneOf('model table object record entry'),
  attribute: oneOf('field column prop property value info'),
  title: new Set(),
}

const isEmptyWord = (word: string, kind: Kind): boolean =>
  never.has(word) || kinds[kind].has(word) || starts.has(word)

/** Whether nothing remains of a name without numbers and the words every such thing is called by. */
function saysNothing(name: string, kind: Kind): boolean {
  if (name.split(' ').length > 4) return false
  const [, opening = ''] = /^[^A-Za-z]*([A-Za-z][a-z]+)/.exec(name) ?? []
  // nearly every name begins with a word of its own, which ends the search
  if (
    opening !== '' &&
    !isEmptyWord(stem(opening.toLowerCase()), kind) &&
    carriesMeaning(opening.toLowerCase())
  )
    return false
  const words = stemsOf(name.replace(/\d+/g, ' '))
  const counted = /\d/.test(name) || words.some((word) => word.length === 1)
  const long = words.filter((word) => word.length > 1)
  if (long.length === 0) return words.length > 0 ? kind !== 'attribute' : /^[\d\s]+$/.test(name)
  if (long.every((word) => never.has(word))) return true
  if (!long.every((word) => isEmptyWord(word, kind))) return false
  if (counted || long.some((word) => never.has(word))) return true
  const [first = ''] = long
  if (long.length === 1)
    return kinds[kind].has(first) && !fairAlone[kind].has(name.trim().toLowerCase())
  return (
    starts.has(first) ||
    (kind === 'flow' && /^(?:flow|process|workflow|scenario|case)$/.test(last(name))) ||
    (kind === 'component' &&
      /^(?:component|element|widget|utility|container|control)$/.test(last(name)))
  )
}

const last = (name: string): string => name.trim().toLowerCase().split(/\s+/).at(-1) ?? ''

const placeIds = oneOf(
  'foo bar foo-bar my-feature feature new-feature feature-1 feature-2 untitled placeholder xxx abc asdf feature-name feature-id my-app test-feature some-feature tbd',
)
const vagueParts = oneOf('some various misc stuff thing things several whatever etc random')

const hasVaguePart = (name: string, kind: Kind): boolean =>
  (kind === 'attribute' || kind === 'entity') &&
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((part) => vagueParts.has(part))

function namesNothing({ intent }: DesignModel): readonly Seen[] {
  const things = new Set(
    intent.dataModel.entities.flatMap(({ id, name }) => [folded(id), folded(name)]),
  )
  const empty = new Map<string, boolean>()
  const isEmpty = (name: string, kind: Kind): boolean => {
    const known = empty.get(`${kind} ${name}`)
    if (known !== undefined) return known
    const answer = hasVaguePart(name, kind) || saysNothing(name, kind)
    empty.set(`${kind} ${name}`, answer)
    return answer
  }
  const seen = (path: string, name: string, kind: Kind): readonly Seen[] =>
    isEmpty(name, kind) && !(kind === 'attribute' && things.has(folded(name)))
      ? [{ path, message: `the name "${name.slice(0, 40)}" says nothing about what it is` }]
      : []
  return [
    ...(intent.title === undefined ? [] : seen('/title', intent.title, 'title')),
    ...intent.components.flatMap(({ name }, index) =>
      seen(`/components/${index}/name`, name, 'component'),
    ),
    ...intent.userFlows.flatMap(({ name }, index) =>
      seen(`/userFlows/${index}/name`, name, 'flow'),
    ),
    ...intent.dataModel.entities.flatMap(({ name, attributes }, index) => [
      ...seen(`/dataModel/entities/${index}/name`, name, 'entity'),
      ...attributes.flatMap((attribute, place) =>
        seen(`/dataModel/entities/${index}/attributes/${place}/name`, attribute.name, 'attribute'),
      ),
    ]),
    ...(placeIds.has(intent.featureId)
      ? [
          {
            path: '/featureId',
            message: `the id "${intent.featureId}" says nothing about the feature`,
          },
        ]
      : []),
  ]
}

export const clarityNameRules: readonly DesignRule[] = [
  intentRule('clarity/empty-name', namesNothing),
]
