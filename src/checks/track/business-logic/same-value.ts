import { inMilliseconds } from './amounts.ts'
import type { CodeValue } from './code-values.ts'
import { rootOf } from '../../../obligations/sentence-words.ts'
import type { Statement } from './statements.ts'

const moneyWords =
  /^(?:price|cost|fee|amount|cent|usd|eur|gbp|charge|dollar|euro|monthly|month|yearly|year|annual)$/
const boundWords = /^(?:max|maximum|limit|quota|cap|allowance|allowed|min|minimum)$/
const countWords = /^(?:count|length|size|total|number)$/
const timeWords = /^(?:ms|millisecond|second|sec|minute|hour|day|week|ttl|timeout|duration|period)$/
const percentWords = /^(?:percent|percentage|rate|discount|share|ratio|factor)$/
const yearWords = /^(?:year|yearly|annual|annually)$/

/** How many of the names around a value may lead to it. */
const reach = 3
/** A number that something is multiplied with has no name of its own. */
const factorReach = 6

/** Whether a value of the code is what a statement speaks of. */
export function isAbout(code: CodeValue, statement: Statement): boolean {
  const [own = []] = code.names
  const near = new Set(code.names.slice(0, code.isFactor ? factorReach : reach).flat())
  if (!isOfKind(code, statement, near)) return false
  if (isSaidBy(own, statement) >= 2) return true
  const { words, kind } = statement
  if (words.size === 0 || ![...words].every((word) => near.has(word))) return false
  const isFactor = code.isFactor && kind === 'percent'
  const isOwn = isFactor || own.some((word) => words.has(word) || isMeasure(word, statement))
  if (words.size > 1 || kind === 'money' || isFactor) return isOwn
  // one word is soon said: it must be the name of the value itself, and tell that it is a rule
  return (
    own.some((word) => words.has(word)) &&
    ([...statement.someOf].some((word) => near.has(word)) ||
      [...near].some((word) => isMeasure(word, statement)))
  )
}

/** How much of a statement a value says. */
export const scoreOf = ({ names }: CodeValue, statement: Statement): number =>
  Math.max(statement.words.size, isSaidBy(names[0] ?? [], statement))

/** Whether it is likely enough to be believed where it agrees. */
export const mayBeAbout = (code: CodeValue, statement: Statement): boolean =>
  isOfKind(code, statement, new Set(code.names.slice(0, reach).flat())) &&
  isSaidBy(code.names[0] ?? [], statement) >= 1

/** Whether its names tell at least of what kind it is. */
export function fitsKind(code: CodeValue, statement: Statement): boolean {
  const near = code.names.slice(0, reach).flat()
  const isNamed =
    near.some((word) => isMeasure(word, statement)) ||
    near.some((word) => says(statement.said, word) || statement.words.has(word))
  return isNamed && isOfKind(code, statement, new Set(near))
}

const isMeasure = (word: string, { kind }: Statement): boolean =>
  boundWords.test(word) ||
  (kind === 'money' && moneyWords.test(word)) ||
  (kind === 'time' && timeWords.test(word)) ||
  (kind === 'percent' && percentWords.test(word))

function isOfKind(
  { kind, value, isBound, names: [own = []] }: CodeValue,
  statement: Statement,
  near: ReadonlySet<string>,
): boolean {
  if (typeof value !== typeof statement.value) return false
  // `list.length > 0` asks whether there is something
  if (isBound && (value === 0 || value === 1)) return false
  const isMoney = kind === 'money' || [...near].some((word) => moneyWords.test(word))
  if (statement.kind === 'money') {
    const isYear = [...near].some((word) => yearWords.test(word))
    return isMoney && isYear === (statement.period === 'year')
  }
  const isTime = own.some((word) => timeWords.test(word) && !statement.words.has(word))
  if (kind === 'money' || (isTime && statement.kind !== 'time' && !own.includes('per')))
    return false
  return statement.kind !== 'percent' || isShare(value, own)
}

/** `discount: 20`, `rate: 0.2` */
const isShare = (value: number | boolean, own: readonly string[]): boolean =>
  typeof value === 'number' &&
  value > 0 &&
  value <= 100 &&
  (own.some((word) => percentWords.test(word)) || !Number.isInteger(value))

/** How many words of a name a sentence without a label says; 0 where it does not say all of them. */
function isSaidBy(own: readonly string[], statement: Statement): number {
  const words = own.filter(
    (word) => !isMeasure(word, statement) && !countWords.test(word) && !glue.test(word),
  )
  if (words.length === 0 || !words.every((word) => says(statement.said, word))) return 0
  return words.length + (words.length === 1 && measures(own, words[0] ?? '', statement) ? 1 : 0)
}

/** "regenerating" and "regeneration" are one word. */
const says = (said: ReadonlySet<string>, word: string): boolean => {
  const root = rootOf(word)
  const isLong = root.length >= 6
  return (
    said.has(root) ||
    (isLong &&
      [...said].some(
        (each) => each.length >= 6 && (each.startsWith(root) || root.startsWith(each)),
      ))
  )
}

/** Whether a name with one word tells by its form that it is this very figure. */
function measures(
  own: readonly string[],
  word: string,
  { kind, beside, text }: Statement,
): boolean {
  // `sessionMs` may be said in minutes
  if (kind === 'time') return own.some((each) => timeWords.test(each))
  if (kind === 'percent') return own.some((each) => percentWords.test(each))
  if (kind === 'money') return own.some((each) => moneyWords.test(each)) && says(beside, word)
  return own.some((each) => boundWords.test(each)) && bounded.test(text)
}

const bounded = /\b(?:limit\w*|at most|at least|up to|max\w*|min\w*|no more than|only)\b/i

const glue = /^(?:per|of|the|in|for|by|from|to|after|before|over|value|default)$/

const units = ['ms', 'second', 'minute', 'hour', 'day', 'week']

/** Whether a number says what a statement says, in whatever unit. */
export function sameNumber(
  value: number,
  { kind, value: stated }: Statement,
  unit?: string,
): boolean {
  const wanted = Number(stated)
  if (kind === 'money') return value === wanted || value === Math.round(wanted * 100)
  if (kind === 'percent')
    return [wanted, wanted / 100, 1 - wanted / 100, 100 - wanted, 1 + wanted / 100].some((each) =>
      near(value, each),
    )
  if (kind === 'time')
    return (unit === undefined ? units : [unit]).some((each) =>
      near(inMilliseconds(value, each), wanted),
    )
  return value === wanted || (wanted === Number.POSITIVE_INFINITY && (value === -1 || value > 1e6))
}

const near = (one: number, other: number): boolean => Math.abs(one - other) < 1e-9

export function isSame({ value, isBound, names }: CodeValue, statement: Statement): boolean {
  if (typeof value === 'boolean' || typeof statement.value === 'boolean')
    return value === statement.value
  const unit = names[0]?.find((word) => units.includes(word))
  return (
    sameNumber(value, statement, unit) ||
    (isBound && [value - 1, value + 1].some((each) => sameNumber(each, statement)))
  )
}
