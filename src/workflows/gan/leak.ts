const leaks: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a score', /\bScore\s*:/i],
  ['feedback', /\bFeedback\s*:/i],
  ['a verdict', /\bVerdict\s*:/i],
  ['an iteration', /\bIteration\s+\d+/i],
  ['an earlier evaluator', /\b(?:previous|prior)\s+evaluator\b/i],
]

/**
 * What an evaluator must not be told: it judges with fresh eyes, so nothing of an earlier judgement
 * may stand in its prompt. Null where nothing leaks.
 */
export const leakIn = (prompt: string): string | null =>
  leaks.find(([, pattern]) => pattern.test(prompt))?.[0] ?? null
