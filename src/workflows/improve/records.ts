import type { z } from 'zod'
import { recordIdOf } from '../../model/records-sampling.ts'
import type {
  NewImprovement,
  NewIteration,
  NewIterationLog,
} from '../../model/records-improvements.ts'
import { JsonObject } from '../../model/records-values.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { Records } from '../../ports/records.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { allImproves } from './all-runs.ts'
import { analyse } from './analysis.ts'
import { baselineOf, itself } from './autonomy.ts'
import { actualImpact } from './impact.ts'
import type { OpenImprove } from './runs.ts'
import { macroDimensions } from './scoring/score.ts'
import type { ImproveLive, Improvement, Iteration } from './state.ts'

const idOf = ({ runId, startedAt }: ImproveLive, ...parts: readonly (string | number)[]): string =>
  recordIdOf('improve', runId, startedAt, ...parts)

/** Keeps in tables what the journal of a run says. Done again it changes nothing. */
export async function keepIterations(
  workspace: Pick<Workspace, 'records'>,
  { state }: Pick<OpenImprove, 'state'>,
): AsyncResult<null> {
  const opened = await workspace.records()
  if (!opened.ok) return opened
  const records = opened.value
  const numbered = (await records.iterations(state.setup.project)).map(({ id }) => id)
  for (const iteration of state.iterations) {
    const id = idOf(state, 'iteration', iteration.number)
    const place = numbered.indexOf(id)
    const number = place < 0 ? numbered.push(id) : place + 1
    await records.saveIteration(iterationRow(state, iteration, number))
    await records.saveIterationLogs(await logRows(records, state, iteration))
  }
  for (const row of improvementRows(state)) await records.saveImprovement(row)
  for (const improvement of state.improvements) await teach(records, state, improvement)
  return ok(null)
}

/** The records, once they hold what a crash or a full disk kept out; null where nothing was recorded. */
export async function openHealedRecords(workspace: Workspace): AsyncResult<Records | null> {
  const { runs } = await allImproves(workspace)
  for (const state of runs) {
    const isAtRest = state.at === 'asking' || state.at === 'ended'
    if (!isAtRest || state.setup.trial !== undefined) continue
    const saved = await keepIterations(workspace, { state })
    if (!saved.ok) return saved
  }
  return workspace.hasRecords() ? workspace.records() : ok(null)
}

/** Iterations of a project are counted over all runs. */
function iterationRow(state: ImproveLive, iteration: Iteration, number: number): NewIteration {
  const { built, score, spent, version, changed, endedAt, human } = iteration
  // one that reached the target, or was built alone, is looked at by code alone
  const analysis =
    iteration.analysis ??
    (score === null ? null : analyse(state.iterations.slice(0, iteration.number)))
  const orders = built?.orders ?? []
  const succeeded = orders.filter(({ status }) => status === 'completed').length
  const isLast = iteration === state.iterations.at(-1)
  const scores = macroDimensions.map((name) => [
    `${name}_score`,
    score === null || score.dimensions[name].absent === true
      ? null
      : Math.max(1, Math.round(score.dimensions[name].score)),
  ])
  return {
    id: idOf(state, 'iteration', iteration.number),
    iteration_number: number,
    project_name: state.setup.project,
    moose_version: version.commit,
    started_at: iteration.startedAt,
    completed_at: endedAt,
    status: score !== null ? 'completed' : isLast && state.at !== 'ended' ? 'running' : 'failed',
    total_work_orders: orders.length,
    work_orders_succeeded: succeeded,
    work_orders_failed: orders.length - succeeded,
    total_execution_time_seconds: Math.round(spent.activeMs / 1000),
    total_cost_usd: spent.costUsd,
    ...Object.fromEntries(scores),
    overall_score: score?.overall ?? null,
    human_quality_score: human?.score ?? null,
    builds_successfully: score?.builds ?? null,
    tests_pass: score?.testsPass ?? null,
    lint_errors: score?.lintErrors ?? null,
    moose_files_modified: changed.length > 0,
    isolation_verified: score?.isolationVerified ?? false,
    scoring_details: score === null ? null : asJson(score),
    analysis_summary:
      analysis === null
        ? null
        : asJson({ patterns: analysis.patterns, compared: analysis.compared }),
    analysis_details: analysis === null ? null : asJson(analysis),
    failures_by_class: analysis === null ? null : asJson(analysis.failures),
    what_worked: analysis?.worked.join('\n') ?? null,
    what_failed: analysis?.failed.join('\n') ?? null,
    improvements_made:
      state.improvements
        .filter(({ from, status }) => from === iteration.number && status === 'applied')
        .map(({ id, proposal }) => `${id}: ${proposal.description}`)
        .join('\n') || null,
  }
}

