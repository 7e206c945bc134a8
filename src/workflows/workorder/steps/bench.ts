import type { CommonBench } from '../../../asking/ask-role.ts'
import type { OutcomeOf } from '../../../asking/outcome.ts'
import type { StepMeans } from '../../../asking/work-within.ts'
import type { AcceptanceResult } from '../../../checks/acceptance/acceptance-result.ts'
import type { Judgement } from '../../../checks/acceptance/judgement.ts'
import type { Measurement, TestMeasure } from '../../../checks/acceptance/measurement.ts'
import type { Asked } from '../../../checks/integrity/change.ts'
import type { IntegrityFinding } from '../../../checks/integrity/rule.ts'
import type { MutationReport } from '../../../checks/mutation-sample/mutant.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import type { Obligation } from '../../../model/obligation.ts'
import type { AsyncResult } from '../../../model/result.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { Blobs } from '../../../ports/blobs.ts'
import type { CheckoutPrint, OrderTree, RepositoryError } from '../../../ports/repository.ts'
import type { Assignment } from '../events.ts'
import type { Order } from '../order.ts'
import type { TaughtLesson } from '../prompt/guidelines.ts'
import type { CompilerError } from '../refining/records.ts'
import type { SanitizedFiles } from '../sanitizer/sanitize-files.ts'
import type { OrderCommand, OrderRun } from '../state.ts'

/** What earlier orders teach this one. */
export type Taught = {
  readonly template: {
    readonly id: string
    readonly number: number
    readonly text: string
    /** Of the template without its places for lessons. */
    readonly sha256: string
  }
  /** Every eligible lesson, on the shortlist or not. */
  readonly assignments: readonly Assignment[]
  /** Those that are on and not in the template. Never more than there are slots. */
  readonly taught: readonly TaughtLesson[]
  /** Texts by lesson: those that the template has a place for and that are not held out this time. */
  readonly promoted: Readonly<Record<string, string>>
}

export type Before = {
  readonly last: AcceptanceResult | null
  readonly before: AcceptanceResult | null
}

/** A project as it was measured, and what its compiler says of it. */
export type Measured = {
  readonly measurement: Measurement
  readonly errors: readonly CompilerError[]
}

export type ChangeToJudge = {
  readonly folder: string
  readonly before: Measurement
  readonly trees: { readonly before: FileTree; readonly after: FileTree }
  readonly paths: readonly string[]
  readonly asked: Asked
  /** The order in its own words. */
  readonly task: string
  readonly order: Order
  /** The agent that made the change. */
  readonly producer: string
  readonly threshold: number
  readonly mutationSeconds: number
}

export type Judged = {
  readonly judgement: Judgement
  readonly integrity: readonly IntegrityFinding[]
  readonly mutation: MutationReport | null
  /** What the change owes, and how it stands. */
  readonly obligations: readonly Obligation[]
  /** The end of what the tests printed; empty where they passed. */
  readonly output: string
  /** The configuration lets the agent that made the change judge it. */
  readonly selfJudgement: boolean
  /** How many tests there were, and errors of the build; null where nobody counted. */
  readonly counts?: {
    readonly tests: Pick<TestMeasure, 'passed' | 'failed' | 'skipped'>
    readonly buildErrors: number | null
  }
}

/** Who is asked first, and among whom it was chosen. */
export type Route = {
  readonly proposer: string
  readonly why: string
  readonly bound: Pick<OrderRun['setup'], 'proposers' | 'agents' | 'promptsSha256'>
}

type Commands = OrderRun['setup']['commands']

/** All that the steps of a run work with. */
export type OrderBench = CommonBench & {
  /** A proposer by its name, or `reviewer`. */
  agentFor(name: string): Agent
  readonly blobs: Blobs
  /** The commit that the change starts from. */
  baseFor(run: OrderRun): AsyncResult<string, string>
  openTree(base: string): AsyncResult<OrderTree, RepositoryError>
  /** What the user's own checkout looks like. */
  fingerprint(): AsyncResult<CheckoutPrint, RepositoryError>
  /** Builds, tests, lints and compiles a folder in a copy of it. */
  measure(folder: string, commands: Commands, signal: AbortSignal): AsyncResult<Measured, string>
  /** What an order asks for and cannot have at once, or not beside the tests of a project. */
  conflicts(order: Order, files: FileTree): Promise<readonly string[]>
  /** What the compiler says of a folder; only syntax is looked at where it has no compiler. */
  compile(folder: string, signal: AbortSignal): AsyncResult<readonly CompilerError[], string>
  /** Corrects what a machine can; null where there was nothing to correct. */
  sanitize(
    folder: string,
    files: FileTree,
    signal: AbortSignal,
  ): AsyncResult<SanitizedFiles | null, string>
  judge(change: ChangeToJudge, commands: Commands, signal: AbortSignal): AsyncResult<Judged, string>
  /** How the last orders of this kind were measured. */
  before(run: OrderRun): Promise<Before>
  /** Who is asked first, by complexity and what is left of the budget. */
  route(run: OrderRun): AsyncResult<Route, string>
  /** Whether the money of the day is enough to ask whoever tries next. */
  affords(run: OrderRun): AsyncResult<null, string>
  teach(run: OrderRun, proposer: string, slots: number): Promise<Taught>
  now(): string
}

export type StepBench = OrderBench & StepMeans

export type Outcome = OutcomeOf<OrderCommand>
