import { numberIn } from '../kit/number-words.ts'
import { type Answer, met, type Place, undecided } from './examine.ts'
import { commonGlue, stem } from './glue.ts'

/**
 * Whether the work says a sentence of the task: one place has all its words, however they end, the same
 * numbers, and turns it around as often; or the places of one section say its clauses. Nothing else is met
 * by it, and nothing is ever unmet by it.
 */
export function saidAt(sentence: string, places: readonly Place[]): Answer | null {
  if (asksForText.test(sentence)) return null
  const whole = wordsIn(plainly(sentence))
  if (whole.words.size < 2) return null
  const read = places.map(readPlace)
  const one = read.find((each) => isSaid(whole, each))
  if (one !== undefined) return met(`says so: "${shorten(one.place.text)}"`, one.place.where)
  const clauses = clausesOf(plainly(sentence))
  for (const section of sectionsOf(read)) {
    const found = clauses.map((clause) => section.find((each) => isSaid(clause, each)))
    if (clauses.length > 1 && found.every((each) => each !== undefined)) {
      const quotes = [...new Set(found.map(({ place }) => `"${shorten(place.text)}"`))]
      return met(`says so: ${quotes.join(', ')}`, found[0]?.place.where)
    }
  }
  return nearestTo(whole, read)
}

/** Without the number of a requirement, and without what it is good for. */
const plainly = (sentence: string): string =>
  sentence
    .replace(/^\W*(?:[A-Z]{1,5}-?\d+(?:\.\d+)*|\d+(?:\.\d+)+)(?:[.:)]|\s*\|)?\s+/, '')
    .replace(/,? (?:so that|in order to|because)\b.*$/i, '')

type Read = {
  readonly place: Place
  readonly above: ReadonlySet<string>
  readonly sentences: readonly Words[]
  readonly words: ReadonlySet<string>
}

function readPlace(place: Place): Read {
  const sentences = place.text.split(/(?<=[.;!?])\s+/).map(wordsIn)
  const above = wordsIn(place.under ?? '').words
  return {
    place,
    above,
    sentences,
    words: new Set([...above, ...sentences.flatMap(({ words }) => [...words])]),
  }
}

const missingIn = ({ words }: Words, read: Read): readonly string[] =>
  [...words].filter((word) => !read.words.has(word))

/** A "not" counts in the sentence that says it all, else wherever it stands beside one of the words. */
function isSaid(wanted: Words, read: Read): boolean {
  if (missingIn(wanted, read).length > 0) return false
  const own = [...wanted.words].filter((word) => !read.above.has(word))
  const alone = read.sentences.find(({ words }) => own.every((word) => words.has(word)))
  const telling = read.sentences.filter(({ words }) => own.some((word) => words.has(word)))
  const negations = (alone === undefined ? telling : [alone]).reduce(
    (sum, each) => sum + each.negations,
    0,
  )
  return negations % 2 === wanted.negations % 2
}

/** What commas, brackets and "and" part; a clause without a word of its own says nothing. */
const clausesOf = (sentence: string): readonly Words[] =>
  sentence
    .split(/[,;:()–—|](?=\s|$)|\s\(|\band\b/)
    .map(wordsIn)
    .filter(({ words }) => words.size > 0)

function sectionsOf(read: readonly Read[]): Iterable<readonly Read[]> {
  const inSection = read.filter(({ place }) => place.within !== undefined)
  return Map.groupBy(inSection, ({ place }) => place.within).values()
}

function nearestTo(wanted: Words, read: readonly Read[]): Answer | null {
  const ranked = read
    .map((each) => ({ place: each.place, missing: missingIn(wanted, each) }))
    .toSorted((one, other) => one.missing.length - other.missing.length)
  const [nearest] = ranked
  if (nearest === undefined || nearest.missing.length * 2 > wanted.words.size) return null
  const lacks =
    nearest.missing.length === 0
      ? 'but turns it around'
      : `where nothing speaks of ${nearest.missing.map((word) => `"${word}"`).join(', ')}`
  return undecided(
    `the nearest is "${shorten(nearest.place.text)}" (${nearest.place.where}), ${lacks}`,
  )
}

/** Who is asked to explain something is not done when the words of the request stand there. */
const asksForText =
  /\b(?:explain|describe|document|mention|list|cover|summari[sz]e|say|tell|introduce|section|paragraph|chapter|examples?|how|why|what|overview|instructions?)\b/i

const shorten = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > 120 ? `${plain.slice(0, 117)}...` : plain
}

const negators = new Set(
  'no not never none neither nor cannot nobody nothing nowhere without isn aren doesn don won can’t'.split(
    ' ',
  ),
)
const classes: Readonly<Record<string, string>> = {
  ...group('every', 'each every per all any always'),
  ...group('most', 'most maximum max maximal'),
  ...group('least', 'least minimum min minimal'),
  ...group('under', 'under below less fewer'),
  ...group('over', 'over above more exceed exceeds greater'),
  ...group('only', 'only solely exclusively'),
}

function group(name: string, words: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words.split(' ').map((word) => [word, name]))
}

/** Words that join what is said, and say nothing of their own. */
const joining = new Set(
  'when whenever if once while where then than system able allowed'.split(' '),
)

const bounds: readonly (readonly [RegExp, string])[] = [
  [/\b(?:up to|no more than|not more than)\b/gi, 'most'],
  [/\b(?:no fewer than|no less than|not less than)\b/gi, 'least'],
]

type Words = { readonly words: ReadonlySet<string>; readonly negations: number }

function wordsIn(text: string): Words {
  const words = new Set<string>()
  let negations = 0
  const split = bounds.reduce(
    (now, [bound, name]) => now.replace(bound, name),
    text.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 '),
  )
  for (const word of split.match(/\p{N}+(?:[.,]\p{N}+)*|\p{L}+/gu) ?? []) {
    const lower = word.toLowerCase()
    const known = classes[lower]
    if (negators.has(lower)) negations += 1
    else if (known !== undefined) words.add(known)
    else if (!joining.has(lower) && !commonGlue.has(lower) && !commonGlue.has(stem(lower)))
      words.add(numberIn(lower) ?? rootOf(lower))
  }
  return { words, negations }
}

/** The same for "cancel", "cancels", "cancelled" and "cancelling". */
function rootOf(word: string): string {
  const root = stem(word).replace(/(?:ing|ed|ly|ation|ion)$/, (ending) =>
    word.length - ending.length >= 3 ? '' : ending,
  )
  return root.replace(/(.)\1$/, '$1').replace(/(?<=..)[ey]$/, '')
}
