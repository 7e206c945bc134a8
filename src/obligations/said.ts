import { numberIn } from '../kit/number-words.ts'
import { type Answer, met, type Place, undecided } from './examine.ts'
import { commonGlue, stem } from './glue.ts'

/**
 * Whether one place of the work says a sentence of the task: all its words, however they end, the same
 * numbers, and as many negations. Nothing else is met by it, and nothing is ever unmet by it.
 */
export function saidAt(sentence: string, places: readonly Place[]): Answer | null {
  if (asksForText.test(sentence)) return null
  const wanted = wordsIn(sentence)
  if (wanted.words.size < 2) return null
  let nearest: { readonly place: Place; readonly missing: readonly string[] } | null = null
  for (const place of places) {
    const own = wordsIn(place.text)
    const around = place.under === undefined ? own.words : wordsIn(place.under).words
    const missing = [...wanted.words].filter((word) => !own.words.has(word) && !around.has(word))
    if (missing.length === 0 && own.negations % 2 === wanted.negations % 2)
      return met(`says so: "${shorten(place.text)}"`, place.where)
    if (nearest === null || missing.length < nearest.missing.length) nearest = { place, missing }
  }
  if (nearest === null || nearest.missing.length * 2 > wanted.words.size) return null
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

type Words = { readonly words: ReadonlySet<string>; readonly negations: number }

function wordsIn(text: string): Words {
  const words = new Set<string>()
  let negations = 0
  const split = text.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
  for (const word of split.match(/\p{N}+(?:[.,]\p{N}+)*|\p{L}+/gu) ?? []) {
    const lower = word.toLowerCase()
    if (negators.has(lower)) negations += 1
    else if (!commonGlue.has(lower) && !commonGlue.has(stem(lower)))
      words.add(numberIn(lower) ?? classes[lower] ?? rootOf(lower))
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
