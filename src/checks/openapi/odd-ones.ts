/** One of the things that a description has several of, and what it does in some respect; null has no say. */
export type Habit<Item> = { readonly item: Item; readonly value: string | null }

export type Odd<Item> = Habit<Item> & { readonly usual: string }

const mostOdd = 0.3

/** The few that differ from what the others of their kind do: what nearly all do is a habit, and what is no habit is a choice. */
export function oddOnes<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => string | null,
): readonly Odd<Item>[] {
  const habits = items
    .map((item) => ({ item, value: valueOf(item) }))
    .filter(({ value }) => value !== null)
  const [most] = [...Map.groupBy(habits, ({ value }) => value)].sort(
    ([, one], [, other]) => other.length - one.length,
  )
  if (most === undefined || most[1].length < 2) return []
  const [usual] = most
  const odd = habits.filter(({ value }) => value !== usual)
  return odd.length > Math.max(1, habits.length * mostOdd)
    ? []
    : odd.map((one) => ({ ...one, usual: usual ?? '' }))
}

/** The few that lack what nearly all others have. */
export const lacking = <Item>(
  items: readonly Item[],
  has: (item: Item) => boolean,
): readonly Item[] =>
  oddOnes(items, (item) => (has(item) ? 'has' : 'lacks'))
    .filter(({ value }) => value === 'lacks')
    .map(({ item }) => item)
