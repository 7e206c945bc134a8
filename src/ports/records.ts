import type { Counted, Effectiveness } from '../model/records-effectiveness.ts'
import type {
  ImprovementRow,
  IterationLogRow,
  IterationRow,
  NewImprovement,
  NewIteration,
  NewIterationLog,
} from '../model/records-improvements.ts'
import type {
  ApplicationRow,
  EnhancementRow,
  NewApplication,
  NewEnhancement,
  NewPromptVersion,
  PromptVersionRow,
} from '../model/records-lessons.ts'
import type { MeasuredOrders, NewOrder, OrderRow, OrderStatus } from '../model/records-orders.ts'
import type {
  AttemptRow,
  ExperimentRow,
  FailureRow,
  NewAttempt,
  NewExperiment,
  NewFailure,
  NewSuccessMetrics,
  SuccessMetricsRow,
} from '../model/records-outcomes.ts'
import type { AsyncResult } from '../model/result.ts'

/**
 * What was learned from, kept in tables. Ids come from the caller, and saving the same again changes
 * nothing: what a crash left out is saved once more. A database that fails throws.
 */
export type Records = OrderRecords &
  OutcomeRecords &
  LessonRecords &
  PromptRecords &
  ImprovementRecords &
  IterationRecords & { close(): Promise<void> }

export type OrderRecords = {
  saveOrder(order: NewOrder): Promise<void>
  order(id: string): Promise<OrderRow | null>
  /** The queue of a status: the lowest score first, what was never measured last. */
  ordersWith(status: OrderStatus): Promise<readonly OrderRow[]>
  /** The last orders that were measured, of the output type, else of the project, else of all. */
  lastMeasured(wanted: MeasuredWanted): Promise<MeasuredOrders | null>
}

export type MeasuredWanted = {
  readonly outputType: string
  readonly project: string | null
  /** An order that is not looked at, such as the one that is about to run. */
  readonly except?: string
  readonly count?: number
}

export type Proposer = { readonly proposer: string; readonly band?: string }

export type FailuresWanted = {
  readonly since?: string
  /** Only those with this error among their codes. */
  readonly code?: string
} & Partial<Proposer>

export type OutcomeRecords = {
  addFailure(failure: NewFailure): Promise<void>
  failures(wanted?: FailuresWanted): Promise<readonly FailureRow[]>
  /** Takes every attempt; of a proposer and band the latest fifty stay. */
  recordAttempt(attempt: NewAttempt): Promise<void>
  /** The latest first. */
  attempts(of: Required<Proposer>): Promise<readonly AttemptRow[]>
  saveSuccessMetrics(metrics: NewSuccessMetrics): Promise<void>
  successMetrics(of: Proposer): Promise<readonly SuccessMetricsRow[]>
  saveExperiment(experiment: NewExperiment): Promise<void>
  /** Without those that were put away. */
  experiments(): Promise<readonly ExperimentRow[]>
  /** Puts away what was completed before; tells how many. */
  archiveExperiments(completedBefore: string, at: string): Promise<number>
}

export type LessonRecords = {
  saveEnhancement(enhancement: NewEnhancement): Promise<void>
  enhancement(id: string): Promise<EnhancementRow | null>
  enhancements(wanted?: { readonly active?: boolean }): Promise<readonly EnhancementRow[]>
  /** Appends; an outcome that was not known yet is filled in, a known one never changes. */
  recordApplications(applications: readonly NewApplication[]): Promise<void>
  /** In the order in which they happened. */
  applications(wanted?: ApplicationsWanted): Promise<readonly ApplicationRow[]>
  /** Tells of all applications of some lessons, in the order in which they happened, without holding them. */
  eachApplication(
    enhancementIds: readonly string[],
    take: (row: ApplicationRow) => void,
  ): Promise<void>
  /** Counts and rates of all lessons, by a fixed number of statements; what was counted is not counted again. */
  effectiveness(counted?: Counted): Promise<readonly Effectiveness[]>
  /** Keeps the counted figures with their lessons, and when they were counted. */
  keepEffectiveness(figures: readonly Effectiveness[], at: string): Promise<void>
}

export type ApplicationsWanted = {
  readonly enhancementId?: string
  readonly orderId?: string
}

export type PromptRecords = {
  /** Saves the text; which version is in use is changed by activatePrompt alone. */
  savePromptVersion(version: NewPromptVersion): Promise<void>
  promptVersions(type: string): Promise<readonly PromptVersionRow[]>
  activePrompt(type: string): Promise<PromptVersionRow | null>
  activatePrompt(id: string, at: string): AsyncResult<PromptVersionRow, PromptRefusal>
  /** Puts the parent of this version in use again; nothing happens where that was done already. */
  rollBackPrompt(id: string, at: string): AsyncResult<PromptVersionRow, PromptRefusal>
  /** How often a version was used so far, and how well that went. */
  savePromptUse(
    id: string,
    use: Pick<PromptVersionRow, 'usage_count' | 'avg_success_rate'>,
  ): Promise<void>
}

export type PromptRefusal =
  | { readonly type: 'unknown' }
  | { readonly type: 'no-parent' }
  | { readonly type: 'not-active'; readonly active: string | null }

export type ImprovementRecords = {
  proposeImprovement(
    improvement: NewImprovement,
  ): AsyncResult<ImprovementRow, { readonly type: 'pending'; readonly id: string }>
  /** What the loop over whole applications knows of an improvement, newer than what was saved before. */
  saveImprovement(improvement: NewImprovement): Promise<void>
  improvement(id: string): Promise<ImprovementRow | null>
  improvements(status?: ImprovementRow['status']): Promise<readonly ImprovementRow[]>
  /** Improvement, prompt and lesson change together or not at all. */
  approveImprovement(approval: Approval): AsyncResult<ImprovementRow, ImprovementRefusal>
  rejectImprovement(decision: Decision): AsyncResult<ImprovementRow, ImprovementRefusal>
}

export type Decision = {
  readonly id: string
  readonly by: string
  readonly at: string
  readonly reason?: string
}

export type Approval = Decision & {
  /** Saved and put in use. */
  readonly prompt?: NewPromptVersion
  /** The lesson as it is from now on. */
  readonly enhancement?: NewEnhancement
}

export type ImprovementRefusal =
  | { readonly type: 'unknown' }
  | {
      readonly type: 'decided'
      readonly status: ImprovementRow['status']
      readonly by: string | null
    }
  /** Another prompt version has the number: look again, and number it anew. */
  | { readonly type: 'number-taken'; readonly by: string }

export type IterationRecords = {
  saveIteration(iteration: NewIteration): Promise<void>
  iteration(id: string): Promise<IterationRow | null>
  iterations(project?: string): Promise<readonly IterationRow[]>
  saveIterationLogs(logs: readonly NewIterationLog[]): Promise<void>
  /** In the order in which the orders were worked on. */
  iterationLogs(iteration: string): Promise<readonly IterationLogRow[]>
}
