import type { Delta } from './deltas.ts'

/** A lesson whose coin fell on its side for this order. */
export type TaughtLesson = {
  readonly id: string
  readonly version: number
  readonly code: string
  readonly text: string
  /** The measured share of errors it takes away, where it is known. */
  readonly reductionRate: number | null
}

/** One thing the proposer is told besides its task. */
export type Guideline =
  | { readonly kind: 'delta'; readonly code: string; readonly text: string }
  | {
      readonly kind: 'lesson'
      readonly code: string
      readonly text: string
      readonly id: string
      readonly version: number
    }

/** Few are read; many are skimmed. */
export const mostGuidelines = 5

/** Places that are left for lessons once the deltas have theirs. */
export const placesForLessons = (deltas: readonly Delta[], most = mostGuidelines): number =>
  Math.max(0, most - deltas.length)

/** The deltas first, then the lessons by what they were measured to do. */
export function chooseGuidelines(
  deltas: readonly Delta[],
  lessons: readonly TaughtLesson[],
  most = mostGuidelines,
): readonly Guideline[] {
  const ordered = lessons.toSorted(
    (one, other) =>
      (other.reductionRate ?? -1) - (one.reductionRate ?? -1) || (one.id < other.id ? -1 : 1),
  )
  return [
    ...deltas.map(({ dimension, text }): Guideline => ({
      kind: 'delta',
      code: dimension.toUpperCase(),
      text,
    })),
    ...ordered.map(({ id, version, code, text }): Guideline => ({
      kind: 'lesson',
      code,
      text,
      id,
      version,
    })),
  ].slice(0, most)
}
