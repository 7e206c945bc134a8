import type { EntityFact, Facts } from '../read/facts.ts'
import { partType } from '../read/parts.ts'
import { title } from '../text/names.ts'
import { singular } from '../text/words.ts'

const noThing = new Set(
  'way time day week month year moment minute hour person people user users place thing list page screen view button number name system app one other list order'.split(
    ' ',
  ),
)
const most = 3
// an article and what follows it, up to a word that ends the phrase; its last word is the thing
const nounPhrase =
  /\b(?:an?|my|their|each|every|the)\s+(?:[a-z-]{2,20}\s+){0,2}?([a-z]{3,20})\b(?=$|[,.;:]|\s(?:with|to|from|in|on|for|of|by|at|is|are|and|or|that|who|when|if|as|into|online|again|so|near|where|can|may|must|has|have|after|before)\b)/g

/** Where the document has no data section: the things its stories and flows speak of most. */
export function guessedEntities(facts: Facts): readonly EntityFact[] {
  const counts = new Map<string, number>()
  const actors = new Set(
    [...facts.actors, ...facts.stories.map(({ actor }) => actor)].map((name) =>
      singular(name.toLowerCase()),
    ),
  )
  const texts = [
    ...facts.stories.map(({ action }) => action),
    ...facts.flows.flatMap(({ steps }) => steps.map(({ action }) => action)),
    ...facts.prose.map(({ text }) => text),
  ]
  for (const text of texts)
    for (const match of text.matchAll(nounPhrase)) {
      const noun = singular(match[1] ?? '')
      if (noThing.has(noun) || actors.has(noun) || partType(noun) !== null) continue
      if (/(?:ly|ed|ing|able|ous|ful|ive|est|ic)$/.test(noun)) continue
      counts.set(noun, (counts.get(noun) ?? 0) + 1)
    }
  const repeated = [...counts].filter(([, count]) => count > 1)
  const found = (repeated.length > 0 ? repeated : [...counts]).sort(
    ([a, x], [b, y]) => y - x || (a < b ? -1 : 1),
  )
  const names = found.slice(0, most).map(([noun]) => title(noun))
  if (names.length === 0) {
    facts.notes.push('The document describes no data; a single record stands in for it.')
    return [{ name: 'Record', attributes: [] }]
  }
  facts.notes.push(
    `The document describes no data; what it speaks of most became entities: ${names.join(', ')}.`,
  )
  return names.map((name) => ({ name, attributes: [] }))
}
