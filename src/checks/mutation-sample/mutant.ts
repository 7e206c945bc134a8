import type { TextEdit } from '../../model/finding.ts'
import type { RuleFinding } from '../../rules/rule.ts'

/** A file as it is after a change, with the lines (from 1) that the change wrote or touched. */
export type ChangedFile = {
  readonly path: string
  readonly text: string
  readonly lines: ReadonlySet<number>
  /** The text before the change, null for a new file: bugs are then planted only in what was written. */
  readonly before?: string | null
}

export type Operator =
  | 'condition'
  | 'comparison'
  | 'boundary'
  | 'arithmetic'
  | 'logical'
  | 'removed-statement'
  | 'number'
  | 'string'
  | 'boolean'
  | 'return-value'
  | 'removed-await'
  | 'optional-chaining'
  | 'method-swap'
  | 'emptied'
  | 'pattern'

/** The statement, or the body of an arrow (which has an end), that must run before a bug can show. */
export type Site = { readonly start: number; readonly end: number | null }

/** One small bug, planted on a line of the change. */
export type Mutant = {
  readonly id: string
  readonly path: string
  readonly line: number
  readonly column: number
  readonly operator: Operator
  /** The function it stands in, `(module)` outside of all. */
  readonly scope: string
  /** The code it changes, and what it becomes; short enough for one line. */
  readonly before: string
  readonly after: string
  readonly edit: TextEdit
  readonly site: Site
}

export type MutantSample = {
  readonly files: readonly ChangedFile[]
  /** In the order they are to be tried: many functions first. */
  readonly mutants: readonly Mutant[]
  /** How many were possible. */
  readonly possible: number
  /** Files that export nothing: they are started, not imported, and unit tests seldom load them. */
  readonly programs: readonly string[]
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[]
}

/** How a project's tests are started. `vitest` may run only the tests that reach the mutated file. */
export type TestCommand =
  | { readonly runner: 'vitest'; readonly options: readonly string[] }
  | { readonly runner: 'other'; readonly argv: readonly [string, ...string[]] }

export type TrialPlan = {
  readonly tests: TestCommand
  /** Tells whether a surviving mutant compiles at all; one that does not is no bug the tests missed. */
  readonly compile?: readonly [string, ...string[]]
  /** Time that all runs together may take. */
  readonly budgetSeconds: number
}

/** `timed-out` counts as noticed, `broken` and `not-run` do not count. */
export type Fate = 'killed' | 'survived' | 'timed-out' | 'broken' | 'not-run'

export type Trial = {
  readonly mutant: Mutant
  readonly fate: Fate
  /** False where the tests were seen not to run the mutated statement; a program is then not tried. */
  readonly reached: boolean
}

export type Score = {
  readonly noticed: number
  readonly of: number
  readonly share: number
  /** The 95 % interval after Wilson. */
  readonly low: number
  readonly high: number
}

export type MutationFinding = RuleFinding & {
  readonly rule: 'mutation/survivor' | 'mutation/unreached' | 'mutation/nothing-noticed'
}

/** `na`: the change has no code that could be mutated. `could-not-check` is never a pass. */
export type MutationVerdict = 'pass' | 'warn' | 'fail' | 'na' | 'could-not-check'

export type MutationReport = {
  readonly verdict: MutationVerdict
  readonly reason: string
  readonly score: Score | null
  readonly trials: readonly Trial[]
  readonly findings: readonly MutationFinding[]
  readonly spentMs: number
}
