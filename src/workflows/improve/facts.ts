import type { Fact } from '../../model/entry.ts'
import type { EventName, Payload } from './events.ts'
import { type ImproveLive, stepOf } from './state.ts'

/** A fact, stamped with where the run is when it becomes true. */
export function fact<Name extends EventName>(
  state: ImproveLive,
  event: Name,
  payload: Payload<Name>,
  status = 'ok',
): Fact {
  const at = state.at === 'asking' ? state.held : state.at
  return {
    iteration: Math.max(1, state.iterations.length + (at === 'preparing' ? 1 : 0)),
    phase: at === 'ended' ? null : stepOf[at],
    step: state.at,
    event,
    status,
    payload,
  }
}

export const ended = (
  state: ImproveLive,
  outcome: Payload<'ended'>['outcome'],
  reason: string,
  more: Pick<Payload<'ended'>, 'by' | 'cost'> = {},
): Fact => fact(state, 'ended', { outcome, reason, ...more }, outcome)
