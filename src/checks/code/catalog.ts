import type { BuiltInCheck } from '../check.ts'

/** Loopwright's own checks of generated code. */
export const checks: readonly BuiltInCheck[] = []
