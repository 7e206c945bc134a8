export type ScopeFacts = {
  readonly files: number
  readonly criteria: number
  readonly dependencies: number
  /** Tokens of context the order needs; 1000 where nobody said. */
  readonly tokens?: number
  readonly risk: 'low' | 'medium' | 'high'
}

export type ScopeVerdict = 'healthy' | 'review_recommended' | 'likely_oversized'

const riskShare = { high: 1, medium: 0.6, low: 0.3 } as const

/** How large an order is, two decimals; it may exceed 1. */
export function scopeScore({
  files,
  criteria,
  dependencies,
  tokens = 1_000,
  risk,
}: ScopeFacts): number {
  const sum =
    (files / 6) * 0.35 +
    (criteria / 8) * 0.25 +
    (dependencies / 4) * 0.15 +
    (tokens / 4_000) * 0.15 +
    riskShare[risk] * 0.1
  return Math.round(sum * 100 + 1e-9) / 100
}

export function scopeVerdict(score: number): ScopeVerdict {
  if (score < 0.55) return 'healthy'
  return score < 0.7 ? 'review_recommended' : 'likely_oversized'
}

/** A first guess from counts alone, for orders nobody has described yet. */
export function roughComplexity(order: {
  readonly criteria: number
  readonly files: number
  readonly contextBudget: number
}): number {
  const sum =
    Math.min(0.1 * order.criteria, 0.5) +
    Math.min(0.05 * order.files, 0.3) +
    // a budget below the usual one does not make the rest easier
    Math.max(0, Math.min((order.contextBudget - 2_000) / 8_000, 0.2))
  return Math.round(sum * 1_000) / 1_000
}
