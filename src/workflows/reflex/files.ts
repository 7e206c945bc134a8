import { join } from 'node:path'
import type { ProjectedFile } from '../../ports/projection.ts'
import type { ReflexState } from './state.ts'
import { completedSeconds } from './stop-rules.ts'

type Live = Exclude<ReflexState, { at: 'nowhere' }>

/** The 3+1 files of a run. history.jsonl is the journal; the others are projections of it. */
export function runFolder(root: string, alias: string) {
  const folder = join(root, alias)
  return {
    folder,
    run: join(folder, 'run.json'),
    history: join(folder, 'history.jsonl'),
    artifact: join(folder, 'artifact.md'),
  }
}

export const pointerPath = (root: string): string => join(root, 'current.json')

/**
 * run.json and current.json as the state says they must be. The pointer is left alone while it
 * points to another loop that is active.
 */
export function projectRun(
  root: string,
  state: Live,
  otherIsActive: () => Promise<boolean>,
): readonly ProjectedFile[] {
  const own = state.at === 'ended' ? null : json(pointer(state))
  return [
    {
      path: runFolder(root, state.setup.task_alias).run,
      content: async () => json(runJson(state)),
    },
    {
      path: pointerPath(root),
      content: async () => ((await otherIsActive()) ? undefined : own),
    },
  ]
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const pointer = (state: Live) => ({
  active_run_id: state.runId,
  task_alias: state.setup.task_alias,
  status: 'running',
  updated_at: state.updatedAt,
})

/** The state in the shape that people and other tools read. It never holds the artifact's content. */
export function runJson(state: Live) {
  const { setup } = state
  return {
    run_id: state.runId,
    task_alias: setup.task_alias,
    status: state.at === 'ended' ? state.status : 'running',
    iteration: state.iteration,
    max_iterations: setup.max_iterations,
    phase: state.phase,
    current_step: state.step,
    task: { prompt: setup.task.prompt, ideal_result: setup.task.ideal_result },
    criteria: setup.criteria,
    plan: state.plan,
    prepared_checks: state.checks,
    evaluation: state.evaluation,
    critique: state.critique === null ? null : { issues: state.critique },
    stop: state.at === 'ended' ? stopOf(state) : { passed: false, reason: '' },
    last_score: state.lastScore,
    stagnation_count: state.stagnation,
    max_completed_phase_seconds: setup.max_completed_phase_seconds,
    completed_phase_seconds: completedSeconds(state.completedMs),
    phase_started_epoch_seconds:
      state.at === 'working' ? Math.floor(Date.parse(state.updatedAt) / 1000) : null,
    created_at: state.createdAt,
    updated_at: state.updatedAt,
  }
}

function stopOf({ stop }: Extract<ReflexState, { at: 'ended' }>) {
  return { passed: stop.passed, reason: stop.reason, code: stop.code, ...stop.detail }
}
