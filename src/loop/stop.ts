/** One reason to stop, as data. Rules are asked in order; the first that holds is the reason. */
export type StopRule<Facts, Reason extends string> = {
  readonly reason: Reason
  holds(facts: Facts): boolean
}

export function firstStop<Facts, Reason extends string>(
  rules: readonly StopRule<Facts, Reason>[],
  facts: Facts,
): Reason | null {
  return rules.find((rule) => rule.holds(facts))?.reason ?? null
}
