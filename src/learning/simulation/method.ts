import type { Interval } from '../standing.ts'

/** Something that happened to a lesson, and what was believed of it then. */
export type Move = {
  readonly lesson: number
  readonly to: 'promoted' | 'retired'
  /** Comparisons (or, where nothing is compared, applications and controls) so far. */
  readonly seen: number
  /** The difference of error rates as estimated at that time. */
  readonly estimate: number
}

export type Estimate = Interval & { readonly lesson: number }

/** What a method is told of one work order when it is over. */
export type Happened = {
  readonly order: number
  readonly eligible: readonly number[]
  /** By lesson: 1 where its error occurred. */
  readonly failed: Uint8Array
  readonly guardrailFailed: boolean
}

/** One way to choose lessons and to learn from what happened. */
export type Method = {
  /** Which lessons a work order gets; `compared` are those that a later comparison counts. */
  plan(
    order: number,
    eligible: readonly number[],
  ): { readonly on: readonly number[]; readonly compared: readonly number[] }
  learn(happened: Happened): void
  /** Called every fifteen work orders. */
  decide(): readonly Move[]
  /** Intervals of 95 % at the end, where a method has some. */
  estimates(): readonly Estimate[]
}

export const methodNames = [
  'none',
  'seed-delta',
  'seed-base',
  'rand-seed',
  'z-peek',
  'bayes-peek',
  'ours',
  'oracle',
  'ours-soft',
  'ours-strict',
  'ours-no-thompson',
  'ours-no-guardrail',
] as const
export type MethodName = (typeof methodNames)[number]

/** The comparison of the benchmark; the rest are variations of ours. */
export const mainMethods: readonly MethodName[] = methodNames.slice(0, 8)
