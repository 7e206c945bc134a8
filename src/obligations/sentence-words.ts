import { numberIn } from '../kit/number-words.ts'
import { commonGlue, stem } from './glue.ts'

export const negators = new Set(
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
export const joining = new Set(
  'when whenever if once while where then than system able allowed'.split(' '),
)

const bounds: readonly (readonly [RegExp, string])[] = [
  [/\b(?:up to|no more than|not more than)\b/gi, 'most'],
  [/\b(?:no fewer than|no less than|not less than)\b/gi, 'least'],
]

/** A word as it is compared: null for glue and for what negates. */
type Token = { readonly word: string | null; readonly raw: string; readonly isGlue: boolean }
/** The words of a text that say something, by their roots; numbers are among them as digits. */
export type Words = {
  readonly words: ReadonlySet<string>
  readonly negations: number
  readonly order: readonly string[]
  readonly tokens: readonly Token[]
}

const token = /\p{N}+(?:[.,]\p{N}+)*|\p{L}+|(?<=\p{N}\s?)[€$£%]|[€$£](?=\s?\p{N})/gu

export function wordsIn(text: string, glue: ReadonlySet<string> = new Set()): Words {
  const split = bounds.reduce(
    (now, [bound, name]) => now.replace(bound, name),
    text.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ').replace(/(\d):00\b/g, '$1'),
  )
  const tokens = (split.match(token) ?? []).map((each): Token => {
    const raw = each.toLowerCase()
    const isGlue =
      raw !== 'inside' &&
      [raw, stem(raw)].some((one) => commonGlue.has(one) || joining.has(one) || glue.has(one))
    if (negators.has(raw)) return { raw, word: null, isGlue: false }
    return { raw, isGlue, word: classes[raw] ?? (isGlue ? null : (numberIn(raw) ?? rootOf(raw))) }
  })
  const order = tokens.flatMap(({ word }) => word ?? [])
  const negations = tokens.filter(({ raw }) => negators.has(raw)).length
  return { words: new Set(order), negations, order, tokens }
}

export const isNumber = (word: string): boolean => /^\p{N}/u.test(word)

/** The same for "cancel", "cancels", "cancelled" and "cancelling". */
export function rootOf(word: string): string {
  const root = stem(word).replace(/(?:ing|ed|ly|ation|ion|ment|al)$/, (ending) =>
    word.length - ending.length >= (ending === 'al' ? 5 : 3) ? '' : ending,
  )
  return root.replace(/(.)\1$/, '$1').replace(/(?<=..)[ey]$/, '')
}
