import type { Fact } from '../../model/entry.ts'
import type { EventName, Payload, RunOutcome } from './events.ts'
import type { OrderLive } from './state.ts'

/** A fact, stamped with where the run is when it becomes true. */
export function fact<Name extends EventName>(
  state: OrderLive,
  event: Name,
  payload: Payload<Name>,
  status = 'ok',
): Fact {
  return { iteration: state.attempt, phase: null, step: state.at, event, status, payload }
}

export const ended = (
  state: OrderLive,
  outcome: RunOutcome,
  reason: string,
  more: Pick<Payload<'ended'>, 'by' | 'cost'> = {},
): Fact => fact(state, 'ended', { outcome, reason, ...more }, outcome)
