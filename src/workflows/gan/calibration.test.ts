import { describe, expect, test } from 'vitest'
import { baselineOf, CalibrationLog, emptyLog, nextProjectNumber, withRun } from './calibration.ts'
import { begun, live, orders, sprint, sprints } from './sample-run.contract.ts'
import type { GanLive } from './state.ts'

const project = (number: number, changes: object = {}) => ({
  run_id: `run-${number}`,
  project_id: `project-${number}`,
  number,
  started_at: '2026-01-01T00:00:00.000Z',
  outcome: 'passed',
  overall_score: 0.8,
  findings: 2,
  ...changes,
})
const log = (...projects: readonly ReturnType<typeof project>[]): CalibrationLog => ({
  ...emptyLog,
  projects: [...projects],
})
const twice = (first: number, second: number): GanLive =>
  live(begun({ projectNumber: 5 }, ...sprint('site', first), orders.again(second)).state)

describe('the calibration log', () => {
  test('0.18, 0.22: counts the projects of the workspace, removed and failed ones too', () => {
    expect(nextProjectNumber(emptyLog)).toBe(1)
    expect(nextProjectNumber(log(project(1), project(4, { outcome: 'failed' })))).toBe(5)
  })

  test('tells each run once, in the order of their numbers, and leaves all others as they are', () => {
    const before = log(project(2), project(7))
    const started = withRun(before, live(begun({ projectNumber: 3 }).state))
    expect(started.projects.map(({ number }) => number)).toEqual([2, 3, 7])
    expect(started.projects[1]).toMatchObject({ outcome: null, overall_score: null })
    const ended = withRun(started, live(begun({ projectNumber: 3 }, ...sprint('site', 0.8)).state))
    expect(ended.projects).toHaveLength(3)
    expect(ended.projects[1]).toMatchObject({ outcome: 'passed', overall_score: 0.8, findings: 0 })
    expect(ended.projects.filter(({ number }) => number !== 3)).toEqual(before.projects)
    expect(CalibrationLog.parse(JSON.parse(JSON.stringify(ended)))).toEqual(ended)
  })

  test('0.22: two evaluations more than 0.10 apart are a warning, and the lower one is the score of the project', () => {
    const apart = withRun(emptyLog, twice(0.9, 0.75))
    expect(apart.calibrations).toEqual([
      {
        run_id: 'bakery-1',
        iteration: 1,
        first_score: 0.9,
        second_score: 0.75,
        divergence: 0.15,
        warning: true,
      },
    ])
    expect(apart.projects[0]?.overall_score).toBe(0.75)
    expect(withRun(emptyLog, twice(0.9, 0.8)).calibrations[0]?.warning).toBe(false)
    expect(withRun(apart, twice(0.8, 0.8)).calibrations).toHaveLength(1)
    expect(withRun(emptyLog, live(begun({}, ...sprints(0.5)).state)).calibrations).toEqual([])
  })

  test('0.12: the baseline is the mean of what passed or was accepted, and there is none before', () => {
    expect(baselineOf(emptyLog)).toBeNull()
    expect(
      baselineOf(log(project(1, { outcome: 'failed' }), project(2, { outcome: null }))),
    ).toBeNull()
    expect(
      baselineOf(
        log(
          project(1, { overall_score: 0.8, findings: 1 }),
          project(2, { overall_score: 0.6, findings: 4, outcome: 'accepted_by_user' }),
          project(3, { overall_score: 0.1, outcome: 'stopped' }),
          project(4, { overall_score: null }),
        ),
      ),
    ).toEqual({ overall: 0.7, findings: 2.5, projects: 2 })
  })
})
