import type { Judgement } from './judgement.ts'
import type { Measurement } from './measurement.ts'

export type Change = {
  /** Paths from the project's root, those of deleted files included; empty: the whole project is judged. */
  readonly files: readonly string[]
  /** The time of the verdict, in ISO 8601. */
  readonly at: string
  /** The score to reach; 7 unless told. */
  readonly threshold?: number
}

/** Judges a change by what was measured before and after it. Without a `before`, all that is seen counts. */
export function judgeChange(
  _before: Measurement | null,
  _after: Measurement,
  _change: Change,
): Judgement {
  throw new Error('not judged yet')
}
