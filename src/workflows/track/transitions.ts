import { withoutPlace } from '../../loop/stages.ts'
import { createHash } from 'node:crypto'
import { addCost, type Cost } from '../../asking/meter.ts'
import { readPlan } from '../../checks/track/plan.ts'
import { readyTasks, stuckTasks } from '../../checks/track/plan-order.ts'
import { addFixPhase } from '../../checks/track/plan-text.ts'
import { stepOf, type TrackRun, type TrackWorking, type Working } from './state.ts'
import { issuesOf, trackVerdict } from './verdict.ts'

/**
 * Into another step: it is counted, and what belonged to the last one is over. Where nothing is left to
 * execute, the evaluation comes next.
 */
export function enter(run: TrackRun, to: Working, now: string): TrackWorking {
  const at = to === 'executing' && isExecuted(run.plan) ? 'evaluating' : to
  return {
    ...run,
    at,
    steps: run.steps + 1,
    times: {
      ...closed(run, stepOf[at], now),
      [stepOf[at]]: { started_at: now, completed_at: null },
    },
    failures: [],
    byHand: false,
    touchAllowed: false,
    ...(at === 'evaluating' ? { evaluated: null } : {}),
    ...(at === 'evaluating-plan' ? { planEvaluated: null } : {}),
  }
}

/** Whatever step was open ended now. */
export const closed = ({ times }: TrackRun, to: string, now: string): TrackRun['times'] =>
  Object.fromEntries(
    Object.entries(times).map(([step, time]) => [
      step,
      time.completed_at === null && (step !== to || to === 'COMPLETE')
        ? { ...time, completed_at: now }
        : time,
    ]),
  )

export const moved = (state: TrackRun, commit: string | null): Pick<TrackRun, 'head'> => ({
  head: commit ?? state.head,
})

export const withPlan = <Run extends TrackRun>(run: Run, plan: string): Run =>
  plan === run.plan ? run : { ...run, plan, texts: [...run.texts, hashOf(plan)] }

export const spending = <State extends TrackRun>(state: State, cost: Cost): State => ({
  ...state,
  spent: addCost(state.spent, cost),
})

/** What is true of the run wherever it is. */
export const runOf = (state: TrackRun): TrackRun => withoutPlace(state)

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Whether no task is left, neither one that can be executed nor one that waits. */
export const isExecuted = (plan: string): boolean => {
  const read = readPlan(plan)
  return readyTasks(read, 1).length === 0 && stuckTasks(read).length === 0
}

/** What becomes of an evaluation: on to the documents, back to the fixer, or to a person. */
export function judged(run: TrackRun, at: string): TrackWorking {
  const { evaluated } = run
  if (evaluated === null) return { ...run, at: 'evaluating' }
  switch (trackVerdict({ ...run, evaluated })) {
    case 'accepted':
      return enter(run, evaluated.syncRequired ? 'syncing' : 'completing', at)
    case 'not_accepted':
      return run.fixCycles >= run.maxFixCycles ? { ...run, at: 'evaluating' } : beginFix(run, at)
    case 'undecided':
      return { ...run, at: 'evaluating' }
  }
}

/** 3.1: a fix cycle is counted once, here, when it begins. */
export function beginFix(run: TrackRun, at: string): TrackWorking {
  const cycle = run.fixCycles + 1
  const { evaluated } = run
  const issues = evaluated === null ? [] : issuesOf({ ...run, evaluated })
  const fixes = issues.map((issue) => ({ issue, acceptance: 'the evaluation finds it no more' }))
  const date = at.slice(0, 10)
  const findings = (evaluated?.runs ?? [])
    .filter(({ verdict }) => verdict === 'FAIL')
    .map((each) => ({ evaluator: each.evaluator, issues: each.issues.length }))
  const begun = { cycle, date, issues, fixes: [], remaining: [], commit: null, findings }
  const cycles = [...run.cycles, begun]
  const plan = addFixPhase(run.plan, { cycle, date, fixes })
  return enter(withPlan({ ...run, fixCycles: cycle, cycles }, plan), 'fixing', at)
}
