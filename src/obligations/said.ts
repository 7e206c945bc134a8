import { isCarried } from './carried.ts'
import { type Answer, met, type Place, undecided } from './examine.ts'
import { turningWords } from './glue.ts'
import { isFrame, isTakenBack, laterAgainst } from './taken-back.ts'
import { isNumber, joining, type Words, wordsIn } from './sentence-words.ts'

/**
 * Whether the work says a sentence of the task: one place says it word for word, but for articles, endings
 * and how a number is written, alone or after its headings; or the places of one section say its parts.
 * Any other word and any other order may turn it around, so nothing else meets it, and nothing is ever
 * unmet by it. Who asks for an explanation needs a passage under a heading that names it.
 */
export function saidAt(
  sentence: string,
  places: readonly Place[],
  glue: ReadonlySet<string> = none,
): Answer | null {
  const spoken = sentence.replace(/\S+@\S+|https?:\S+/g, ' ')
  const explains = asksForPassage.test(spoken)
  const tells = asksForWords.test(spoken)
  const plain = plainly(sentence).replace(explains || tells ? asks : /$^/, ' ')
  const fit = places.filter(({ kind }) =>
    explains ? kind === 'passage' : tells ? kind === 'prose' : kind !== 'passage',
  )
  const own = fit.some(({ kind }) => kind !== undefined) ? glue : none
  const wanted = wordsIn(plain, own)
  if (wanted.words.size < (explains ? 1 : 2)) return null
  const tellsIt = (part: string, place: Place): boolean =>
    says(part, place, own) && (place.kind !== 'prose' || isFrame(spoken) || isMeant(place, fit))
  const one = fit.find((place) =>
    place.kind === undefined
      ? isCarried(wanted, place)
      : explains
        ? isUnder(wanted, place)
        : tellsIt(plain, place),
  )
  if (one !== undefined) return met(`says so: "${shorten(one.text)}"`, one.where)
  const parts = explains ? [] : partsOf(plain, own)
  for (const section of sectionsOf(fit)) {
    const results = parts.map((part) =>
      section.find((each) => isNamedAbove(part, each) || tellsIt(part, each)),
    )
    if (parts.length > 1 && results.every((each) => each !== undefined)) {
      const quotes = [...new Set(results.map(({ text }) => `"${shorten(text)}"`))]
      return met(`says so: ${quotes.join(', ')}`, results[0]?.where)
    }
  }
  return nearestTo(wanted, fit)
}

/** In a text for readers: not framed as untrue, and not taken back in the same section. */
function isMeant(place: Place, places: readonly Place[]): boolean {
  const at = places.indexOf(place)
  const isSame = ({ under }: Place): boolean => under === place.under
  const lead = places.slice(0, at).findLast((one) => isSame(one) && one.text.trim().endsWith(':'))
  const after = places.slice(at + 1, at + 9).filter(isSame)
  const later = after.map(({ text }) => text)
  return (
    !isFrame(place.under ?? '') &&
    !isFrame(lead?.text ?? '') &&
    !isTakenBack(place.text, later) &&
    laterAgainst(place.text, later) === null
  )
}

/** Without the number of a requirement, and without what it is good for. */
const plainly = (sentence: string): string =>
  sentence
    .replace(/^\W*(?:[A-Z]{1,5}-?\d+(?:\.\d+)*|\d+(?:\.\d+)+)(?:[.:)]|\s*\|)?\s+/, '')
    .replace(/,? (?:so that|in order to|because)\b.*$/i, '')

/** A passage is about what its heading names, in the same order. */
function isUnder(wanted: Words, { under = '' }: Place): boolean {
  const heading = wordsIn(under)
  return heading.negations === wanted.negations && isWithin(wanted.order, heading.order)
}

const isNamedAbove = (part: string, { under = '' }: Place): boolean =>
  isWithin(sequenceOf(part, none), sequenceOf(under, none))

function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const word of whole) if (word === part[at]) at += 1
  return at === part.length
}

/** One sentence of the place, or one entry of a list of figures, has the words and no others. */
function says(wanted: string, place: Place, glue: ReadonlySet<string>): boolean {
  const asked = sequenceOf(wanted, none)
  const asking = asked.length - sequenceOf(wanted, glue).length
  const headings = sequenceOf(place.under ?? '', none)
  const text = place.text.replace(/ \(`[^`]+`\)/g, '')
  return [place.text, text, ...text.split(/(?<=[.;!?])\s+/), ...figuresIn(text)].some((part) => {
    const said = sequenceOf(part, none)
    const rest = asked.slice(0, Math.max(0, asked.length - said.length))
    return (
      said.length > 0 &&
      said.length <= asked.length &&
      said.every((word, at) => word === asked[rest.length + at]) &&
      isWithin(rest.slice(asking), headings)
    )
  })
}

/** "Brakes 25 €, wheels 30 €": each entry has a number, and no word that says when it does not hold. */
function figuresIn(text: string): readonly string[] {
  const entries = text.split(/[,;|](?=\s|$)|\band\b/)
  const isFigure = (entry: string): boolean =>
    sequenceOf(entry, none).some(isNumber) &&
    wordsIn(entry).tokens.every(({ raw }) => !turningWords.has(raw) && !joining.has(raw))
  return entries.length > 1 && entries.every(isFigure) ? entries : []
}

const articles = new Set(['a', 'an', 'the'])

/** Every word in its order, by its root. What asks stands only at the beginning. */
function sequenceOf(text: string, glue: ReadonlySet<string>): readonly string[] {
  const { tokens } = wordsIn(text, glue)
  const first = glue === none ? 0 : tokens.findIndex(({ word, isGlue }) => word !== null || !isGlue)
  return tokens
    .slice(Math.max(0, first))
    .flatMap(({ raw, word }) => (articles.has(raw) ? [] : (word ?? raw)))
}

/** What commas, brackets and "and" part; a part without a word of its own says nothing. */
const partsOf = (sentence: string, glue: ReadonlySet<string>): readonly string[] =>
  sentence
    .split(/[,;:()–—|](?=\s|$)|\s\(|\band\b/)
    .filter((part) => wordsIn(part, glue).words.size > 0)

function sectionsOf(places: readonly Place[]): Iterable<readonly Place[]> {
  const inSection = places.filter(({ within }) => within !== undefined)
  return Map.groupBy(inSection, ({ within }) => within).values()
}

function nearestTo(wanted: Words, places: readonly Place[]): Answer | null {
  const ranked = places
    .map((place) => {
      const { words } = wordsIn(`${place.under ?? ''} ${place.text}`)
      return { place, missing: [...wanted.words].filter((word) => !words.has(word)) }
    })
    .toSorted((one, other) => one.missing.length - other.missing.length)
  const [nearest] = ranked
  if (nearest === undefined || nearest.missing.length * 2 > wanted.words.size) return null
  const lacks =
    nearest.missing.length === 0
      ? 'but in other words, or not as it is meant'
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
const asks = new RegExp(`${asksForPassage.source}|${asksForWords.source}`, 'gi')
export const asksForText = new RegExp(asks.source, 'i')

const shorten = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > 120 ? `${plain.slice(0, 117)}...` : plain
}
