import { covered, type Spot, standsAt, wordAt } from './design-model.ts'
import { isName, type Prose } from './prose.ts'
import { type DesignRule, type Seen, textRule } from './rule.ts'
import lists from './vague-words.json' with { type: 'json' }

const mostInOneText = 5

type Lexicon = ReadonlyMap<string, readonly (readonly string[])[]>

/** Phrases by their first word, the longest first, so that "easy to use" is not reported as "easy". */
const lexicon = (...phrases: readonly string[]): Lexicon =>
  Map.groupBy(
    phrases.map((phrase) => phrase.split(' ')).toSorted((one, other) => other.length - one.length),
    ([first = '']) => first,
  )

const pairs = lists.pairs.flatMap(([firsts = '', seconds = '']) =>
  firsts
    .split(' ')
    .flatMap((first) =>
      seconds.split(' ').map((second) => `${first.replaceAll('-', ' ')} ${second}`),
    ),
)
const inNames = lexicon(...lists.anywhere.split('|'))
const ends = lists.ends.split('|')
const inSentences = lexicon(
  ...lists.anywhere.split('|'),
  ...lists.sentences.split('|'),
  ...pairs,
  ...ends,
)
const comparatives = lexicon(...lists.comparatives.split(' '))
const isCapital = (text: string | undefined): boolean => /^\p{Lu}/u.test(text ?? '')

function spotsIn(prose: Prose, words: Lexicon): readonly Spot[] {
  if (prose.kind === 'state' || prose.kind === 'actor') return []
  const spots: Spot[] = []
  for (let at = 0; at < prose.words.length && spots.length < mostInOneText; at += 1) {
    const word = prose.words[at]
    if (word === undefined || word.quoted) continue
    const phrase = words.get(word.lower)?.find((each) => standsAt(prose, at, each))
    if (phrase === undefined) continue
    const spot = { prose, at, length: phrase.length }
    // "Some Like It Hot": a capital that goes on in capitals is a title
    if (isCapital(word.raw) && (!word.first || isCapital(wordAt(spot, 1)?.raw))) continue
    const isOpen = ends.includes(phrase.join(' ')) && wordAt(spot, phrase.length) !== undefined
    if (!isOpen) spots.push(spot)
    at += phrase.length - 1
  }
  return spots
}

function vagueTerms(prose: Prose): readonly Seen[] {
  // "a firm has several contracts" is exact where it explains a relationship
  const isShort = isName(prose) || prose.kind === 'relationship-note'
  const found = [
    ...spotsIn(prose, isShort ? inNames : inSentences),
    ...(/\bthan\b/i.test(prose.text) || isShort ? [] : spotsIn(prose, comparatives)),
  ].map(covered)
  const either = /\band\s?\/\s?or\b/i.exec(prose.text)?.[0]
  return [
    ...[...found, ...(either === undefined ? [] : [either])].map((words) => ({
      path: prose.path,
      message: `"${words}" leaves open what is meant`,
    })),
    ...trailing(prose),
  ]
}

/** A sentence that trails off. Labels on the screen do so on purpose. */
function trailing(prose: Prose): readonly Seen[] {
  if (isName(prose) || !/\.\.|…/.test(prose.text)) return []
  const text = prose.text.replace(/"[^"]{0,120}"|“[^”]{0,120}”|‘[^’]{0,120}’|`[^`]{0,120}`/g, '')
  return /\p{L}[,)]?\s?(?:\.\.\.+|…)(?:\s|$)/u.test(text)
    ? [{ path: prose.path, message: 'trails off in dots, which leaves the rest to the reader' }]
    : []
}

export const clarityWordRules: readonly DesignRule[] = [textRule('clarity/vague-term', vagueTerms)]