const asJson = (value: unknown): z.output<typeof JsonObject> =>
  JsonObject.parse(JSON.parse(JSON.stringify(value)))

/** Logs of the orders that the records know. */
async function logRows(
  records: Records,
  state: ImproveLive,
  { number, built }: Iteration,
): Promise<readonly NewIterationLog[]> {
  const rows: NewIterationLog[] = []
  for (const order of built?.orders ?? []) {
    if ((await records.order(order.recordId)) === null) continue
    rows.push({
      id: idOf(state, 'log', number, order.runId),
      iteration_id: idOf(state, 'iteration', number),
      work_order_id: order.recordId,
      execution_order: order.number,
      started_at: order.startedAt,
      completed_at: order.endedAt,
      duration_seconds: order.seconds,
      status: order.status,
      files_modified: order.files,
      lines_added: order.added,
      lines_deleted: order.deleted,
      pr_merged: order.integrated,
      proposer_used: order.proposer,
      aider_model: order.model,
      prompt_tokens: order.promptTokens,
      completion_tokens: order.completionTokens,
      cost_usd: order.costUsd,
      compilation_errors: order.compilationErrors,
      test_results: order.tests,
      acceptance_result: order.acceptance === null ? null : asJson(order.acceptance),
    })
  }
  return rows
}

/** Every proposal with what became of it. */
const improvementRows = (state: ImproveLive): readonly NewImprovement[] =>
  state.iterations.flatMap(({ number, proposals, endedAt }) =>
    proposals.map((proposal): NewImprovement => {
      const made = state.improvements.find(({ id }) => id === proposal.id)
      const next = state.iterations.find((each) => each.number === number + 1)
      const isSkipped = state.skipped.includes(proposal.id)
      const isLate = made === undefined && !isSkipped && state.at === 'ended'
      return {
        id: idOf(state, 'improvement', proposal.id),
        from_iteration_id: idOf(state, 'iteration', number),
        to_iteration_id:
          made?.status === 'applied' && next !== undefined
            ? idOf(state, 'iteration', next.number)
            : null,
        improvement_type: proposal.type,
        description: proposal.description,
        files_changed: made?.files ?? proposal.changes.map(({ path }) => path),
        git_commit_hash: made?.commit ?? null,
        expected_impact: proposal.expected_impact,
        actual_impact: made === undefined ? null : actualImpact(state, made),
        proposed_at: endedAt ?? state.updatedAt,
        approved_at: made?.approvedAt ?? null,
        approved_by:
          made === undefined
            ? null
            : state.setup.mode === 'autonomous' && made.approvedBy === itself
              ? itself
              : 'human',
        proposal_details: asJson({
          ...proposal,
          run: state.runId,
          baseline: idOf(state, 'iteration', baselineOf(state, number)?.number ?? number),
          approved_by: made?.approvedBy ?? null,
          ...(made?.differences === undefined ? {} : { differences: made.differences }),
        }),
        status: made?.status ?? (isSkipped || isLate ? 'rejected' : 'pending_approval'),
        decision_reason:
          made?.rolledBack?.reason ??
          (made?.reason
            ? made.reason
            : isSkipped
              ? 'skipped at the gate'
              : isLate
                ? 'the loop ended before anybody decided'
                : null),
      }
    }),
  )

/** Macro to micro: a lesson that was approved at the gate is in the prompts of work orders, until it is taken back. */
async function teach(
  records: Records,
  state: ImproveLive,
  { proposal, status, approvedAt, rolledBack }: Improvement,
): Promise<void> {
  if (proposal.lesson === null || status !== 'applied') return
  const id = idOf(state, 'lesson', proposal.id)
  const known = await records.enhancement(id)
  if (known !== null && (rolledBack === null || !known.is_active)) return
  await records.saveEnhancement({
    ...known,
    id,
    created_at: known?.created_at ?? approvedAt,
    updated_at: rolledBack === null ? approvedAt : state.updatedAt,
    error_code: proposal.lesson.error_code,
    enhancement_text: proposal.lesson.text,
    is_active: rolledBack === null,
    improvement_reason:
      `From iteration ${state.improvements.find((each) => each.proposal === proposal)?.from ?? 1} of ${state.runId}: ${proposal.rationale}`.slice(
        0,
        1_000,
      ),
    stage: rolledBack === null ? 'candidate' : 'retired',
    stage_reason:
      rolledBack === null ? 'approved in the loop over whole applications' : rolledBack.reason,
    stage_since: rolledBack === null ? approvedAt : state.updatedAt,
    token_count: Math.ceil(proposal.lesson.text.length / 4),
    origin: 'macro',
  })
}
