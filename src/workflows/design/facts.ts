import type { Fact } from '../../model/entry.ts'
import type { EventName, Payload } from './events.ts'
import type { Live } from './state.ts'
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
