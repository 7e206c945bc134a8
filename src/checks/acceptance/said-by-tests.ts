import { rootOf, wordsIn } from '../../obligations/sentence-words.ts'
import { maskQuoted } from '../../obligations/sentences.ts'
import { bounds, isShown } from '../code/shown-numbers.ts'
import type { Spoken, SpokenTest } from './test-words.ts'

/** One part of a sentence, as far as a test can say it. */
export type Clause = {
  readonly words: ReadonlySet<string>
  /** Words before "must" only name who is spoken of. */
  readonly subject: ReadonlySet<string>
  readonly numbers: readonly number[]
  readonly texts: readonly string[]
  readonly isNegated: boolean
  /** "throws", "raises": only an assertion of that kind shows it. */
  readonly throws: boolean
  /** Names in backticks. */
  readonly names: ReadonlySet<string>
  readonly text: string
}

const codeGlue = new Set(
  wordsOf(
    `function method class module file constant export flag option argument parameter api library package project code source
    typescript javascript type interface call value return object given give gives each every all any percent fix bug break broken
    breaks crash wrong change when if because still already now longer so that it i.e same how many much update adapt adjust expect expected npm`,
  ),
)
const throwVerbs = /\b(?:throws?|thrown|raises?|raised)\b/i
const refusals = new Set(
  wordsOf('throw throws thrown raise raises raised reject rejects refuse refuses fail fails error'),
)
const bounding = new Set(
  wordsOf(
    'under over most least than outside between within until up down limit beyond exceed inclusive',
  ),
)
const oldValues =
  /\((?:it |this |that )?(?:was|were|used to be|previously|formerly|currently|so far)\b[^)]*\)|\b(?:instead of|rather than|no longer|previously|it was|used to be)\s+["'`]?[\w.%]+["'`]?/gi

function wordsOf(text: string): readonly string[] {
  return [...wordsIn(text).words, ...text.split(/\s+/)]
}

/** The parts of a sentence between its colons, commas and semicolons; `gone` blanks what is decided otherwise. */
export function clausesOf(sentence: string): readonly Clause[] {
  const plain = sentence.replace(oldValues, (old) => ' '.repeat(old.length))
  const masked = maskQuoted(plain)
  const cuts = [...masked.matchAll(/[:;,()–—](?=\s|$)|(?<=\s)\(/g)].map(({ index }) => index)
  return [0, ...cuts]
    .map((start, index) => clauseOf(plain.slice(start, cuts[index] ?? plain.length)))
    .filter(
      ({ words, numbers, texts, throws }) =>
        words.size + numbers.length + texts.length > 0 || throws,
    )
}

export function clauseOf(text: string): Clause {
  const texts: string[] = []
  const bare = text.replace(
    /`?(["'])((?:\\.|(?!\1)[^\\])+)\1`?|“([^”]+)”/g,
    (_, _mark, inner?: string, curly?: string) => {
      texts.push(unescaped(inner ?? curly ?? ''))
      return ' '
    },
  )
  const names = new Set<string>()
  // a name is asked for by itself; here it only ties the test to it
  const prose = bare.replace(/`([^`]*)`/g, (code, inner: string) => {
    if (/^(?:-?\d[\d._]*|null|true|false|undefined)$/.test(inner.trim())) return code
    if (/[/]|\.[a-z]{2,4}$/.test(inner)) return ' '
    for (const word of wordsIn(inner.replace(/\(.*$/, '')).words) names.add(word)
    return ' '
  })
  const { words: all, negations } = wordsIn(prose)
  const words = new Set([...all].filter((word) => !/^\d/.test(word) && !codeGlue.has(word)))
  const numbers = [...all]
    .filter((word) => /^\d/.test(word))
    .map((word) => Number(word.replace(',', '.')))
  const [, before = ''] = /^(.{3,40}?)\b(?:must|should|shall|may)\b/.exec(prose) ?? []
  const throws = throwVerbs.test(prose)
  return {
    words: throws
      ? new Set([...words].filter((word) => !refusals.has(word) && word !== rootOf('otherwise')))
      : words,
    subject: wordsIn(before).words,
    numbers,
    texts,
    isNegated: negations > 0,
    throws,
    names,
    text,
  }
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, letter: string) =>
    letter === 'n' ? '\n' : letter === 't' ? '\t' : letter,
  )

const kindsOfNumbers: readonly (readonly [RegExp, (number: number) => boolean])[] = [
  [/\bnegative (?!\w*(?:result|answer|feedback|lookahead|list|test))/i, (number) => number < 0],
  [/\bfraction(?:s|al)?\b/i, (number) => !Number.isInteger(number)],
]

/** How much of a clause a test says: 0 where it does not say all of it. */
export function saidBy(clause: Clause, test: SpokenTest, code: Spoken): number {
  const { words, subject, numbers, texts, isNegated, throws, names, text } = clause
  // a name that only the title has says nothing, unless the code has it as well
  const isUsed = (name: string) =>
    test.used.has(name) || (test.title.words.has(name) && code.names.has(name))
  if (![...names].every(isUsed)) return 0
  if (throws && (isNegated || !test.throws)) return 0
  // of which class an error is, and of which kind a number, no title shows
  const classes = text.match(/\b[A-Z]\w+(?:Error|Exception)\b/g) ?? []
  if (!classes.every((name) => [...wordsIn(name).words].every((word) => test.used.has(word))))
    return 0
  if (kindsOfNumbers.some(([word, is]) => word.test(text) && ![...test.numbers].some(is))) return 0
  const knows = (word: string) => test.words.has(word) || (test.throws && refusals.has(word))
  const isBounded = bounds.test(text)
  const wanted = [...words].filter(
    (word) => !(isBounded && numbers.length > 0 && bounding.has(word)),
  )
  const said = wanted.filter(knows)
  const missing = wanted.filter((word) => !knows(word))
  const subjects = [...subject].filter((word) => words.has(word))
  const excused = (word: string) =>
    code.words.has(word) || (subject.has(word) && subjects.some((each) => knows(each)))
  if (!missing.every(excused) || said.length * 3 < wanted.length * 2) return 0
  if (!turnsAlike(clause, test)) return 0
  if (!texts.every((each) => test.texts.some((own) => own.includes(each)))) return 0
  if (!numbers.every((each) => isShown(each, text, test.numbers))) return 0
  return said.length + numbers.length + texts.length + (throws ? 1 : 0) + (names.size > 0 ? 1 : 0)
}

/** "must not take more" is shown by a refusal; what says nothing of the kind by a title that does not either. */
function turnsAlike({ throws, isNegated, words, text }: Clause, test: SpokenTest): boolean {
  if (throws || /\b(?:null|undefined|None|empty)\b/.test(text)) return true
  const refuses = test.throws && [...words].some((word) => refusals.has(word))
  const isTurned = test.title.negations > 0
  return isNegated ? isTurned || test.throws : !isTurned || refuses
}

const rawWords = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []).filter(
    (word) => !/^(?:an?|the|too|also|and)$/.test(word),
  )

/** The title repeats the sentence word for word. */
function isVerbatim(sentence: string, test: SpokenTest | undefined): boolean {
  const wanted = rawWords(sentence)
  const own = new Set(rawWords(test?.test.title ?? ''))
  return wanted.length > 3 && wanted.every((word) => own.has(word))
}

/** The title, or a part of it between commas, says just this and no more. */
const isTitle = ({ words }: Clause, test: SpokenTest | undefined): boolean =>
  (test?.test.leaf ?? '').split(/[,;:]\s/).some((part) => {
    const own = clauseOf(part).words
    return own.size === words.size && [...own].every((word) => words.has(word))
  })

/**
 * The tests that say a sentence: one says all of it, or each part is said by one. Few words are said by
 * chance, so that they must be three, or two with a number, a text or a refusal.
 */
export function testsSaying(
  sentence: string,
  tests: readonly SpokenTest[],
  code: (test: SpokenTest) => Spoken,
): readonly SpokenTest[] | null {
  const hold = (clauses: readonly Clause[]): readonly SpokenTest[] | null => {
    if (clauses.length === 0) return null
    const result = clauses.map((clause) =>
      tests
        .map((test) => ({ test, much: saidBy(clause, test, code(test)) }))
        .reduce<{ test: SpokenTest; much: number } | null>(
          (best, each) => (each.much > (best?.much ?? 0) ? each : best),
          null,
        ),
    )
    const strong = clauses.some(
      ({ numbers, texts, throws }) => numbers.length + texts.length > 0 || throws,
    )
    const changes = /^(?:change|update|adapt|adjust|correct)\b/i.test(sentence) ? 1 : 0
    const much = result.reduce((sum, each) => sum + (each?.much ?? 0), changes)
    const isEnough =
      much >= (strong ? 2 : 3) ||
      isVerbatim(sentence, result[0]?.test) ||
      (much === 2 && clauses.length === 1 && isTitle(clauses[0]!, result[0]?.test))
    if (result.includes(null) || !isEnough) return null
    return [...new Set(result.flatMap((each) => each?.test ?? []))]
  }
  return hold([clauseOf(sentence.replace(oldValues, ' '))]) ?? hold(clausesOf(sentence))
}
