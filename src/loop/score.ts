import type { Rule } from '../model/rule.ts'

/** The verdict of one rule. `warn` is how a rule that does not block fails; `na` does not apply. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'na'

type Weighed = { readonly rule: Pick<Rule, 'weight'>; readonly verdict: Verdict }

/** Passed weight over active weight. Rules that do not apply count on neither side; nothing to weigh is 1. */
export function score(judged: readonly Weighed[]): number {
  const active = judged.filter(({ verdict }) => verdict !== 'na')
  const total = sum(active)
  return total === 0 ? 1 : sum(active.filter(({ verdict }) => verdict === 'pass')) / total
}

const sum = (judged: readonly Weighed[]) => judged.reduce((all, { rule }) => all + rule.weight, 0)

/** Sums of weights are floats: 0.1 + 0.7 must reach a threshold of 0.8. */
export const reaches = (value: number, threshold: number): boolean => value >= threshold - 1e-9
