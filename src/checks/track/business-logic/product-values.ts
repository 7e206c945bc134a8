import { type Issue, met, notApplicable, type Part, undecided, unmet } from '../evaluation.ts'
import type { TrackCode } from '../track-code.ts'
import { type CodeValue, valuesOf } from './code-values.ts'
import { generic, type Statement } from './statements.ts'
import { shorten, wordsOf } from './words.ts'

const about = 'figures in the code are those of the product'

type Compared = {
  readonly value: CodeValue
  /** What the value is about. */
  readonly meant: readonly Statement[]
  readonly agrees: Statement | undefined
}

/** Prices, limits and other figures of the product against the constants of the code. */
export function productValues(code: TrackCode, statements: readonly Statement[]): Part {
  const values = valuesOf(code)
  const compared = values.flatMap((value) => comparedWith(value, statements))
  const isTouched = ({ value }: Compared) => code.facts.touched.includes(value.path)
  const wrong = compared.filter(
    ({ agrees, meant }) => agrees === undefined && !meant.some(isCondition),
  )
  const missing = statements.filter(
    (each) => isAsked(code, each) && !compared.some(({ agrees }) => agrees === each),
  )
  const issues = [
    ...wrong.filter(isTouched).map(contradiction),
    ...missing.filter((each) => isNowhere(each, values)).map(nothingDecides),
  ]
  if (issues.length > 0) return unmet('values', about, issues)
  const right = compared.filter((each) => each.agrees !== undefined && isTouched(each))
  const [first] = right
  if (first !== undefined)
    return met(
      'values',
      about,
      `${right.length} figures agree, such as "${shorten(first.agrees?.text ?? '')}"`,
      `${first.value.path}:${first.value.line}`,
    )
  const [open] = [...missing, ...wrong.flatMap(({ meant }) => meant)]
  return open === undefined
    ? notApplicable('values', about, 'no figure of the document is about what the track touched')
    : undecided(
        'values',
        about,
        `whether the code keeps "${shorten(open.text)}" (${open.path}:${open.line})`,
      )
}

/** "10 or more get 10 % off": a figure that something else depends on is no limit of its own. */
const isCondition = ({ text, kind }: Statement): boolean =>
  kind !== 'money' && /\b\d[\d.,]*\s+(?:\w+\s+)?or more\b[^|]*\d/i.test(text)

/** The statements that say most about a value. */
function comparedWith(value: CodeValue, statements: readonly Statement[]): readonly Compared[] {
  const spoken = statements.filter((statement) => isAbout(value, statement))
  const most = Math.max(0, ...spoken.map(({ words }) => words.size))
  const meant = spoken.filter(({ words }) => words.size === most)
  return meant.length === 0
    ? []
    : [{ value, meant, agrees: meant.find((statement) => isSame(value, statement)) }]
}

const contradiction = ({ value: { value, path, line }, meant: [statement] }: Compared): Issue => ({
  message: `the code has ${shown(value)} where ${statement?.path}:${statement?.line} says "${shorten(statement?.text ?? '')}"`,
  path,
  line,
  fix: `make it ${shown(statement?.value ?? 0)}, or have the document changed`,
})

const nothingDecides = ({ path, line, text, value }: Statement): Issue => ({
  message: `the spec asks for "${shorten(text)}", and nothing in the code decides it: ${shown(value)} is nowhere`,
  path,
  line,
  fix: 'write the rule down in the code, and test it',
})

const isNowhere = (statement: Statement, values: readonly CodeValue[]): boolean =>
  typeof statement.value === 'number' &&
  Number.isFinite(statement.value) &&
  !values.some(({ value }) => typeof value === 'number' && sameNumber(value, statement))

const shown = (value: number | boolean): string =>
  typeof value === 'boolean' ? String(value) : Number.isFinite(value) ? String(value) : 'unlimited'

const moneyWords =
  /^(?:price|cost|fee|amount|cent|usd|eur|gbp|charge|dollar|euro|monthly|month|yearly|year|annual)$/
const boundWords =
  /^(?:max|maximum|limit|quota|cap|allowance|allowed|count|length|size|total|number|min|minimum)$/
const timeWords =
  /^(?:ms|millisecond|second|sec|minute|min|hour|day|week|ttl|timeout|duration|period|length)$/
const yearWords = /^(?:year|yearly|annual|annually)$/

/** How many of the names around a value may lead to it. */
const reach = 3

/** Whether a value of the code is what a statement speaks of. */
function isAbout({ names, kind, value }: CodeValue, statement: Statement): boolean {
  if (typeof value !== typeof statement.value) return false
  const [own = []] = names
  const near = new Set(names.slice(0, reach).flat())
  if (
    statement.kind === 'money'
      ? kind !== 'money' && ![...near].some((word) => moneyWords.test(word))
      : kind === 'money'
  )
    return false
  const isYear = [...near].some((word) => yearWords.test(word))
  if (
    statement.kind === 'money' &&
    isYear !== (statement.period === 'year') &&
    (isYear || statement.period === 'year')
  )
    return false
  if (![...statement.words].every((word) => near.has(word))) return false
  const isOwn = own.some(
    (word) =>
      statement.words.has(word) ||
      (statement.kind === 'money' && moneyWords.test(word)) ||
      boundWords.test(word) ||
      (statement.kind === 'time' && timeWords.test(word)),
  )
  if (!isOwn) return false
  if (statement.words.size > 1 || statement.kind === 'money') return true
  return (
    [...statement.someOf].some((word) => near.has(word)) ||
    [...near].some(
      (word) =>
        boundWords.test(word) ||
        (statement.kind === 'time' && timeWords.test(word)) ||
        (statement.kind === 'percent' && /^(?:percent|rate|discount|share)$/.test(word)),
    )
  )
}

const units = [1, 1000, 60_000, 3_600_000, 86_400_000, 604_800_000]

function sameNumber(value: number, statement: Statement): boolean {
  const wanted = Number(statement.value)
  if (statement.kind === 'money') return value === wanted || value === Math.round(wanted * 100)
  if (statement.kind === 'percent')
    return (
      near(value, wanted) ||
      near(value, wanted / 100) ||
      near(value, 1 - wanted / 100) ||
      near(value, 100 - wanted) ||
      near(value, 1 + wanted / 100)
    )
  if (statement.kind === 'time') return units.some((unit) => near(value * unit, wanted))
  return value === wanted || (wanted === Number.POSITIVE_INFINITY && (value === -1 || value > 1e6))
}

const near = (one: number, other: number): boolean => Math.abs(one - other) < 1e-9

function isSame({ value, isBound }: CodeValue, statement: Statement): boolean {
  if (typeof value === 'boolean' || typeof statement.value === 'boolean')
    return value === statement.value
  return (
    sameNumber(value, statement) ||
    (isBound && [value - 1, value + 1].some((each) => sameNumber(each, statement)))
  )
}

/** Whether the spec speaks of a statement in one of its lines. */
function isAsked({ facts }: TrackCode, { words, kind }: Statement): boolean {
  return facts.spec.split('\n').some((line) => {
    const spoken = new Set(wordsOf(line))
    const specific = [...words].filter((word) => !generic.has(word))
    return (
      specific.length >= (kind === 'money' ? 1 : 2) &&
      specific.every((word) => spoken.has(word)) &&
      (kind !== 'money' || /pric|cost|charg|[$€£]/i.test(line))
    )
  })
}
