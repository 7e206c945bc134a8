import type { FailureCategory } from '../../model/records-outcomes.ts'
import { hasFewerErrors } from './refining/compiler-errors.ts'
import { failureCategory } from './refining/failure-facts.ts'
import { nextRefinement, recordCycle } from './refining/next-refinement.ts'
import type { CompilerError, ContractViolation, Strategy } from './refining/records.ts'
import type { OrderRun } from './state.ts'

type Said = {
  readonly errors: readonly CompilerError[]
  readonly violations: readonly ContractViolation[]
}

export type AfterCompiling =
  | { readonly type: 'measure'; readonly warnings: number }
  | {
      readonly type: 'refine'
      readonly cycle: number
      readonly strategy: Strategy
      readonly by: 'proposer' | 'reviewer'
      readonly warning: string | null
    }
  | { readonly type: 'fail'; readonly why: string; readonly category: FailureCategory }

/** What must go before a change is measured: compiler errors, and contracts that it breaks. */
export const blockingIn = ({ errors, violations }: Said): readonly CompilerError[] => [
  ...errors,
  ...violations
    .filter(({ kind }) => kind === 'breaking')
    .map(({ path, name, detail }) => ({
      code: 'CONTRACT',
      message: `${name}: ${detail}`,
      path,
      line: null,
      column: null,
    })),
]

/** Whether a compiled change is gone on with: what is worse than an earlier one is not. */
export function isKept({ compiled }: OrderRun, said: Said): boolean {
  if (compiled === null) return true
  const [before, after] = [blockingIn(compiled), blockingIn(said)]
  return after.length <= before.length || hasFewerErrors(before, after)
}

/** Cycles of the proposer first; a reviewer where too much is left; then it has failed. */
export function afterCompiling(run: OrderRun, said: Said): AfterCompiling {
  const blocking = blockingIn(said)
  const { cycle, cycles, reviews } = run
  const best = run.compiled === null || isKept(run, said) ? said : run.compiled
  const before = run.compiled === null ? 0 : blockingIn(run.compiled).length
  const count = { before, after: blocking.length }
  if (cycle?.by === 'reviewer') return reviewed(said, [...reviews, blocking.length])
  const history = cycle === null ? cycles : [...cycles, recordCycle(cycles, cycle.strategy, count)]
  const next = nextRefinement(history, blockingIn(best))
  switch (next.type) {
    case 'done':
      return { type: 'measure', warnings: 0 }
    case 'refine':
      return { ...next, by: 'proposer' }
    case 'abort':
      return reviewed(best, [blockingIn(best).length])
  }
}

/** An answer that changed nothing is not compiled again: a reviewer is asked where too much is left, and nobody twice. */
export function unrefined({ compiled, cycle }: OrderRun): AfterCompiling {
  const said = compiled ?? { errors: [], violations: [] }
  if (cycle?.by !== 'reviewer') return reviewed(said, [blockingIn(said).length])
  const category = failureCategory(said.errors, said.violations)
  const left = blockingIn(said).length
  return { type: 'fail', why: `the reviewer changed nothing; ${left} errors are left`, category }
}

function reviewed(said: Said, counts: readonly number[]): AfterCompiling {
  const category = failureCategory(said.errors, said.violations)
  const gate = compilationGate(counts)
  switch (gate.type) {
    case 'proceed':
      return { type: 'measure', warnings: 0 }
    case 'warn':
      return category === 'contract_violation'
        ? { type: 'fail', why: `it breaks ${broken(said)}`, category }
        : { type: 'measure', warnings: gate.compilation_warnings }
    case 'review':
      return {
        type: 'refine',
        cycle: gate.iteration,
        strategy: 'aggressive_fixes',
        by: 'reviewer',
        warning: null,
      }
    case 'escalate':
      return { type: 'fail', why: gate.escalation_reason, category }
  }
}

const broken = ({ violations }: Said): string =>
  violations
    .filter(({ kind }) => kind === 'breaking')
    .map(({ path, name }) => `${name} of ${path}`)
    .join(', ')

const gateLimits = {
  /** So many errors are still let through with a warning. */
  mostWarned: 5,
  reviewIterations: 2,
} as const

type CompilationGate =
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
