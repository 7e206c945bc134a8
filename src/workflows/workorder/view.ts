import { withWalls } from '../../obligations/walls.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { type Allowed, withStatus } from '../../obligations/verdict.ts'
import type { RunView } from '../../model/run-view.ts'
import { verdictAsJson } from '../../views/verdict.ts'
import { commonJson, commonRunView, commonView, statusIn } from '../../views/staged-run.ts'
import { blockingIn } from './compile-decision.ts'
import { analyticsBandOf } from './complexity/complexity.ts'
import { gateFor } from './gate.ts'
import { allowedIn, obligationsOf, orderVerdict } from './obligations.ts'
import { errorContext } from './refining/error-context.ts'
import { escalationOf } from './retry.ts'
import { needsNoPerson } from './routing/escalation.ts'
import { statusOf as recordedStatus } from './status.ts'
import type { OrderLive } from './state.ts'
import { filesOf } from './orders.ts'

export type OrderView = ReturnType<typeof orderViewOf>

/** An order as people see it. */
export function orderViewOf(
  workspace: Pick<Workspace, 'config' | 'relative' | 'root'>,
  state: OrderLive,
) {
  const { setup, measured, proposal, delivered, runId, briefing } = state
  const files = filesOf(workspace, runId)
  const acceptance = measured?.acceptance ?? null
  const shown = (path: string) => workspace.relative(path)
  return {
    ...commonView(state, state.at === 'asking' ? gateFor(state) : null),
    runId,
    title: setup.order.title,
    state: state.at,
    status: recordedStatus(state),
    attempt: state.attempt,
    attempts: setup.attempts,
    proposer: state.proposer,
    why: briefing?.why ?? setup.complexity.why,
    complexity: { score: setup.complexity.score, band: setup.complexity.band },
    threshold: setup.threshold,
    score: acceptance?.acceptance_score ?? null,
    dimensions: acceptance?.dimension_scores ?? null,
    ...measuredView(measured),
    ...obligationsView(state),
    guidelines: (briefing?.guidelines ?? []).map(({ kind, code, text }) => ({ kind, code, text })),
    errors:
      state.firstCompiled === null || state.compiled === null
        ? null
        : {
            first: state.firstCompiled.errorsBefore,
            last: blockingIn(state.compiled).length,
            cycles: state.cycles.length + Math.max(0, state.reviews.length - 1),
          },
    failed: state.failed.map(({ attempt, proposer, failure_class, error }) => ({
      attempt,
      proposer,
      class: failure_class,
      error,
    })),
    change: proposal?.counts ?? null,
    branch: delivered?.branch ?? null,
    commit: delivered?.commit ?? null,
    worktree: `.loopwright/worktrees/${runId}`,
    paths: {
      folder: shown(files.folder),
      patch: shown(files.patch),
      pullRequest: shown(files.pullRequest),
      acceptance: shown(files.acceptance),
    },
    plan: setup.plan,
  }
}

function measuredView(measured: OrderLive['measured']) {
  const acceptance = measured?.acceptance
  const mutation = measured?.mutation ?? null
  return {
    facts:
      acceptance === undefined
        ? null
        : {
            todos: acceptance.todo_count,
            coverage: acceptance.test_coverage_percent,
            lintErrors: acceptance.lint_errors,
            testsPassed: acceptance.tests_passed,
            buildPassed: acceptance.build_passed,
          },
    objections: (measured?.objections ?? []).map(({ rule, path, line, message }) => ({
      rule,
      where: path === null ? 'the change' : `${path}${line === null ? '' : `:${line}`}`,
      message,
    })),
    warnings: measured?.warnings ?? 0,
    mutation: mutation === null ? null : { noticed: mutation.killed, of: mutation.tried },
    notes: measured?.notes ?? [],
  }
}

/** What was asked of the change that was measured, and how it stands. */
function obligationsView(state: OrderLive) {
  const { measured, setup } = state
  const allowed: Allowed = measured === null ? {} : allowedIn({ measured })
  const owed = measured === null ? [] : obligationsOf({ ...state, measured })
  return { obligations: withWalls(owed, setup.agents), allowed }
}

