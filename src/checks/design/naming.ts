import { type DesignModel, oneOf } from './design-model.ts'
import { folded } from './near-name.ts'
import type { Node, NodeKind } from './nodes.ts'
import { stemsOf } from './prose.ts'
import { type DesignRule, intentRule, type Seen } from './rule.ts'

const stemmed = (words: string): ReadonlySet<string> => new Set(words.split(' ').flatMap(stemsOf))

const never = stemmed(
  'foo baz qux thing stuff misc untitled unnamed dummy placeholder xxx abc asdf tmp tbd tba tbc todos some various several whatever random',
)
const starts = stemmed(
  'new my test temp sample example some other another main default basic generic bar',
)

/** Words that every thing of a kind could be called by. */
const kinds: Partial<Readonly<Record<NodeKind | 'title', ReadonlySet<string>>>> = {
  component: stemmed(
    'component view page screen container control data utility item element widget box block object module part button field panel section',
  ),
  flow: stemmed('flow process workflow scenario case use user step steps user-flow journey'),
  entity: stemmed('entity data model table info information object record entry'),
  attribute: stemmed('field attribute attr column prop property data value info'),
  title: stemmed('feature title design project app application document system'),
}

/** Words that are fair names in one trade or another when they stand alone. */
const fairAlone = oneOf('model table object record entry field column prop property value info')

/** Whether nothing remains of a name without numbers and the words every such thing is called by. */
function saysNothing(name: string, kind: NodeKind | 'title'): boolean {
  const own = kinds[kind]
  const words = stemsOf(name.replace(/\d+/g, ' ')).filter(
    (word, _, all) => word.length > 1 || all.length > 1,
  )
  const [first = '', ...rest] = words.filter((word) => word.length > 1)
  if (own === undefined || name.split(' ').length > 4) return false
  if (first === '') return words.length > 0 ? kind !== 'attribute' : /^[\d\s]+$/.test(name)
  const isEmpty = (word: string) => never.has(word) || own.has(word) || starts.has(word)
  if (![first, ...rest].every(isEmpty)) return false
  if (/\d/.test(name) || [first, ...rest].some((word) => never.has(word))) return true
  if (rest.length === 0)
    return (
      own.has(first) &&
      !(/^(?:entity|attribute)$/.test(kind) && fairAlone.has(name.trim().toLowerCase()))
    )
  return starts.has(first) || kind === 'flow'
}

const placeIds = oneOf(
  'foo bar foo-bar my-feature feature new-feature feature-1 feature-2 untitled placeholder xxx abc asdf feature-name feature-id my-app test-feature some-feature tbd',
)

function namesNothing({ intent, nodes }: DesignModel): readonly Seen[] {
  const things = new Set(
    intent.dataModel.entities.flatMap(({ id, name }) => [folded(id), folded(name)]),
  )
  const named = (kind: 'flow' | 'component' | 'entity' | 'attribute') =>
    nodes[kind].map(({ path, value }: Node<{ readonly name: string }>) => ({
      path: `${path}/name`,
      name: value.name,
      kind,
    }))
  const names = [
    ...(intent.title === undefined
      ? []
      : [{ path: '/title', name: intent.title, kind: 'title' as const }]),
    ...named('flow'),
    ...named('component'),
    ...named('entity'),
    ...named('attribute'),
  ]
  const empty = names.filter(
    ({ name, kind }) =>
      saysNothing(name, kind) && !(kind === 'attribute' && things.has(folded(name))),
  )
  const { featureId } = intent
  return [
    ...empty,
    ...(placeIds.has(featureId) ? [{ path: '/featureId', name: featureId }] : []),
  ].map(({ path, name }) => ({
    path,
    message: `the name "${name.slice(0, 40)}" says nothing about what it is`,
  }))
}

export const namingRules: readonly DesignRule[] = [intentRule('clarity/empty-name', namesNothing)]
