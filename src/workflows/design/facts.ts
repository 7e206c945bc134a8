import type { Refusal } from '../../loop/machine.ts'
import type { Fact } from '../../model/entry.ts'
import { ok, type Result } from '../../model/result.ts'
import type { EventName, Payload } from './events.ts'
import type { At, Live } from './state.ts'
import type { DesignStateName } from './transitions.ts'

/** A fact, stamped with where the feature is when it becomes true. */
export function fact<Name extends EventName>(
  state: Live,
  event: Name,
  payload: Payload<Name>,
  status = 'ok',
): Fact {
  return { iteration: state.iteration, phase: null, step: state.at, event, status, payload }
}

export const failed = (state: Live, payload: Payload<'failed'>): Fact =>
  fact(state, 'failed', payload, 'failed')

type Wish = { readonly to: DesignStateName; readonly trigger: string; readonly by: string }

/** A transition that is not allowed from here: recorded as a violation, and the state stays. */
export const refused = (state: Live, { to, trigger, by }: Wish): Fact =>
  fact(state, 'transition_refused', { from: state.at, to, trigger, by }, 'refused')

/** The same as a decision: nothing else follows from the wish. */
export const violation = (
  state: Live,
  to: Live['at'],
  trigger: string,
  by = 'loopwright',
): Result<readonly Fact[], Refusal> => ok([refused(state, { to, trigger, by })])

/** Where no iteration is left, another generation would be wasted: the run ends before it. */
export function revision(state: At<'REVISING'>, findings: number): readonly Fact[] {
  const { iteration, setup, rejections } = state
  const event = fact(state, 'revision_prepared', {
    findings,
    feedback: rejections.map(({ feedback }) => feedback),
  })
  if (iteration < setup.maxIterations) return [event]
  const detail = `score ${state.judged?.score ?? 0}, threshold ${setup.threshold}, after ${setup.maxIterations} of ${setup.maxIterations} iterations`
  const generating: Live = { ...state, at: 'GENERATING', given: null }
  return [event, failed(generating, { code: 'max_iterations', detail })]
}