/** Whether a person decided what no check could. */
const isDecidedByPerson = ({ obligations }: Pick<OrderView, 'obligations'>): boolean =>
  obligations.some(({ decided_by, status }) => decided_by === 'person' && status === 'met')

/** What is known of the trouble, and whether the recommendation is safe enough to follow without a person. */
function escalationJson(state: Extract<OrderLive, { readonly at: 'asking' }>) {
  const { trigger } = state
  if (trigger === 'undecided_obligations' || trigger === 'checkout_touched') return null
  const escalation = escalationOf(state, trigger)
  const hardStop = state.setup.complexity.strongest
  return { ...escalation, needs_person: !needsNoPerson(escalation, { hardStop }) }
}

/** For machines: what is known of the order, and what can be done now. */
export const orderAsJson = (state: OrderLive, view: OrderView) =>
  commonJson('workorder', view.runId, view, {
    id: state.setup.orderId,
    title: view.title,
    status: view.status,
    state: view.state,
    outcome: view.outcome,
    reason: view.reason,
    attempt: view.attempt,
    attempts: view.attempts,
    proposer: view.proposer,
    complexity_score: view.complexity.score,
    complexity_band: view.complexity.band,
    complexity_overview_band: analyticsBandOf(view.complexity.score),
    threshold: view.threshold,
    acceptance_result: state.measured?.acceptance ?? null,
    ...verdictAsJson(view.obligations, view.allowed),
    objections: view.objections,
    mutation: view.mutation,
    guidelines: view.guidelines,
    prompt_sha256: state.briefing?.prompt ?? null,
    compiler_errors: view.errors,
    failed_attempts: state.failed.map((failed) => ({
      ...failed,
      error_context: errorContext({ message: failed.error }),
    })),
    change: view.change,
    branch: view.branch,
    commit: view.commit,
    question: view.question,
    options: view.options,
    escalation: state.at === 'asking' ? escalationJson(state) : null,
    paths: view.paths,
    plan: view.plan,
  })

const runStatusOf = (state: OrderLive, view: OrderView): RunView['status'] =>
  statusIn(
    state,
    {
      completed: isDecidedByPerson(view) ? 'accepted_by_user' : 'completed',
      failed: 'failed',
      needs_review: 'needs_review',
      needs_rework: 'needs_rework',
      stopped: 'stopped',
      cap_reached: 'stopped',
    },
    'starting',
  )

/** In the words all workflows share: for reports and lists. */
export function orderRunView(
  workspace: Pick<Workspace, 'config' | 'relative' | 'root'>,
  state: OrderLive,
): RunView {
  const view = orderViewOf(workspace, state)
  const { setup, measured, proposal } = state
  return {
    ...commonRunView(state, view, 'completed'),
    task: setup.order.title,
    taskType: 'work order',
    status: runStatusOf(state, view),
    iteration: state.attempt,
    maxIterations: setup.attempts,
    lastScore: (view.score ?? 0) / 10,
    evaluation: evaluationOf(state),
    obligations: view.obligations,
    artifact: proposal?.tree ?? null,
    artifactPath: view.paths.patch,
    artifactStatus:
      proposal === null ? 'not_created' : measured === null ? 'unevaluated' : 'evaluated',
  }
}

function evaluationOf(state: OrderLive): RunView['evaluation'] {
  const { measured, setup, attempt } = state
  if (measured === null) return null
  const { acceptance, tree } = measured
  const run = { ...state, measured }
  const rules = Object.entries(acceptance.dimension_scores).map(([id, score]) => ({
    id,
    verdict: score >= setup.threshold ? ('pass' as const) : ('fail' as const),
    details: `${score} of 10`,
  }))
  return {
    iteration: attempt,
    phase: '',
    score: acceptance.acceptance_score / 10,
    threshold: setup.threshold / 10,
    passed: orderVerdict(run).verdict === 'accepted',
    failed: [
      ...rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id),
      ...withStatus(obligationsOf(run), 'unmet').map(({ id }) => id),
    ],
    warnings: [],
    rules,
    artifact: tree,
  }
}
