import { markTask } from '../../checks/track/plan-text.ts'
import type { GateAnswer } from '../../model/gate.ts'
import type { Asking } from './gate.ts'
import { decidedBy } from './people.ts'
import type { TrackLive, TrackRun, TrackWorking } from './state.ts'
import { beginFix, enter, isExecuted, judged, runOf, withPlan } from './transitions.ts'

/** Where a track goes on after a person's word. */
export function answered(state: Asking, answer: GateAnswer, at: string): TrackLive {
  const words = (answer.feedback ?? '').trim()
  const { task, held } = state
  const run: TrackRun = {
    ...runOf(state),
    guidance: words === '' ? state.guidance : [...state.guidance, words],
    blockers: state.blockers.map((each) => ({ ...each, status: 'RESOLVED' })),
    failures: [],
    round: state.round + 1,
  }
  const reopened = (mark: Parameters<typeof markTask>[2]): TrackRun =>
    task === undefined ? run : withPlan(run, markTask(run.plan, task, mark))
  const fixOnce = (): TrackWorking => {
    const allowed = { ...run, maxFixCycles: run.maxFixCycles + 1 }
    return held === 'evaluating' ? beginFix(allowed, at) : { ...allowed, at: held }
  }
  switch (answer.option) {
    case 'met':
    case 'unmet': {
      const decided = { ...run, decided: decidedBy(state, answer) }
      return held === 'evaluating' ? judged(decided, at) : { ...decided, at: held }
    }
    case 'another_fix':
      return fixOnce()
    case 'by_hand':
      return state.trigger === 'fix_limit'
        ? { ...fixOnce(), byHand: true }
        : { ...reopened({ status: 'todo' }), at: held, byHand: true }
    case 'revise_plan':
      return enter({ ...reopened({ status: 'todo' }), planFailures: 0 }, 'planning', at)
    case 'evaluate_again':
      return enter({ ...run, planFailures: 0 }, 'evaluating-plan', at)
    case 'approve':
      return enter({ ...run, planFailures: 0 }, 'executing', at)
    case 'go_on':
      return { ...run, at: held, maxSteps: run.maxSteps + run.setup.maxSteps }
    case 'defer': {
      const deferred = reopened({ status: 'deferred', reason: words })
      return isExecuted(deferred.plan)
        ? enter(deferred, 'evaluating', at)
        : { ...deferred, at: held }
    }
    case 'keep':
      return { ...run, round: state.round, touchAllowed: true, at: held }
    case 'retry':
    case 'reply':
      return { ...reopened({ status: 'todo' }), at: held }
    default:
      return { ...state, ...run }
  }
}
