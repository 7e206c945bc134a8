export const gateLimits = {
  /** So many errors are still let through with a warning. */
  mostWarned: 5,
  reviewIterations: 2,
} as const

export type CompilationGate =
  | { readonly type: 'proceed' }
  | { readonly type: 'warn'; readonly compilation_warnings: number }
  | { readonly type: 'review'; readonly iteration: number }
  | { readonly type: 'escalate'; readonly escalation_reason: string }

/**
 * What the errors that are left mean. The counts are those of every look so far: the first before any
 * review, then one after each review iteration.
 */
export function compilationGate(counts: readonly number[]): CompilationGate {
  const now = counts.at(-1) ?? 0
  const before = counts.at(-2)
  if (now === 0) return { type: 'proceed' }
  if (before !== undefined && now > before)
    return {
      type: 'escalate',
      escalation_reason: `a review raised the compiler errors from ${before} to ${now}`,
    }
  if (now <= gateLimits.mostWarned) return { type: 'warn', compilation_warnings: now }
  const reviews = Math.max(0, counts.length - 1)
  if (reviews < gateLimits.reviewIterations) return { type: 'review', iteration: reviews + 1 }
  return {
    type: 'escalate',
    escalation_reason: `${now} compiler errors are left after ${reviews} reviews`,
  }
}
