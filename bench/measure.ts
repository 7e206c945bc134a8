import { readFileSync } from 'node:fs'

/** Figures of one contender: the median of the rounds with the spread around it. */
export type Spread = { readonly median: number; readonly p10: number; readonly p90: number }

/** One line of the table: a ratio measured side by side, or plain words why there is none. */
export type Line = {
  readonly id: string
  readonly group: 'step' | 'bytes' | 'resume' | 'runs' | 'scale' | 'evaluation' | 'start'
  readonly what: string
  /** What the figure is divided by, or the unit of a figure that is no ratio. */
  readonly against: string
  readonly figure: Spread | null
  readonly rounds: number
  readonly goal: { readonly least?: number; readonly most?: number } | null
  readonly note: string
  /** Figures that explain the line, in the units their names say. */
  readonly extra: Readonly<Record<string, number>>
}

export type Options = {
  readonly quick: boolean
  readonly tiny: boolean
  readonly peers: boolean
  /** A folder on the file system that is measured; removed at the end. */
  readonly folder: string
  readonly log: (text: string) => void
  /** Returns when the machine has nothing else to do, or when it was waited for long enough. */
  readonly calm: () => Promise<void>
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

/** A line for what could not be measured here; it says why and holds no figure. */
export const unmeasured = (line: Pick<Line, 'id' | 'group' | 'what' | 'against'>, why: string) =>
  ({ ...line, figure: null, rounds: 0, goal: null, note: why, extra: {} }) satisfies Line

/** What the process has caused to be written to the disk, in bytes; null where nobody counts. */
export function writtenBytes(pid: number | 'self' = 'self'): number | null {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

/** The environment of measured processes: extra certificates cost each start about 80 ms. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  return env
}
