import { type Issue, type Part, unmet } from '../evaluation.ts'
import { beyondLimit, lateLimits } from './boundaries.ts'
import type { Business } from './business.ts'
import { decidedFigures } from './decided-figures.ts'
import { isLimiting } from './limits.ts'
import { shorten } from './words.ts'

/** Limits of the product that the code enforces: to the last, and with a test that goes beyond. */
export function enforcedLimits(business: Business): readonly Part[] {
  // a text has its whole length when it is measured
  const late = limitsOf(business)
    .filter(({ rule }) => !/\b(?:character|letter|word|byte|digit|line)s?\b/i.test(rule.text))
    .flatMap(({ value }) => lateLimits(business.code, value))
  const beyond = neverBeyond(business)
  return [
    ...(late.length === 0 ? [] : [unmet('late', 'limits are kept to the last', late)]),
    ...(beyond.length === 0 ? [] : [unmet('beyond', 'tests go beyond each limit', beyond)]),
  ]
}

/** Limits of the product, with the values of the code that decide them. */
const limitsOf = ({ code, rules }: Business) =>
  [...decidedFigures(code, rules.filter(isLimiting))].flatMap(([rule, values]) =>
    values.map((value) => ({ rule, value })),
  )

/** Limits that the track enforces in lines that no test ever ran. */
function neverBeyond(business: Business): readonly Issue[] {
  const { code } = business
  const missed = new Map(
    (code.facts.measured?.coverage.files ?? []).map((file) => [
      file.path,
      new Set([...(file.missed ?? []), ...(file.untaken ?? [])]),
    ]),
  )
  return limitsOf(business).flatMap(({ rule, value }) =>
    beyondLimit(code, value)
      .filter(({ path, line }) => missed.get(path)?.has(line) === true)
      .map((place) => ({
        message: `no test goes beyond "${shorten(rule.text)}": this line never runs`,
        ...place,
        fix: 'write a test that is refused there',
      })),
  )
}
