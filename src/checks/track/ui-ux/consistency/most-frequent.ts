import type { PageFacts } from '../../../../model/page-facts.ts'

export const wide = ({ views }: PageFacts) => views.at(-1)

/** The value that most have, if it is more than half of them. */
export function common<Value>(values: readonly Value[]): Value | null {
  const counts = [...Map.groupBy(values, (each) => each)].map(([value, list]) => ({
    value,
    count: list.length,
  }))
  const [first] = counts.toSorted((one, other) => other.count - one.count)
  return first !== undefined && first.count * 2 > values.length && first.count > 1
    ? first.value
    : null
}
