import type { DesignModel } from './design-model.ts'
import { stemsOf } from './prose.ts'
import type { DesignRule, Seen } from './rule.ts'
import { oneOf } from './spot.ts'

const always =
  'foo bar baz qux thing stuff misc untitled unnamed new my test temp tmp dummy sample example placeholder xxx abc asdf'
const stemmed = (words: string): ReadonlySet<string> => new Set(words.split(' ').flatMap(stemsOf))

const emptyNames = {
  component: stemmed(
    `${always} component view page screen container control data utility item element widget box block object module part button field`,
  ),
  flow: stemmed(
    `${always} flow process workflow scenario case use user main default basic step steps`,
  ),
  entity: stemmed(`${always} entity data model table info information entry`),
  attribute: stemmed(`${always} field attribute attr column prop property data`),
  title: stemmed(`${always} feature title design project app application document`),
  id: oneOf(
    'foo bar foo-bar test-feature my-feature feature new-feature feature-1 feature-2 untitled placeholder xxx abc asdf sample example feature-name feature-id my-app',
  ),
}

/** A name of which nothing remains without numbers and the words every such thing could be called by. */
function saysNothing(name: string, empty: ReadonlySet<string>): boolean {
  const words = stemsOf(name)
    .flatMap((word) => word.split(/\d+/))
    .filter((word) => word !== '')
  if (words.length === 0) return /^[\d\s]+$/.test(name)
  return (
    words.some((word) => empty.has(word)) &&
    words.every((word) => empty.has(word) || word.length === 1)
  )
}

/** One word that is a fair name in one trade or another, such as the entity Test of a laboratory. */
const fairAlone = oneOf(
  'test sample example item object part data bar information entry model table block box process button field value property module case element',
)

const namesNothing = ({ intent }: DesignModel): readonly Seen[] => {
  const seen = (path: string, name: string, empty: ReadonlySet<string>): readonly Seen[] => {
    const lower = name.trim().toLowerCase()
    const fair =
      fairAlone.has(lower) && !path.startsWith('/components') && !path.startsWith('/userFlows')
    return saysNothing(name, empty) && !(fair && lower !== 'data')
      ? [{ path, message: `the name "${name.slice(0, 40)}" says nothing about what it is` }]
      : []
  }
  return [
    ...(intent.title === undefined ? [] : seen('/title', intent.title, emptyNames.title)),
    ...intent.components.flatMap(({ name }, index) =>
      seen(`/components/${index}/name`, name, emptyNames.component),
    ),
    ...intent.userFlows.flatMap(({ name }, index) =>
      seen(`/userFlows/${index}/name`, name, emptyNames.flow),
    ),
    ...intent.dataModel.entities.flatMap(({ name, attributes }, index) => [
      ...seen(`/dataModel/entities/${index}/name`, name, emptyNames.entity),
      ...attributes.flatMap((attribute, place) =>
        seen(
          `/dataModel/entities/${index}/attributes/${place}/name`,
          attribute.name,
          emptyNames.attribute,
        ),
      ),
    ]),
    ...(emptyNames.id.has(intent.featureId)
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
  {
    id: 'clarity/empty-name',
    dimension: 'clarity',
    severity: 'warning',
    about: 'Names say what a thing is.',
    example: {
      bad: '"Component1", "Flow 2", "Thing"',
      better: '"Seat map", "Book a seat", "Booking"',
    },
    over: 'intent',
    run: namesNothing,
  },
]
