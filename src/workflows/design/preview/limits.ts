/** Bytes each part of the page may take, so that a vast intent still makes a page that opens at once. */
export const budgets = {
  goals: 60_000,
  findings: 300_000,
  recommendations: 100_000,
  flows: 350_000,
  components: 650_000,
  entities: 230_000,
  relationships: 60_000,
  interactions: 150_000,
}

/** How long a text may be in the place it is shown, in characters. */
export const lengths = { heading: 160, chip: 60, sketch: 40, message: 500 }

export const most = {
  /** Links in one list before the rest is only counted. */
  chips: 24,
  /** Levels of containment in one tree; what lies deeper starts a tree of its own. */
  depth: 8,
  /** Components, flows and findings up to which all are unfolded. */
  open: 60,
  openFlows: 12,
  openFindings: 20,
  /** Views that are sketched, boxes in a sketch and levels of boxes. */
  sketches: 8,
  boxes: 40,
  boxDepth: 5,
  /** Entities and relationships that a diagram can hold legibly, and attributes in one box. */
  entities: 30,
  relationships: 60,
  rows: 10,
  attributes: 200,
}

/** How many of the first items fit into a budget. */
export function fitting<Item>(
  items: readonly Item[],
  weigh: (item: Item) => number,
  budget: number,
): number {
  let spent = 0
  for (const [index, item] of items.entries()) {
    spent += weigh(item)
    if (spent > budget) return index
  }
  return items.length
}
