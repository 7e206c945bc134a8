import type { RunView } from '../../model/run-view.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { verdictAsJson } from '../../views/verdict.ts'
import { commonJson, commonRunView, commonView, statusIn } from '../../views/staged-run.ts'
import { gateFor } from './gate.ts'
import { actualImpact } from './impact.ts'
import { branchId, projectOf } from './project.ts'
import { reportPath } from './runs.ts'
import { macroDimensions } from './scoring/score.ts'
import { type ImproveLive, lastOf, scoreOf, stepOf } from './state.ts'
import { inARow, notYet, owedBy } from './stop-rule.ts'

type Placed = Pick<Workspace, 'config' | 'relative' | 'root' | 'privateFolder'>

export type ImproveView = ReturnType<typeof improveViewOf>

/** A run as people see it. */
export function improveViewOf(workspace: Placed, state: ImproveLive) {
  const { setup, runId, iterations } = state
  const last = lastOf(state)
  const reported = iterations.findLast(({ score }) => score !== null)
  const at = state.at === 'asking' ? state.held : state.at
  return {
    ...commonView(state, state.at === 'asking' ? gateFor(state) : null),
    id: runId,
    project: setup.project,
    mode: setup.mode,
    target: setup.target,
    consecutive: setup.consecutive,
    maxIterations: setup.maxIterations,
    step: at === 'ended' ? '' : stepOf[at],
    inARow: inARow(state),
    notYet: last?.score == null ? [] : notYet(last),
    iterations: iterations.map((each) => ({
      number: each.number,
      score: scoreOf(each),
      human: each.human?.score ?? null,
      dimensions: Object.fromEntries(
        macroDimensions.map((name) => [name, each.score?.dimensions[name].score ?? null]),
      ),
      orders: each.built?.orders.length ?? 0,
      completed: each.built?.orders.filter(({ status }) => status === 'completed').length ?? 0,
      version: each.version.commit.slice(0, 10),
      seconds: each.spent.activeMs / 1000,
      costUsd: each.spent.costUsd,
      summary: each.score?.summary ?? '',
    })),
    improvements: state.improvements.map((each) => ({
      id: each.id,
      status: each.rolledBack === null ? each.status : ('rolled back' as const),
      description: each.proposal.description,
      reason: each.rolledBack?.reason ?? each.reason,
      commit: each.commit,
      from: each.from,
      expected: each.proposal.expected_impact,
      actual: actualImpact(state, each),
      easier: each.proposal.easier,
    })),
    proposals: last?.proposals ?? [],
    obligations: last === undefined ? [] : owedBy(last),
    branch: state.head === null ? null : `loopwright/${branchId(runId)}`,
    paths: {
      project:
        last === undefined ? '' : workspace.relative(projectOf(workspace, state, last.number)),
      report:
        reported === undefined || setup.trial !== undefined
          ? ''
          : workspace.relative(reportPath(workspace, runId, reported.number)),
    },
  }
}

/** For machines: what is known of the run, and what can be done now. */
export const improveAsJson = (state: ImproveLive, view: ImproveView) =>
  commonJson('improve', view.id, view, {
    project: view.project,
    mode: view.mode,
    status: state.at === 'ended' ? state.outcome : state.at,
    outcome: view.outcome,
    reason: view.reason,
    target: view.target,
    in_a_row: view.inARow,
    not_yet: view.notYet,
    iterations: state.iterations,
    improvements: view.improvements,
    proposals: view.proposals,
    ...verdictAsJson(view.obligations, { selfJudgement: false }),
    question: view.question,
    options: view.options,
    branch: view.branch,
    paths: view.paths,
  })

const statusOf = (state: ImproveLive): RunView['status'] =>
  statusIn(state, {
    target_reached: 'completed',
    failed: 'failed',
    scored: 'needs_review',
    iteration_limit: 'needs_review',
    stopped: 'stopped',
    cap_reached: 'stopped',
  })

/** In the words all workflows share: for reports and lists. */
export function improveRunView(workspace: Placed, state: ImproveLive): RunView {
  const view = improveViewOf(workspace, state)
  const last = lastOf(state)
  const scores = state.iterations.flatMap((each) => scoreOf(each) ?? [])
  return {
    ...commonRunView(state, view, 'target_reached'),
    task: view.project,
    taskType: 'improve',
    status: statusOf(state),
    iteration: Math.max(1, state.iterations.length),
    maxIterations: state.setup.maxIterations,
    phase: view.step,
    lastScore: (scores.at(-1) ?? 0) / 10,
    obligations: view.obligations,
    critique: view.proposals.map(({ cause, description }) => ({ rule: cause, fix: description })),
    artifact: last?.built?.commit ?? null,
    artifactPath: view.paths.project,
    artifactStatus:
      last?.built == null ? 'not_created' : last.score === null ? 'unevaluated' : 'evaluated',
  }
}
