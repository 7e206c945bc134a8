import { z } from 'zod'
import type { Baseline } from './events.ts'
import type { GanLive } from './state.ts'

const Project = z.object({
  run_id: z.string(),
  project_id: z.string(),
  number: z.number().int().positive(),
  started_at: z.string(),
  outcome: z.string().nullable(),
  overall_score: z.number().nullable(),
  findings: z.number().nullable(),
})

const Calibration = z.object({
  run_id: z.string(),
  iteration: z.number().int(),
  first_score: z.number(),
  second_score: z.number(),
  divergence: z.number(),
  warning: z.boolean(),
})

/** calibration-log.json: every project of the workspace, and where two evaluations were compared. */
export const CalibrationLog = z.object({
  version: z.literal(1),
  projects: z.array(Project),
  calibrations: z.array(Calibration),
})
export type CalibrationLog = z.infer<typeof CalibrationLog>

export const emptyLog: CalibrationLog = { version: 1, projects: [], calibrations: [] }

/** How far two evaluations of one build may lie apart. */
const agreement = 0.1

export const isApart = (divergence: number): boolean => divergence > agreement + 1e-9

/** The log with what is now known of a run; other runs stay as they are, removed ones too. */
export function withRun(log: CalibrationLog, run: GanLive): CalibrationLog {
  const { runId, setup, evaluation, second, startedAt } = run
  const project = {
    run_id: runId,
    project_id: setup.projectId,
    number: setup.projectNumber,
    started_at: startedAt,
    outcome: run.at === 'ended' ? run.outcome : null,
    overall_score: run.comparable.at(-1) ?? evaluation?.overall ?? null,
    findings: evaluation?.findings ?? null,
  }
  const first = run.evaluations.find(({ iteration }) => iteration === second?.iteration)
  const calibrations =
    second === null || first === undefined
      ? []
      : [
          {
            run_id: runId,
            iteration: second.iteration,
            first_score: first.overall,
            second_score: second.overall,
            divergence: second.divergence,
            warning: isApart(second.divergence),
          },
        ]
  const others = <Each extends { run_id: string }>(list: readonly Each[]) =>
    list.filter((each) => each.run_id !== runId)
  return {
    version: 1,
    projects: [...others(log.projects), project].toSorted(
      (one, other) => one.number - other.number,
    ),
    calibrations: [...others(log.calibrations), ...calibrations],
  }
}

export const nextProjectNumber = ({ projects }: CalibrationLog): number =>
  Math.max(0, ...projects.map(({ number }) => number)) + 1

/** The mean of what ended projects scored; null before the first. */
export function baselineOf({ projects }: CalibrationLog): Baseline | null {
  const done = projects.flatMap(({ outcome, overall_score: overall, findings }) =>
    outcome === 'passed' || outcome === 'accepted_by_user'
      ? overall === null
        ? []
        : [{ overall, findings: findings ?? 0 }]
      : [],
  )
  if (done.length === 0) return null
  const mean = (values: readonly number[]) =>
    Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1e6) / 1e6
  return {
    overall: mean(done.map(({ overall }) => overall)),
    findings: mean(done.map(({ findings }) => findings)),
    projects: done.length,
  }
}

/** How often in a row a project has ended without passing. */
export function failuresBefore({ projects }: CalibrationLog, projectId: string): number {
  const ended = projects.filter((each) => each.project_id === projectId && each.outcome !== null)
  const last = ended.findLastIndex(({ outcome }) => outcome === 'passed')
  return ended.length - last - 1
}
