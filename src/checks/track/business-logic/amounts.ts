import { numberIn } from '../../../kit/number-words.ts'

export type Kind = 'money' | 'percent' | 'time' | 'count' | 'flag'

/** A figure that a document states, with the words that say of what. */
export type Amount = {
  readonly kind: Kind
  readonly value: number | boolean
  /** "10 active projects" counts active projects. */
  readonly noun: string
  readonly period: 'month' | 'year' | null
  readonly start: number
  readonly end: number
}

const number = String.raw`\d[\d,_]*(?:\.\d+)?`
const period = String.raw`(?:\s*(?:\/|per|a|each|every)\s*(?:user\s*\/?\s*|seat\s*\/?\s*)?(month|mo|year|yr|annum)\b|\s*(monthly|yearly|annually))?`
const money = new RegExp(
  String.raw`(?:[$€£]\s?(${number})|\b(${number})\s?(?:USD|EUR|GBP|dollars?|euros?|[€$£]))${period}`,
  'gi',
)
const percent = new RegExp(
  String.raw`\b(${number})\s?(?:%|percent\b)(?:\s+(?:of\s+)?([a-z]+))?`,
  'gi',
)
const time = new RegExp(
  String.raw`\b(${number}|[a-z]+)[\s-](?:(?:calendar|business|working)\s)?(milliseconds?|ms|seconds?|secs?|minutes?|mins?|hours?|days?|weeks?)\b(?:\s+([a-z]+))?`,
  'gi',
)
const count = new RegExp(
  String.raw`(?<![\w.$€£-])(${number}|unlimited|[a-z]+)\s+((?:[a-z][a-z-]*)(?:\s[a-z][a-z-]*)?)`,
  'gi',
)

const milliseconds: Readonly<Record<string, number>> = {
  m: 1,
  s: 1000,
  i: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}
export const inMilliseconds = (value: number, unit: string): number =>
  value *
  (milliseconds[
    /^m(?:s|illi)/i.test(unit) ? 'm' : /^min/i.test(unit) ? 'i' : (unit[0] ?? '').toLowerCase()
  ] ?? Number.NaN)

export const plainNumber = (text: string): number | null => {
  if (/^(?:unlimited|∞|infinite)$/i.test(text)) return Number.POSITIVE_INFINITY
  const digits = numberIn(text.replace(/[,_]+$/, ''))
  return digits === null ? null : Number(digits.replaceAll(/[,_]/g, ''))
}

/** Nouns that only measure, and words that are no noun at all. */
const notCounted =
  /^(?:off|and|or|per|of|a|an|the|to|in|on|at|for|with|by|is|are|x|st|nd|rd|th|more|less|than|each|every|before|after|when|if|then|from|as)$/i

/** The figures of a text, each once. */
export function amountsIn(text: string): readonly Amount[] {
  const results: Amount[] = []
  const add = (amount: Amount) => {
    if (results.every(({ start, end }) => amount.end <= start || amount.start >= end))
      results.push(amount)
  }
  const at = (match: RegExpMatchArray) => ({
    start: match.index ?? 0,
    end: (match.index ?? 0) + match[0].length,
  })
  for (const match of text.matchAll(money)) {
    const value = plainNumber(match[1] ?? match[2] ?? '')
    const message = match[3] ?? match[4] ?? ''
    if (value !== null)
      add({
        kind: 'money',
        value,
        noun: '',
        period: message === '' ? null : /^m/i.test(message) ? 'month' : 'year',
        ...at(match),
      })
  }
  for (const match of text.matchAll(percent)) {
    const value = plainNumber(match[1] ?? '')
    if (value !== null)
      add({
        kind: 'percent',
        value,
        noun: notCounted.test(match[2] ?? '') ? '' : (match[2] ?? ''),
        period: null,
        ...at(match),
      })
  }
  for (const match of text.matchAll(time)) {
    const value = plainNumber(match[1] ?? '')
    if (value !== null)
      add({
        kind: 'time',
        value: inMilliseconds(value, match[2] ?? ''),
        noun: notCounted.test(match[3] ?? '') ? '' : (match[3] ?? ''),
        period: null,
        ...at(match),
      })
  }
  for (const match of text.matchAll(count)) {
    const value = plainNumber(match[1] ?? '')
    const [first = '', second = ''] = (match[2] ?? '').split(' ')
    if (value === null || notCounted.test(first)) continue
    add({
      kind: 'count',
      value,
      noun: notCounted.test(second) ? first : `${first} ${second}`,
      period: null,
      start: match.index,
      end: match.index + match[0].length,
    })
  }
  return results.toSorted((one, other) => one.start - other.start)
}

/** The value of a cell that holds nothing but a value. */
export function cellValue(text: string): number | boolean | null {
  if (/^(?:✓|✔️?|✅|yes|included|true)$/iu.test(text)) return true
  if (/^(?:✗|✘|❌|no|not included|false|[-–—])$/iu.test(text)) return false
  return plainNumber(text.replace(/^(?:up to|max\.?|≤|\d+ ?(?:to|-|–)) ?(?=\d)/i, ''))
}
