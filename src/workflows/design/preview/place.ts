import type { DesignIntent } from '../../../checks/design/intent.ts'
import { field, pointerParts } from '../../../kit/parse.ts'

export type Section = 'feature' | 'goals' | 'flows' | 'components' | 'data' | 'interactions'

/** What a finding is about: the pointer of a card or of a whole section, and words for people. */
export type Place = { readonly key: string; readonly section: Section; readonly label: string }

const sections: ReadonlyMap<string, readonly [section: Section, noun: string]> = new Map([
  ['goals', ['goals', 'Goal']],
  ['userFlows', ['flows', 'Flow']],
  ['steps', ['flows', 'Step']],
  ['components', ['components', 'Component']],
  ['dataModel', ['data', 'Data model']],
  ['entities', ['data', 'Entity']],
  ['relationships', ['data', 'Relationship']],
  ['interactions', ['interactions', 'Interaction']],
])

// the first that is in the design is what is meant
const cards = [
  /^\/userFlows\/\d+\/steps\/\d+(?=\/|$)/,
  /^\/(?:goals|userFlows|components|interactions)\/\d+(?=\/|$)/,
  /^\/dataModel\/(?:entities|relationships)\/\d+(?=\/|$)/,
]
const wholes =
  /^\/(?:goals|userFlows|components|interactions|dataModel(?:\/(?:entities|relationships))?)$/
const ofFeature = /^(?:\/(?:schemaVersion|featureId|version|title))?$/

const at = (intent: DesignIntent, pointer: string): unknown =>
  pointerParts(pointer).reduce<unknown>(field, intent)

/** Where a JSON pointer leads to, or null where it leads nowhere. */
export function placeOf(intent: DesignIntent, pointer: string): Place | null {
  if (ofFeature.test(pointer)) return { key: '', section: 'feature', label: 'Feature' }
  const key = cards
    .map((card) => card.exec(pointer)?.[0])
    .find((result) => result !== undefined && at(intent, result) !== undefined)
  if (key === undefined && !wholes.test(pointer)) return null
  const parts = pointerParts(key ?? pointer)
  const [section, noun] = sections.get(parts.at(key === undefined ? 0 : -2) ?? '') ?? [
    'feature',
    '',
  ]
  if (key === undefined) return { key: section, section, label: `All of ${section}` }
  const item = at(intent, key)
  const named = field(item, 'name') ?? field(item, 'id')
  const name = typeof named === 'string' ? named : `${Number(parts.at(-1)) + 1}`
  return { key, section, label: `${noun} ${name}` }
}
