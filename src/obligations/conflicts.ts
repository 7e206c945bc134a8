import type { ExamItem } from './exam.ts'

/**
 * Pairs of items that give one name two values: side by side in one sentence, or in two that say nothing
 * else. Between other words they may be about two things.
 */
export function conflictsIn(
  items: readonly ExamItem[],
): readonly (readonly [ExamItem, ExamItem])[] {
  // "node 22 and 24" gives the name once: both are meant
  const values = items.filter(
    ({ check, negated, quote = '' }) =>
      check?.type === 'value' &&
      !negated &&
      quote.includes(check.name) &&
      // a word of prose, such as "status 409", may be about two things
      (/[A-Z_]/.test(check.name) || /[`=]/.test(quote)),
  )
  return values.flatMap((one, index) =>
    values
      .slice(index + 1)
      .filter((other) => isOtherValue(one, other) && isSameThing(one, other))
      .map((other) => [one, other] as const),
  )
}

const isOtherValue = ({ check: one }: ExamItem, { check: other }: ExamItem): boolean =>
  one?.type === 'value' &&
  other?.type === 'value' &&
  one.name === other.name &&
  String(one.value) !== String(other.value)

const nothing = /^[^\p{L}\p{N}]*(?:and)?[^\p{L}\p{N}]*$/u

function isSameThing(one: ExamItem, other: ExamItem): boolean {
  const [first = '', second = ''] = [one.quote, other.quote]
  const { text, line } = one.source
  if (text !== other.source.text || line !== other.source.line)
    return [one, other].every(({ quote = '', source }) =>
      nothing.test(source.text.replace(quote, '')),
    )
  return nothing.test(text.slice(text.indexOf(first) + first.length, text.lastIndexOf(second)))
}
