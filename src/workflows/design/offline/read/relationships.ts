import type { Cardinality } from '../../../../checks/design/intent.ts'
import { asSentence, bare } from '../text/plain-text.ts'
import { enumerated } from '../text/sentences.ts'
import { kebab } from '../text/names.ts'
import { singular } from '../text/words.ts'
import type { RelationshipFact } from './facts.ts'

/** Finds the name of the entity a phrase means, or gives null. */
export type Lookup = (phrase: string) => string | null

const many =
  '(?:many|multiple|several|numerous|one or more|zero or more|one or several|any number of|a list of|a number of|at least one|more than one|up to \\d{1,4}|at most (?:[2-9]|\\d{2,4}|two|three|four|five|ten)|(?:two|three|four|five|ten|\\d{1,4})(?: or more)?|0\\.\\.n|0\\.\\.\\*|1\\.\\.n|1\\.\\.\\*|all (?:its|their|the))'
const single =
  '(?:exactly one|only one|at most one|a single|one single|precisely one|zero or one|one|its own|their own|an?|the)'
const counted = new RegExp(`^(.*?)\\b(${many}|${single})\\s+(.+)$`, 'i')
const isMany = new RegExp(`^${many}$`, 'i')
const belongs =
  /\b(?:belongs? to|is part of|are part of|is (?:for|made by|placed by|owned by|written by|created by|assigned to|linked to|attached to|filed under|of|submitted by|paid by)|refers? to|concerns?|comes from|points? to|is related to)\b/i
const has =
  /\b(?:has|have|had|contains?|owns?|holds?|includes?|consists? of|is made (?:up )?of|groups?|keeps?|carries|comprises?|covers?)\b/i

const named = '(one|many|1|n|m|\\*|0\\.\\.1|0\\.\\.\\*|1\\.\\.\\*|0\\.\\.n|1\\.\\.n)'
const spelt = new RegExp(
  `(?<![\\w.])${named}\\)?\\s*(?:-|–|—|:|/|→)?\\s*(?:to)?\\s*(?:-|–|—|:|/|→)?\\s*\\(?${named}(?![\\w.])`,
  'i',
)

/** Whether a line speaks of how many of one thing go with another. */
export const looksRelated = (text: string): boolean =>
  /\b(?:belongs? to|(?:one|many)[- ]to[- ](?:one|many)|(?:has|have|contains?|owns?|holds?|includes?)\s+(?:many|multiple|several|one or more|zero or more|any number|exactly one|at most one|at least one|a list of|up to \d))\b/i.test(
    text,
  ) || /(?:^|\s|\()[1nmNM*]\)?\s*(?:—|–|-|:|to|→)+\s*\(?[1nmNM*](?:\s|\)|$)|\d\.\.[*nN1]/.test(text)

/** The relationships of a sentence or a list item, between things that the lookup knows. */
export function relationshipsIn(
  text: string,
  lookup: Lookup,
  anyVerbCounts = true,
): readonly RelationshipFact[] {
  const said = bare(text).slice(0, 500)
  // what happens under a condition says nothing of how many there are
  if (/^(?:if|when(?:ever)?|while|once|after|unless|where|given|then)\b/i.test(said)) return []
  const written = byNotation(said, lookup)
  if (written.length > 0) return written
  return said
    .split(/,?\s+and\s+(?=(?:an?|each|every)\s)/i)
    .flatMap((clause) => inProse(clause, lookup, anyVerbCounts))
}

function byNotation(said: string, lookup: Lookup): readonly RelationshipFact[] {
  const mark = spelt.exec(said)
  const cardinality = mark === null ? null : cardinalityOf(mark[0])
  if (mark === null || cardinality === null) return []
  const rest = `${said.slice(0, mark.index)} ⋈ ${said.slice(mark.index + mark[0].length)}`
  const sides = rest.split(
    /\s*(?:⋈|↔|<->|→|->|=>|–|—|:|,|\(|\)|\s-\s|\bbetween\b|\band\b|\bto\b|\bwith\b|\bis\b|\bare\b|\bin a\b|\brelationship\b)\s*/i,
  )
  const found = [...new Set(sides.flatMap((side) => lookup(side) ?? []))]
  const [from, to] = found
  return from === undefined || to === undefined ? [] : [directed(from, to, cardinality, said)]
}

type Direction = Cardinality | 'many-to-one'

/** "1:n", "one-to-many", "n—m", "0..*" and their like. */
export function cardinalityOf(text: string): Direction | null {
  const match = spelt.exec(text)
  if (match === null) return null
  const side = (word: string) => (/^(?:one|1|0\.\.1)$/i.test(word) ? 'one' : 'many')
  const ends = `${side(match[1] ?? '')}-to-${side(match[2] ?? '')}`
  return ends === 'one-to-one' || ends === 'one-to-many' || ends === 'many-to-many'
    ? ends
    : 'many-to-one'
}

