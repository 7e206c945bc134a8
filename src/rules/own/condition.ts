import { isDeepStrictEqual } from 'node:util'
import { counted } from '../../model/counted.ts'
import type { Finding } from '../../model/finding.ts'
import { readExpression } from '../../kit/expression.ts'
import type { Condition, OwnRule } from '../../model/own-rule.ts'
import type { Found, Look } from './found.ts'

/** What is wrong with what was found, by what the rule says must hold of it. */
export function findingsOf(rule: OwnRule, { found: result, missing }: Look): readonly Finding[] {
  const { must = 'not-exist' } = rule
  const message = findingBy(rule)
  if (must === 'not-exist') return result.map((each) => message(each))
  if (must === 'exist') {
    if (missing.length > 0) return missing.map((each) => message(each))
    return result.length > 0 || rule.path !== undefined
      ? []
      : [message({ place: {}, text: '' }, 'nothing was found')]
  }
  const { at_least: least = 0, at_most: atMost = Infinity } = must
  const amount = counted(result.length, 'place', 'places')
  return [
    ...(result.length < least
      ? [message({ place: {}, text: '' }, `${amount}, at least ${least} needed`)]
      : []),
    ...result
      .slice(Number.isFinite(atMost) ? atMost : result.length)
      .map((each) => message(each, `${amount}, at most ${atMost} allowed`)),
    ...result.filter(({ value }) => !holds(value, must)).map((each) => message(each)),
  ]
}

function holds(value: unknown, must: Condition): boolean {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
  const matches = (pattern: string) => {
    const { source, flags } = readExpression(pattern)
    return new RegExp(source, flags.replaceAll(/[gy]/g, '')).test(text)
  }
  // an element without the attribute says nothing that could be right
  if (must.attribute !== undefined && value === undefined) return must.not_match !== undefined
  if (must.match !== undefined && !matches(must.match)) return false
  if (must.not_match !== undefined && matches(must.not_match)) return false
  if (must.equal !== undefined && !isDeepStrictEqual(value, must.equal)) return false
  if (must.one_of !== undefined && !must.one_of.some((each) => isDeepStrictEqual(value, each)))
    return false
  if (must.min === undefined && must.max === undefined) return true
  const number = typeof value === 'number' ? value : Number.parseFloat(text)
  return number >= (must.min ?? -Infinity) && number <= (must.max ?? Infinity)
}

/** A finding in the words of the rule, with what was found as its evidence. */
export const findingBy =
  ({ id, about, message = about, fix }: OwnRule) =>
  ({ place, text }: Pick<Found, 'place' | 'text'>, detail?: string): Finding => ({
    rule: id,
    message: [detail === undefined ? message : `${message}: ${detail}`, fix ?? []]
      .flat()
      .join('. '),
    place,
    ...(text.trim() === '' ? {} : { evidence: text.trim().slice(0, 160) }),
  })
