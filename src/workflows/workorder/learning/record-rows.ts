import type { ApplicationRow, NewApplication } from '../../../model/records-lessons.ts'
import type { NewOrder } from '../../../model/records-orders.ts'
import {
  FailureCategory,
  type NewAttempt,
  type NewFailure,
} from '../../../model/records-outcomes.ts'
import { keepsSuccess, recordIdOf } from '../../../model/records-sampling.ts'
import type { OrderSetup } from '../events.ts'
import { type Attempt, occurred, type Story } from '../lessons/story.ts'
import { errorCodes, errorSamples } from '../refining/compiler-errors.ts'
import { failureCategory, isSuccess } from '../refining/failure-facts.ts'
import { aPerson, type OrderLive } from '../state.ts'
import { statusOf } from '../status.ts'

/** What the prompt's figures have of this order already. */
export type Counted = { readonly prompt_counted?: true; readonly prompt_succeeded?: true }

export function orderRow(state: OrderLive, story: Story, counted: Counted): NewOrder {
  const { setup, measured } = state
  const { order, complexity } = setup
  return {
    id: setup.orderId,
    created_at: state.startedAt,
    updated_at: state.updatedAt,
    title: order.title,
    description: order.description,
    status: statusOf(state),
    risk_level: order.risk_level,
    project_name: setup.project,
    proposer_id: state.proposer,
    actual_cost: state.spent.costUsd,
    metadata: JSON.parse(JSON.stringify(metadataOf(state, story, counted))),
    acceptance_criteria: order.acceptance_criteria,
    files_in_scope: order.files_in_scope,
    context_budget_estimate: order.context_budget_estimate,
    complexity_score: complexity.score,
    retry_count: state.failed.length,
    github_branch: state.delivered?.branch ?? null,
    acceptance_result: measured?.acceptance ?? null,
  }
}

/** What has no column of its own. Codes are those that lessons are held against. */
function metadataOf(state: OrderLive, story: Story, counted: Counted) {
  const { setup, briefing, measured } = state
  const last = state.failed.at(-1)
  const deltas = briefing?.guidelines.filter(({ kind }) => kind === 'delta').length ?? 0
  return {
    expected_output_type: setup.order.expected_output_type,
    run_id: state.runId,
    complexity_band: setup.complexity.band,
    attempts: story.attempts.length,
    codes: [...new Set([...(story.firstCodes ?? []), ...(measured?.codes ?? [])])].toSorted(),
    ...(setup.plan === null ? {} : { plan: setup.plan }),
    ...(setup.parent === null ? {} : { parent: setup.parent }),
    ...(briefing === null
      ? {}
      : {
          briefed_at: story.briefedAt,
          prompt: briefing.prompt,
          template: briefing.template,
          guidelines: briefing.guidelines,
          lesson_slots: Math.max(0, setup.mostGuidelines - deltas),
        }),
    ...(measured === null
      ? {}
      : {
          objections: measured.objections,
          warnings: measured.warnings,
          mutation: measured.mutation,
        }),
    ...(last === undefined
      ? {}
      : {
          failure_class: last.failure_class,
          failure_category: last.failure_category,
          error: last.error,
        }),
    ...(state.delivered === null ? {} : { commit: state.delivered.commit }),
    ...(state.at === 'asking' ? { trigger: state.trigger, detail: state.detail } : {}),
    ...(state.at === 'ended' ? { outcome: state.outcome, reason: state.reason } : {}),
    ...counted,
  }
}

export type AttemptRows = { readonly attempt: NewAttempt; readonly failure: NewFailure | null }

/** proposer_attempts takes every attempt that ended, proposer_failures all failures and one success in ten. */
export const attemptRows = (
  setup: OrderSetup,
  { attempts, ended }: Story,
): readonly AttemptRows[] =>
  attempts.flatMap((attempt, index) => {
    if (attempt.proposer === aPerson) return []
    // whether a measured change is accepted is known when the order ends
    if (attempt.end?.type === 'measured' && ended === null) return []
    const isLast = index === attempts.length - 1
    const accepted = isLast && ended?.outcome === 'completed'
    return rowsOf(setup, attempt, { number: index + 1, accepted }) ?? []
  })

