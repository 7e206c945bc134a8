import { type Problem, usageProblem } from './problem.ts'

/** A value or a reason why not. Failures that can happen are values; bugs throw. */
export type Result<Value, Failure = Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure }

export type AsyncResult<Value, Failure = Problem> = Promise<Result<Value, Failure>>

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
})

export const err = <Failure>(error: Failure): { readonly ok: false; readonly error: Failure } => ({
  ok: false,
  error,
})

export const usageError = (...said: Parameters<typeof usageProblem>) => err(usageProblem(...said))
