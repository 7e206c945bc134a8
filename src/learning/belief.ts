/** What is believed of a number: its mean and how unsure that is. */
export type Belief = { readonly mean: number; readonly variance: number }

/** Two independent sources of knowledge about the same number. */
export function combined(prior: Belief, belief: Belief): Belief {
  if (!Number.isFinite(belief.variance)) return prior
  const weight = prior.variance / (prior.variance + belief.variance)
  return {
    mean: prior.mean + (belief.mean - prior.mean) * weight,
    variance: belief.variance * weight,
  }
}

/** What a rewritten text starts with: a part of what was believed of the old one, and no more than `most`. */
export function inherited(prior: Belief, parent: Belief, most: number): Belief {
  return combined(prior, { mean: parent.mean, variance: parent.variance / most })
}
