import { normaliseCopy } from './normalise-copy.ts'

const word = /[\p{L}\p{N}]+(?:['.,/:-][\p{L}\p{N}]+)*/gu

/** Words as a reader counts them: `cutting-edge`, `4.5`, `don't` and `24/7` are one each. */
export const wordsOf = (text: string): readonly string[] => normaliseCopy(text).match(word) ?? []

const shortened = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|st|no|approx|inc|ltd|co|[a-z])\.$/i

/** Sentences; a text without a full stop is one. Abbreviations and decimals end none. */
export function sentencesOf(text: string): readonly string[] {
  const plain = normaliseCopy(text)
  const sentences: string[] = []
  let start = 0
  for (const found of plain.matchAll(/[.!?]+["')\]]*(?=\s)/g)) {
    const end = found.index + found[0].length
    const next = plain.slice(end, end + 20).trimStart()[0] ?? ''
    if (shortened.test(plain.slice(Math.max(start, end - 12), end)) || /[\p{Ll},;]/u.test(next))
      continue
    sentences.push(plain.slice(start, end).trim())
    start = end
  }
  const last = plain.slice(start).trim()
  return last === '' ? sentences : [...sentences, last]
}

/** Common words that their vowels count wrongly. */
const uneven: ReadonlyMap<string, number> = new Map([
  ['being', 2],
  ['busines', 2],
  ['client', 2],
  ['create', 2],
  ['created', 3],
  ['diet', 2],
  ['evening', 2],
  ['every', 2],
  ['everyone', 3],
  ['everything', 3],
  ['people', 2],
  ['quiet', 2],
  ['science', 2],
])

/** The syllables of an English word, by its vowels. Figures count as one. */
export function syllablesIn(text: string): number {
  const plain = text.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (plain.length <= 3) return 1
  const known = uneven.get(plain.replace(/s$/, ''))
  if (known !== undefined) return known
  const quiet = plain
    .replace(/(?<![sxzcghl])es$|(?<=[aeiouy]l)es$|(?<![td])ed$|(?<!l)e$|(?<=[aeiouy]l)e$/, '')
    .replace(/^y/, '')
  const groups = quiet.match(/[aeiouy]+/g)?.length ?? 0
  // vowels that meet but are spoken apart, as in bicycle-ist, idea and create
  const parted = quiet.match(/i[ao](?!u)|ea(?=[lt]e|$)|eo|ua|uo|yi/g)?.length ?? 0
  const joined = quiet.match(/tion|sion|cian|cial|tial|gion|ious|quo|qua/g)?.length ?? 0
  return Math.max(1, groups + Math.max(0, parted - joined))
}

/** The grade of Flesch and Kincaid, of texts that each end a sentence. */
export function gradeOf(texts: readonly string[]): number {
  const sentences = texts.flatMap(sentencesOf).filter((sentence) => wordsOf(sentence).length > 0)
  const words = sentences.flatMap(wordsOf).flatMap((each) => each.split(/[-/]/))
  if (words.length === 0) return 0
  const syllables = words.reduce((sum, each) => sum + syllablesIn(each), 0)
  const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
  return Math.round(grade * 10) / 10
}

const spelled =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|half|twice|dozen)\b/i
const timed =
  /\b(?:one|a|an|every|each|same|next|this|per)[ -](?:second|minute|hour|day|night|morning|evening|week|weekend|month|year)\b|\b(?:tonight|tomorrow|overnight|daily|weekly|monthly|yearly|noon|midnight)\b/i

/** Whether a text names a number, a percentage or a time. "one of the best" does not. */
export const hasFigure = (text: string): boolean =>
  /\p{N}/u.test(text) || spelled.test(text) || timed.test(text)
