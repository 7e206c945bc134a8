/** Figures of one contender: the median of the rounds with the spread around it. */
export type Spread = { readonly median: number; readonly p10: number; readonly p90: number }

/** One line of the table: a ratio measured side by side, or plain words why there is none. */
export type Line = {
  readonly id: string
  readonly group: 'step' | 'bytes' | 'resume' | 'runs' | 'evaluation' | 'start'
  readonly what: string
  /** What the figure is divided by, or the unit of a figure that is no ratio. */
  readonly against: string
  readonly figure: Spread | null
  readonly rounds: number
  readonly goal: { readonly least?: number; readonly most?: number } | null
  readonly note: string
}

export type Options = {
  readonly quick: boolean
  readonly tiny: boolean
  readonly peers: boolean
  readonly only: readonly string[]
  /** A folder on the file system that is measured; removed at the end. */
  readonly folder: string
  readonly log: (text: string) => void
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN
  return { median: at(0.5), p10: at(0.1), p90: at(0.9) }
}

/** Whether a line keeps its goal; null where it has none or was not measured. */
export function kept({ goal, figure }: Line): boolean | null {
  if (goal === null || figure === null) return null
  return figure.median <= (goal.most ?? Infinity) && figure.median >= (goal.least ?? -Infinity)
}

/** How many rounds count; the ones before them fill caches and compile hot code. */
export const roundsOf = ({ quick, tiny }: Options, full: number): number => {
  if (tiny) return 2
  return quick ? 9 : full
}

export const ratio = (values: readonly number[], bases: readonly number[]): readonly number[] =>
  values.map((value, index) => value / (bases[index] ?? Number.NaN))
