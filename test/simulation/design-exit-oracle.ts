import type { Entry } from '../../src/model/entry.ts'
import { type DesignSetup, payloads } from '../../src/workflows/design/events.ts'

/**
 * Where the last of these events, an evaluation, must lead. Written from the list of priorities and the
 * decisions on it, not from the machine: a state's name, or the code of a failure.
 */
export function expectedExit(entries: readonly Entry[], setup: DesignSetup): string {
  const evaluated = entries.flatMap((entry) =>
    entry.event === 'evaluated' ? [payloads.evaluated.parse(entry.payload).score] : [],
  )
  const score = evaluated.at(-1) ?? 0
  const { maxIterations, threshold, strictTermination, stagnationCount } = setup
  const attempt = evaluated.length
  const passes = score >= threshold
  // priority 3; read strictly, the last attempt fails whatever it scores
  if (attempt >= maxIterations && (strictTermination || !passes)) return 'max_iterations'
  // priority 4
  if (strictTermination && plateau(evaluated) >= stagnationCount) return 'no_progress'
  if (!strictTermination && !passes && plateau(below(entries, threshold)) >= stagnationCount)
    return 'no_progress'
  // priority 5
  if (passes) return 'CANDIDATE'
  return tokensOf(entries) >= (setup.caps.tokens === 'unlimited' ? Infinity : setup.caps.tokens)
    ? 'cap_reached'
    : 'REVISING'
}

/** The scores below the threshold since a person last decided, or a score last passed. */
function below(entries: readonly Entry[], threshold: number): readonly number[] {
  let scores: number[] = []
  for (const { event, payload } of entries) {
    if (event === 'gate_answered') scores = []
    if (event !== 'evaluated') continue
    const { score } = payloads.evaluated.parse(payload)
    if (score >= threshold) scores = []
    else scores.push(score)
  }
  return scores
}

/** How many scores at the end are like the one where their plateau began. */
function plateau(scores: readonly number[]): number {
  const cents = scores.map((score) => Math.round(score * 100))
  let began = 0
  for (const [index, value] of cents.entries())
    if (Math.abs(value - (cents[began] ?? 0)) > 1) began = index
  return Math.max(0, cents.length - 1 - began)
}

const tokensOf = (entries: readonly Entry[]): number =>
  entries.reduce(
    (sum, { payload }) => sum + ((payload['cost'] as { tokens?: number } | undefined)?.tokens ?? 0),
    0,
  )
