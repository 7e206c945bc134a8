import { numberIn } from '../kit/number-words.ts'
import { type Answer, met, type Place, undecided } from './examine.ts'
import { commonGlue, stem } from './glue.ts'

/**
 * Whether the work says a sentence of the task: one place has all its words, however they end, the same
 * numbers in the same order, and turns it around as often; or the places of one section say its clauses.
 * Nothing else is met by it, and nothing is ever unmet by it. Who asks for an explanation needs a passage;
 * the words of the request alone are none.
 */
export function saidAt(
  sentence: string,
  places: readonly Place[],
  glue: ReadonlySet<string> = none,
): Answer | null {
  const spoken = sentence.replace(/\S+@\S+|https?:\S+/g, ' ')
  const explains = asksForPassage.test(spoken)
  const tells = asksForWords.test(spoken)
  const plain = plainly(sentence)
    .replace(explains || tells ? asks : /$^/, ' ')
    .replace(/\bper\b/gi, ' ')
  const fit = places.filter(({ kind }) =>
    explains ? kind === 'passage' : tells ? kind === 'prose' : kind !== 'passage',
  )
  const isProse = fit.some(({ kind }) => kind !== undefined)
  const own = isProse ? glue : none
  const whole = wordsIn(isProse ? tersely(plain) : plain, own)
  const isDenial = isProse && negationsFor(whole, whole) === 1
  if (whole.words.size < (explains || isDenial ? 1 : 2)) return null
  const read = fit.map(readPlace)
  const one = read.find((each) => isSaid(whole, each))
  if (one !== undefined) return met(`says so: "${shorten(one.place.text)}"`, one.place.where)
  const parts = partsOf(isProse ? tersely(plain) : plain, own)
  for (const section of sectionsOf(read)) {
    const found = parts.map((part) => section.find((each) => isSaid(part, each)))
    if (parts.length > 1 && found.every((each) => each !== undefined)) {
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

type Read = Words & {
  readonly place: Place
  readonly under: Words
  readonly sentences: readonly Words[]
}

const readPlace = (place: Place): Read => ({
  ...wordsIn(place.text, none),
  place,
  under: wordsIn(place.under ?? '', none),
  sentences: place.text.split(/(?<=[.;!?])\s+/).map((each) => wordsIn(each, none)),
})

const missingIn = ({ words }: Words, read: Read): readonly string[] =>
  [...words].filter((word) => !read.words.has(word) && !read.under.words.has(word))

/** A "not" counts in the sentence that says it all, else wherever it stands beside one of the words. */
function isSaid(wanted: Words, read: Read): boolean {
  if (missingIn(wanted, read).length > 0 || !numbersAgree(wanted, read)) return false
  const denials = negationsFor(wanted, wanted)
  const own = [...wanted.words].filter((word) => !read.under.words.has(word))
  // one word alone names a passage only in its heading
  if (read.place.kind === 'passage')
    return denials === 0 && (wanted.words.size > 1 || own.length === 0)
  if (denials === 1 && wanted.words.size === 1 && !isDenied(read, own[0] ?? '')) return false
  const alone = read.sentences.find(({ words }) => own.every((word) => words.has(word)))
  const telling = read.sentences.filter(({ words }) => own.some((word) => words.has(word)))
  const negations = (alone === undefined ? telling : [alone]).reduce(
    (sum, each) => sum + negationsFor(each, wanted),
    0,
  )
  return negations % 2 === denials % 2
}

/** "Dogs are not allowed", "no dogs": the negation stands right beside the word. */
function isDenied({ tokens }: Words, wanted: string): boolean {
  const at = tokens.findIndex(({ word }) => word === wanted)
  return tokens.slice(Math.max(0, at - 2), at + 4).some(({ raw }) => negators.has(raw))
}

/** What commas, brackets and "and" part; a part without a word of its own says nothing. */
const partsOf = (sentence: string, glue: ReadonlySet<string>): readonly Words[] =>
  sentence
    .split(/[,;:()–—|](?=\s|$)|\s\(|\band\b/)
    .map((part) => wordsIn(part, glue))
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
      : `where nothing speaks of ${nearest.missing.map((word) => `"${asWritten(wanted, word)}"`).join(', ')}`
  return undecided(
    `the nearest is "${shorten(nearest.place.text)}" (${nearest.place.where}), ${lacks}`,
  )
}

/** The word of the sentence, for people: roots are for comparing. */
const asWritten = ({ tokens }: Words, root: string): string =>
  tokens.find(({ word }) => word === root)?.raw ?? root

const none: ReadonlySet<string> = new Set()

/** Who is asked to explain something is not done when the words of the request stand there. */
const asksForPassage =
  /\b(?:explain|describe|document|cover|summari[sz]e|introduce|section|paragraph|chapter|examples?|how|why|what|overview|instructions?)(?:s|es|ing)?\b|(?<=\b(?:explain|describe|tell|say|show|document|and|on|about) )(?:when|where|whether)\b|^\s*(?:when|where) (?:to|and)\b/i
/** In a text that people read, saying it is doing it. */
const asksForWords = /\b(?:mention|list|say|tell)(?:s|ing)?\b/i
const otherWays = /\b(?:state|note|learn|know|read)(?:s|ing)?\b/gi

/** Without what only says how it is told: a label before a number or an address, "costs" before an amount. */
function tersely(sentence: string): string {
  const bare = sentence
    .replace(otherWays, ' ')
    .replace(/\b(?:tele)?(?:phone|e-?mail|address)(?: number| address)?:? (?=\+?\d|\S+@)/gi, ' ')
  return /[€$£]|\b(?:euros?|dollars?|pounds?|eur|usd)\b/i.test(bare)
    ? bare.replace(/\b(?:pays?|costs?|price[ds]?|charged?)\b/gi, ' ')
    : bare
}

const asks = new RegExp(`${asksForPassage.source}|${asksForWords.source}`, 'gi')
export const asksForText = new RegExp(asks.source, 'i')

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
  ...group('euro', 'euro euros eur €'),
  ...group('dollar', 'dollar dollars usd $'),
  ...group('pound', 'pound pounds gbp £'),
  ...group('percent', 'percent %'),
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

/** A word as it is compared: null for glue and for what negates. */
type Token = { readonly word: string | null; readonly raw: string }
/** The words of a text that say something, by their roots; numbers are among them as digits. */
export type Words = {
  readonly words: ReadonlySet<string>
  readonly negations: number
  readonly order: readonly string[]
  readonly tokens: readonly Token[]
}

const token = /\p{N}+(?:[.,]\p{N}+)*|\p{L}+|(?<=\p{N}\s?)[€$£%]|[€$£](?=\s?\p{N})/gu

export function wordsIn(text: string, glue: ReadonlySet<string> = none): Words {
  const split = bounds.reduce(
    (now, [bound, name]) => now.replace(bound, name),
    text.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ').replace(/(\d):00\b/g, '$1'),
  )
  const tokens = (split.match(token) ?? []).map((each): Token => {
    const raw = each.toLowerCase()
    const isGlue =
      raw !== 'inside' &&
      [raw, stem(raw)].some((one) => commonGlue.has(one) || joining.has(one) || glue.has(one))
    if (negators.has(raw)) return { raw, word: null }
    return { raw, word: classes[raw] ?? (isGlue ? null : (numberIn(raw) ?? rootOf(raw))) }
  })
  const order = tokens.flatMap(({ word }) => word ?? [])
  const negations = tokens.filter(({ raw }) => negators.has(raw)).length
  return { words: new Set(order), negations, order, tokens }
}

const begins = new Set('when if because although since but while unless until where'.split(' '))

/** The negations among these words; what comes after them and begins anew is about something else. */
function negationsFor({ tokens }: Words, { words }: Words): number {
  const last = tokens.findLastIndex(
    ({ word }, at) =>
      word !== null && words.has(word) && tokens.findIndex((one) => one.word === word) === at,
  )
  const stop = tokens.findIndex(({ raw }, at) => at > last && begins.has(raw))
  return tokens.slice(0, stop === -1 ? undefined : stop).filter(({ raw }) => negators.has(raw))
    .length
}

const isNumber = (word: string): boolean => /^\p{N}/u.test(word)

/** The numbers of the sentence stand there side by side, with its words between no other numbers. */
function numbersAgree(wanted: Words, { order, under, place }: Read): boolean {
  const run = wanted.order.filter(isNumber)
  if (run.length === 0) return true
  const numbers = [...under.order, ...order].flatMap((word, at) =>
    isNumber(word) ? [{ word, at: at - under.order.length }] : [],
  )
  return numbers.some((_, first) => {
    if (run.some((word, index) => numbers[first + index]?.word !== word)) return false
    if (place.kind === 'passage' || run.length === numbers.length) return true
    const from = (numbers[first - 1]?.at ?? -1) + 1
    const to = numbers[first + run.length]?.at ?? order.length
    const near = new Set(order.slice(Math.max(0, from), Math.max(0, to)))
    return [...wanted.words].every((word) => near.has(word) || under.words.has(word))
  })
}

/** The same for "cancel", "cancels", "cancelled" and "cancelling". */
export function rootOf(word: string): string {
  const root = stem(word).replace(/(?:ing|ed|ly|ation|ion|ment|al)$/, (ending) =>
    word.length - ending.length >= (ending === 'al' ? 5 : 3) ? '' : ending,
  )
  return root.replace(/(.)\1$/, '$1').replace(/(?<=..)[ey]$/, '')
}
