import { refinementPrompt } from './refinement-prompt.ts'
import { type CompilerError, type RefinementCycle, strategies, type Strategy } from './records.ts'

export const refinementLimits = {
  maxCycles: 3,
  /** A smaller share of errors removed is warned about; it stops nothing. */
  minErrorImprovement: 0.25,
  /** So many cycles in a row without one error less end the refinement. */
  zeroProgressAbort: 2,
} as const

/** What a call of each cycle may cost, compared to the first. */
export const costMultipliers: Readonly<Record<Strategy, number>> = {
  syntax_imports: 1,
  type_safety: 1.2,
  aggressive_fixes: 1.5,
}

export type NextRefinement =
  | { readonly type: 'done' }
  | {
      readonly type: 'refine'
      readonly cycle: number
      readonly strategy: Strategy
      readonly prompt: string
      /** Null, or that the last cycle gained little. */
      readonly warning: string | null
    }
  | { readonly type: 'abort'; readonly why: string }

/** What follows, given all cycles so far and the errors that are left now. */
export function nextRefinement(
  history: readonly RefinementCycle[],
  errors: readonly CompilerError[],
): NextRefinement {
  if (errors.length === 0) return { type: 'done' }
  const stuck = withoutProgress(history)
  if (stuck >= refinementLimits.zeroProgressAbort)
    return { type: 'abort', why: `${stuck} cycles in a row removed no compiler error` }
  const cycle = history.length + 1
  const strategy = strategies[cycle - 1]
  if (strategy === undefined)
    return {
      type: 'abort',
      why: `${errors.length} compiler errors are left after ${history.length} cycles`,
    }
  return {
    type: 'refine',
    cycle,
    strategy,
    prompt: refinementPrompt(strategy, errors),
    warning: smallGainWarning(history.at(-1)),
  }
}

function withoutProgress(history: readonly RefinementCycle[]): number {
  const lastGain = history.findLastIndex((cycle) => cycle.errors_after < cycle.errors_before)
  return history.length - 1 - lastGain
}

/** A gain below a quarter is worth a word. */
export function smallGainWarning(cycle: RefinementCycle | undefined): string | null {
  if (cycle === undefined || cycle.improvement_rate >= refinementLimits.minErrorImprovement)
    return null
  const { errors_before: before, errors_after: after } = cycle
  return `cycle ${cycle.cycle} changed the compiler errors from ${before} to ${after}: less than ${refinementLimits.minErrorImprovement * 100} % better`
}

/** The record of a cycle that ran. */
export function recordCycle(
  history: readonly RefinementCycle[],
  strategy: Strategy,
  counts: { readonly before: number; readonly after: number },
): RefinementCycle {
  const { before, after } = counts
  return {
    cycle: history.length + 1,
    errors_before: before,
    errors_after: after,
    improvement_rate: improvementRate(before, after),
    prompt_strategy: strategy,
  }
}

/** `(before - after) / before`. From nothing to nothing is no change; from nothing to errors is all lost. */
export function improvementRate(before: number, after: number): number {
  if (before > 0) return (before - after) / before
  return after > 0 ? -1 : 0
}
