import { withWalls } from '../../obligations/walls.ts'
import { usedOf } from '../../model/caps.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { RunView } from '../../model/run-view.ts'
import { verdictAsJson } from '../../views/verdict.ts'
import { approvalGate, remaining } from './gate.ts'
import { obligationsOf } from './obligations.ts'
import { stateFile } from './kept-state.ts'
import type { Live } from './state.ts'
import { type DesignRun, filesOf } from './places.ts'

export type DesignView = ReturnType<typeof designViewOf>

/** A feature as people see it. */
export function designViewOf(
  workspace: Pick<Workspace, 'root' | 'config' | 'relative'>,
  { name, state, notices }: DesignRun,
) {
  const { setup, judged, spent } = state
  const files = filesOf(workspace, name)
  const fixed: readonly string[] = []
  const fresh = judged !== null && judged.intent === state.intent?.hash
  return {
    featureId: setup.featureId,
    runId: state.runId,
    state: state.at,
    /** Completed iterations before this one, from 0. */
    iteration: state.iteration,
    maxIterations: setup.maxIterations,
    remaining: remaining(state),
    threshold: setup.threshold,
    score: judged?.score ?? null,
    dimensions: judged?.dimensions ?? null,
    scores: state.scores,
    judged: fresh ? judged.intent : null,
    /** What was asked, and what is known about it; empty before an evaluation. */
    obligations: withWalls(obligationsOf(state), state.setup.agents),
    preview: judged?.preview ?? null,
    fixed,
    /** What the generator wants a person to know. */
    notes: state.notes,
    history: state.history,
    refused: state.refused.length,
    decision: state.decision,
    failure: state.at === 'FAILED' ? state.failure : null,
    checksum: state.at === 'FROZEN' ? (state.seal?.checksumSHA256 ?? null) : null,
    question: state.at === 'CANDIDATE' ? approvalGate(state).question : null,
    models: setup.models,
    notices,
    paths: {
      intent: workspace.relative(files.intent),
      preview: workspace.relative(files.preview),
      critique: workspace.relative(files.critique),
      marker: workspace.relative(files.frozen.marker),
    },
    used: {
      seconds: spent.activeMs / 1000,
      tokens: spent.tokens,
      costUsd: spent.costUsd,
    },
    updatedAt: state.updatedAt,
  }
}

/** For machines: state.json, and what can be done now. */
export const designAsJson = (state: Live, view: DesignView) => ({
  loopwright: 1,
  workflow: 'design',
  alias: view.featureId,
  status: statusOf(state),
  remaining_iterations: view.remaining,
  question: view.question,
  notices: view.notices,
  paths: view.paths,
  preview: view.preview,
  ...stateFile(state),
  score: view.score,
  ...verdictAsJson(view.obligations),
})

function statusOf(state: Live): RunView['status'] {
  switch (state.at) {
    case 'CANDIDATE':
      return 'waiting'
    case 'FROZEN':
      return state.seal === null ? 'running' : 'completed'
    case 'FAILED':
      return state.failure.code === 'aborted' || state.failure.code === 'stopped'
        ? 'stopped'
        : 'failed'
    case 'IDLE':
      return 'stopped'
    case 'GENERATING':
    case 'EVALUATING':
    case 'REVISING':
      return 'running'
  }
}

/** In the words all workflows share, scores from 0 to 1: for reports and lists. */
export function designRunView(
  workspace: Pick<Workspace, 'root' | 'config' | 'relative'>,
  { name, state }: DesignRun,
): RunView {
  const { setup, judged, best, spent, intent } = state
  const stop =
    state.at === 'FAILED'
      ? { code: state.failure.code, reason: state.failure.detail, passed: false, detail: {} }
      : state.at === 'FROZEN'
        ? { code: 'frozen', reason: 'frozen', passed: true, detail: {} }
        : null
  return {
    alias: setup.featureId,
    runId: state.runId,
    task: `design of ${setup.featureId} from ${setup.requirements.path}`,
    taskType: 'design',
    status: statusOf(state),
    iteration: Math.min(state.iteration + 1, setup.maxIterations),
    maxIterations: setup.maxIterations,
    phase: '',
    step: state.at,
    plan: [],
    lastScore: (judged?.score ?? 0) / 100,
    evaluation: evaluationOf(state),
    critique: [],
    artifact: intent?.text ?? null,
    artifactPath: workspace.relative(filesOf(workspace, name).intent),
    artifactStatus: artifactStatusOf(state),
    best: best && { hash: best.intent, score: best.score / 100, phase: '', iteration: 0 },
    stop,
    question: state.at === 'CANDIDATE' ? approvalGate(state).question : null,
    used: usedOf(spent),
    createdAt: state.startedAt,
    updatedAt: state.updatedAt,
  }
}

const dimensionsBelow = (dimensions: Readonly<Record<string, number>>, threshold: number) =>
  Object.entries(dimensions)
    .filter(([, score]) => score < threshold)
    .map(([name]) => name)

function evaluationOf({ judged, setup, scores }: Live): RunView['evaluation'] {
  if (judged === null) return null
  return {
    iteration: (scores.at(-1)?.iteration ?? 0) + 1,
    phase: '',
    score: judged.score / 100,
    threshold: setup.threshold / 100,
    passed: judged.score >= setup.threshold,
    failed: dimensionsBelow(judged.dimensions, setup.threshold),
    warnings: [],
    rules: Object.entries(judged.dimensions).map(([id, score]) => ({
      id,
      verdict: score >= setup.threshold ? 'pass' : 'fail',
      details: `${score} of 100`,
    })),
    artifact: judged.intent,
  }
}

function artifactStatusOf({ intent, judged }: Live): RunView['artifactStatus'] {
  if (intent === null) return 'not_created'
  if (judged === null) return 'unevaluated'
  return judged.intent === intent.hash ? 'evaluated' : 'stale'
}
