import { Dimension } from '../../checks/design/critique.ts'
import type { DimensionScores, FailureCode, Judged } from './events.ts'

/** What the five conditions look at after an evaluation. */
export type Attempt = {
  /** Completed iterations before this one, from 0. */
  readonly iteration: number
  readonly maxIterations: number
  readonly threshold: number
  readonly score: number
  /** All scores of the run so far, this one last. */
  readonly scores: readonly number[]
  /** What each of them was made of, where that is to be told. */
  readonly dimensions?: readonly DimensionScores[]
  readonly stagnationCount: number
  /** Obligations that another generation could meet: some are unmet, and not the same as before. */
  readonly isMendable?: boolean
  /** The literal reading of the order: iterations count from 1, and a passing score may stagnate. */
  readonly strict: boolean
}

export type Termination =
  | { readonly to: 'FAILED'; readonly code: FailureCode; readonly detail: string }
  | { readonly to: 'CANDIDATE' }
  | { readonly to: 'REVISING' }

/**
 * The exit conditions in their order; the first that holds decides alone. The first two, a broken
 * schema and a time-out, are met before there is a score: an attempt that comes here has passed them.
 */
export function terminate(attempt: Attempt): Termination {
  if (outOfIterations(attempt)) return exhausted(attempt)
  const stuck = plateau(attempt)
  if (stuck !== null) return stuck
  if (attempt.score < attempt.threshold) return { to: 'REVISING' }
  // what a last generation leaves unmet is put before a person, by name
  const isLast = attempt.iteration + 1 >= attempt.maxIterations
  return attempt.isMendable === true && !isLast ? { to: 'REVISING' } : { to: 'CANDIDATE' }
}

function outOfIterations({ iteration, maxIterations, score, threshold, strict }: Attempt): boolean {
  const isLast = iteration + 1 >= maxIterations
  if (strict) return isLast
  // a last attempt may still pass; one that does not is over at once, without another generation
  return iteration >= maxIterations || (isLast && score < threshold)
}

const exhausted = ({ iteration, maxIterations, score, threshold }: Attempt): Termination => ({
  to: 'FAILED',
  code: 'max_iterations',
  detail: `score ${score}, threshold ${threshold}, after ${iteration + 1} of ${maxIterations} iterations`,
})

const hundredths = (score: number) => Math.round(score * 100)

/**
 * How often in a row the score stayed where the plateau began. Scores count in whole hundredths,
 * and one hundredth up or down is no movement.
 */
export function unchanged(scores: readonly number[]): number {
  let anchor: number | null = null
  let count = 0
  for (const score of scores) {
    const now = hundredths(score)
    if (anchor !== null && Math.abs(now - anchor) <= 1) count += 1
    else [anchor, count] = [now, 0]
  }
  return count
}

function plateau(attempt: Attempt): Termination | null {
  const { scores, strict, score, threshold, iteration, stagnationCount } = attempt
  // people decide on what passed, so a score that did starts the count anew, and with it their word
  const passedAt = scores.findLastIndex((each) => each >= threshold)
  const looked = strict ? scores : scores.slice(passedAt + 1)
  if (unchanged(looked) < stagnationCount) return null
  const first = iteration - stagnationCount
  return {
    to: 'FAILED',
    code: 'no_progress',
    detail: `score ${score} unchanged in iterations ${first + 1} to ${iteration + 1}${movement(attempt)}`,
  }
}

/** Dimensions that moved on the plateau. They are told and change nothing: the whole did not move. */
function movement({ dimensions = [], stagnationCount }: Attempt): string {
  const [before, now] = [dimensions.at(-1 - stagnationCount), dimensions.at(-1)]
  if (before === undefined || now === undefined) return ''
  const moved = Dimension.options.filter((name) => before[name] !== now[name])
  const messages = moved.map((name) => `${name} ${before[name]} → ${now[name]}`)
  return messages.length === 0 ? '' : `; within it: ${messages.join(', ')}`
}

/** Whether a design beats the best so far: by its score, and where that is equal by its dimensions. */
export function isBetter(now: Judged, best: Judged): boolean {
  const difference = hundredths(now.score) - hundredths(best.score)
  if (difference !== 0) return difference > 0
  const first = Dimension.options.find((name) => now.dimensions[name] !== best.dimensions[name])
  return first !== undefined && now.dimensions[first] > best.dimensions[first]
}
