/** A lesson in use, as far as a new text is held against it. */
export type KnownText = { readonly code: string; readonly text: string }

/** About how many tokens a text costs. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4)

const forbidden: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\{\{|\}\}/, 'it contains a place of a template'],
  [/^\s*(`{3,}|#{1,6}\s|<\/?[a-z])/im, 'it contains a fence, a heading or markup'],
  [/https?:\/\//i, 'it contains an address'],
  [/[^\n\P{C}]/u, 'it contains characters that nobody sees'],
  [
    /\b(ignore|disregard|forget)\b.{0,40}\b(above|previous|earlier|prior|instructions?|guidelines?)\b/i,
    'it speaks against other instructions',
  ],
  [
    /\b(delete|remove|skip|disable|weaken)\b.{0,30}\b(tests?|assertions?|checks?|lint)\b/i,
    'it asks to take checks away',
  ],
]

/** Why a text can't become a lesson, or nothing. `most` is what one lesson may cost in tokens. */
export function lintLesson(
  { code, text }: KnownText,
  known: readonly KnownText[],
  most: number,
): readonly string[] {
  const words = wordsOf(text)
  const problems = [
    ...(text.trim().length < 10 ? ['it is too short to be advice'] : []),
    ...(tokensOf(text) > most ? [`it costs ${tokensOf(text)} tokens; at most ${most}`] : []),
    ...(text.split('\n').length > 8 ? ['it has more than 8 lines'] : []),
    ...forbidden.flatMap(([pattern, why]) =>
      pattern.test(text) && !isForbidding(pattern, text) ? [why] : [],
    ),
  ]
  const like = known.find((each) => each.code === code && overlap(wordsOf(each.text), words) >= 0.8)
  if (like === undefined) return problems
  return [
    ...problems,
    negations(like.text) % 2 === negations(text) % 2
      ? 'it says what another lesson says already'
      : 'it contradicts another lesson',
  ]
}

/** "Do not remove tests" is the very advice that is wanted. */
function isForbidding(pattern: RegExp, text: string): boolean {
  const found = pattern.exec(text)
  if (found === null) return false
  return negation.test(text.slice(Math.max(0, found.index - 24), found.index))
}

const negation = /\b(not|never|no|don't|without|instead of|avoid)\b/i
const negationWords: ReadonlySet<string> = new Set([
  'not',
  'never',
  'no',
  'dont',
  'avoid',
  'without',
])
const filling: ReadonlySet<string> = new Set(
  'a an and always are as at be by do for in is it of on or that the to with you your'.split(' '),
)

const allWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll("'", '')
    .split(/[^\p{L}\p{N}_$]+/u)
    .filter((word) => word !== '')

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(allWords(text).filter((word) => !filling.has(word) && !negationWords.has(word)))

const negations = (text: string): number =>
  allWords(text).filter((word) => negationWords.has(word)).length

/** The share of words that both have, of all that either has. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length
  const all = one.size + other.size - both
  return all === 0 ? 1 : both / all
}
