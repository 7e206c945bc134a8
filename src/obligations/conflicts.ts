import type { Obligation } from '../model/obligation.ts'
import type { DemandCheck } from './demand.ts'
import { lengthOfNumber } from './sentences.ts'

type Item = Pick<Obligation, 'id' | 'statement' | 'source'> & {
  readonly check: DemandCheck | null
  readonly negated: boolean
  readonly quote?: string | undefined
}

/** What gives one name two values is for a person, unless the work has both. */
export function withConflicts(
  obligations: readonly Obligation[],
  items: readonly Item[],
): readonly Obligation[] {
  const isMet = ({ id }: Item) => obligations.find((each) => each.id === id)?.status === 'met'
  const conflicts = conflictsIn(items).filter((pair) => !pair.every(isMet))
  return obligations.map((each) => {
    const [one, other] = conflicts.find((pair) => pair.some(({ id }) => id === each.id)) ?? []
    if (one === undefined || other === undefined) return each
    const reason = `contradiction: "${one.statement}" and "${other.statement}" are asked for; a person must say which holds`
    return { ...each, status: 'undecided', decided_by: 'person', reason, evidence: [] }
  })
}

/**
 * Pairs of items that give one name two values: side by side in one sentence, or in two that say nothing
 * else. Between other words they may be about two things.
 */
function conflictsIn(items: readonly Item[]): readonly (readonly [Item, Item])[] {
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

const isOtherValue = ({ check: one }: Item, { check: other }: Item): boolean =>
  one?.type === 'value' &&
  other?.type === 'value' &&
  one.name === other.name &&
  String(one.value) !== String(other.value)

const nothing = /^[^\p{L}\p{N}]*(?:and)?[^\p{L}\p{N}]*$/u

function isSameThing(one: Item, other: Item): boolean {
  const [first = '', second = ''] = [one.quote, other.quote]
  const { text, line } = one.source
  if (text !== other.source.text || line !== other.source.line)
    return [one, other].every(({ quote = '', source }) =>
      nothing.test(source.text.slice(lengthOfNumber(source.text)).replace(quote, '')),
    )
  return nothing.test(text.slice(text.indexOf(first) + first.length, text.lastIndexOf(second)))
}
