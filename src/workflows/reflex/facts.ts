import { addCost, type Cost } from '../../asking/meter.ts'
import type { Fact } from '../../model/entry.ts'
import type { EventName, Payload, StopCode } from './events.ts'
import type { Begun } from './state.ts'
import { budgetSpent, completedSeconds, type Used } from './stop-rules.ts'

/** A fact, stamped with where the run is when it becomes true. */
export function fact<Name extends EventName>(
  run: Begun,
  event: Name,
  payload: Payload<Name>,
  status = 'ok',
): Fact {
  return { iteration: run.iteration, phase: run.phase, step: run.step, event, status, payload }
}

type StopDetail = {
  readonly used?: Used
  readonly passed?: boolean
  readonly reason?: string | undefined
  readonly by?: string | undefined
  readonly cap?: string
}

export function stopped(run: Begun, code: StopCode, detail: StopDetail): Fact {
  const status =
    code === 'threshold_reached' || code === 'no_major_issues' ? 'completed' : 'stopped'
  const budget =
    code === 'budget_exceeded' && detail.used ? budgetReport(run, detail.used, detail.cap) : {}
  return fact(
    run,
    'stopped',
    {
      reason: detail.reason ?? code,
      code,
      status,
      passed: detail.passed ?? false,
      ...(detail.by === undefined ? {} : { by: detail.by }),
      ...budget,
    },
    status,
  )
}

function budgetReport(run: Begun, used: Used, cap: string | undefined) {
  const most = run.setup.max_completed_phase_seconds
  const completed = completedSeconds(used.completedMs)
  return {
    cap: cap ?? budgetSpent(run.setup, used),
    completed_phase_seconds: completed,
    max_completed_phase_seconds: most,
    overshoot_seconds: most === null ? 0 : Math.max(0, completed - most),
    last_completed_step: run.step,
  }
}

export const usedAfter = (run: Begun, cost: Cost): Used => ({
  completedMs: run.completedMs + run.pendingMs + cost.ms,
  spent: addCost(run.spent, cost),
})