export function directed(
  from: string,
  to: string,
  cardinality: Direction,
  said: string,
): RelationshipFact {
  const description = asSentence(said)
  return cardinality === 'many-to-one'
    ? { from: to, to: from, cardinality: 'one-to-many', description }
    : { from, to, cardinality, description }
}

function inProse(
  said: string,
  lookup: Lookup,
  anyVerbCounts: boolean,
): readonly RelationshipFact[] {
  const belong = belongs.exec(said)
  const verb = belong ?? has.exec(said)
  if (verb === null) return anyVerbCounts ? anyVerb(said, lookup) : []
  const subject = said.slice(0, verb.index)
  const from = lookup(withoutModal(subject))
  if (from === null) return []
  const manyFrom = /^(?:many|several|multiple)\b/i.test(subject)
  return enumerated(said.slice(verb.index + verb[0].length)).flatMap((part) => {
    const count = counted.exec(part)
    const phrase = count?.[3] ?? part
    const to = lookup(headOf(phrase))
    if (to === null || to === from) return []
    const manyTo = count === null ? isPlural(phrase) : isMany.test(count[2] ?? '')
    const cardinality = belong === null ? hasMany(manyFrom, manyTo) : belongsTo(manyTo)
    return [directed(from, to, cardinality, said)]
  })
}

// "a member can borrow many tools": any verb will do when the count is spelt out
function anyVerb(said: string, lookup: Lookup): readonly RelationshipFact[] {
  const match = new RegExp(`^(.{2,60}?)\\s+(${many})\\s+([\\p{L} -]{2,50})`, 'iu').exec(said)
  if (match === null) return []
  const subject = withoutModal(match[1] ?? '').split(' ')
  const to = lookup(headOf(match[3] ?? ''))
  // the verb stands at the end of the subject; leave out a word or two until a name remains
  for (let length = subject.length; length > 0; length -= 1) {
    const from = lookup(subject.slice(0, length).join(' '))
    if (from !== null)
      return to === null || to === from ? [] : [directed(from, to, 'one-to-many', said)]
  }
  return []
}

// "tools at once" are tools, "hours before the visit" are hours
const headOf = (phrase: string): string =>
  phrase.replace(
    /\s+(?:who|that|which|when|if|in|on|at|from|per|only|each|of|and|for|but|before|after|until|within|with|without|by|to|as|over|during|can|may|is|are|has|have)\b.*$/i,
    '',
  )

const withoutModal = (text: string): string =>
  bare(
    text.replace(/\s+(?:can|may|must|should|will|shall|could|always|usually|only|also)\b.*$/i, ''),
  )

const isPlural = (phrase: string) =>
  singular(phrase.split(' ')[0] ?? '') !== (phrase.split(' ')[0] ?? '')

const hasMany = (manyFrom: boolean, manyTo: boolean): Direction => {
  if (manyFrom && manyTo) return 'many-to-many'
  return manyTo ? 'one-to-many' : 'one-to-one'
}

const belongsTo = (manyTo: boolean): Direction => (manyTo ? 'many-to-many' : 'many-to-one')

/** The entity a phrase means: the whole phrase, or its last words, in singular or plural. */
export function lookupIn(names: readonly string[]): Lookup {
  const known = new Map(names.map((name) => [kebab(singular(name)), name]))
  return (phrase) => {
    const words = bare(phrase)
      .replace(
        /^(?:an?|the|each|every|any|many|several|multiple|one|all|its|their|single|different)\s+/i,
        '',
      )
      .split(/\s+/)
      .slice(0, 8)
    for (let from = 0; from < words.length; from += 1) {
      const name = known.get(kebab(singular(words.slice(from).join(' '))))
      if (name !== undefined) return name
    }
    return null
  }
}

/** A table of relationships: from, to and how many. */
export function relationshipsInTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly RelationshipFact[] | null {
  const at = (pattern: RegExp) => header.findIndex((cell) => pattern.test(bare(cell)))
  const from = at(/^(?:from|source|entity(?: a| 1)?|parent|left|one)$/i)
  const to = header.findIndex(
    (cell, index) =>
      index !== from &&
      /^(?:to|target|entity(?: b| 2)?|child|right|related(?: entity| to)?|with|many)$/i.test(
        bare(cell),
      ),
  )
  const cardinality = at(/^(?:cardinality|relationship|relation|type|multiplicity|kind)$/i)
  if (from === -1 || to === -1 || cardinality === -1) return null
  const description = at(/^(?:description|notes?|meaning|comment)$/i)
  return rows.flatMap((row) => {
    const ends = cardinalityOf(row[cardinality] ?? '')
    const [one, other] = [bare(row[from] ?? ''), bare(row[to] ?? '')]
    if (ends === null || one === '' || other === '') return []
    return [
      directed(one, other, ends, row[description] || `${one} ${row[cardinality] ?? ''} ${other}`),
    ]
  })
}
