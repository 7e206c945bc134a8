import type { Problem } from '../../model/problem.ts'

/** What went wrong, as a value: also where a foreign configuration would be followed that nobody agreed to. */
export async function problemOf(error: unknown): Promise<Problem> {
  const { Untrusted } = await import('../../app/trust.ts')
  if (error instanceof Untrusted) return error.problem
  const { translateError } = await import('../cli/translate-error.ts')
  return translateError(error)
}

export const problemText = ({ what, where, todo }: Problem): string =>
  [
    what,
    ...(where === undefined ? [] : [`at ${where}`]),
    ...(todo === undefined ? [] : [`→ ${todo}`]),
  ].join('\n')