function rowsOf(
  setup: OrderSetup,
  attempt: Attempt,
  { number, accepted }: { readonly number: number; readonly accepted: boolean },
): AttemptRows | null {
  const { end, best, proposer, cycles } = attempt
  if (end === null) return null
  const { orderId, complexity } = setup
  const finalErrors = best?.errors.length ?? 0
  const success = accepted && isSuccess(finalErrors, best?.violations ?? [])
  const row = {
    created_at: end.at,
    work_order_id: orderId,
    proposer_name: proposer,
    complexity_band: complexity.band,
    final_errors: finalErrors,
    refinement_count: cycles,
  }
  const isKept = !success || keepsSuccess(orderId)
  return {
    attempt: { ...row, id: recordIdOf('attempt', orderId, number), was_success: success },
    failure: isKept
      ? {
          ...row,
          ...compilerFields(attempt),
          id: recordIdOf('failure', orderId, number),
          complexity_score: complexity.score,
          is_success: success,
          failure_category: success ? null : categoryOf(attempt),
        }
      : null,
  }
}

/** Errors before the sanitizer, after it, and after the last cycle are three figures. */
function compilerFields({ first, best }: Attempt) {
  const errors = [...(first?.errors ?? []), ...(best?.errors ?? [])]
  const initial = first?.errors.length ?? 0
  return {
    raw_errors: first?.errorsBefore ?? null,
    initial_errors: initial,
    refinement_success: (best?.errors.length ?? 0) < initial,
    error_codes: [...errorCodes(errors)],
    error_samples: [...errorSamples(first?.errors ?? [])],
    sanitizer_changes: first?.sanitizer?.changes_made ?? [],
    sanitizer_functions_triggered: first?.sanitizer?.telemetry.functions_triggered ?? 0,
  }
}

function categoryOf({ best, end }: Attempt) {
  const category = FailureCategory.safeParse(end?.type === 'failed' ? end.category : undefined)
  return category.success
    ? category.data
    : failureCategory(best?.errors ?? [], best?.violations ?? [])
}

/** enhancement_applications: one row for every lesson that was eligible, once the run has ended. */
export function applicationRows(
  state: OrderLive,
  story: Story,
  { model, toolVersion }: { readonly model: string; readonly toolVersion: string },
): readonly NewApplication[] {
  const { briefing, setup } = state
  const { ended } = story
  if (briefing === null || ended === null) return []
  const accepted = ended.outcome === 'completed'
  // what a person mended says nothing about what an agent was told
  const byHand = story.attempts.at(-1)?.proposer === aPerson
  const isMeasured = ended.outcome !== 'stopped' && !byHand
  return briefing.assignments.map(
    ({ lessonId, version, code, shortlisted, probability, on }): NewApplication => ({
      enhancement_id: lessonId,
      enhancement_version: version,
      work_order_id: setup.orderId,
      // when the outcome was known: evidence is folded in this order
      applied_at: ended.at,
      probability,
      is_on: on,
      shortlisted,
      complexity_band: setup.complexity.band,
      proposer_name: briefing.proposer,
      output_type: setup.order.expected_output_type,
      ...outcomeOf(isMeasured ? occurred(code, story) : null, accepted),
      model,
      prompt_hash: briefing.template.sha256,
      tool_version: toolVersion,
    }),
  )
}

const outcomeOf = (
  occurs: boolean | null,
  accepted: boolean,
): Pick<ApplicationRow, 'target_failed' | 'guardrail_failed'> => ({
  target_failed: occurs,
  guardrail_failed: occurs === null ? null : !accepted,
})
