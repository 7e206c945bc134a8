import type { Fact } from '../../model/entry.ts'
import type { EventName, Payload } from './events.ts'
import type { GanLive } from './state.ts'

/** A fact, stamped with where the run is when it becomes true. */
export function fact<Name extends EventName>(
  state: GanLive,
  event: Name,
  payload: Payload<Name>,
  status = 'ok',
): Fact {
  return { iteration: state.iteration, phase: null, step: state.at, event, status, payload }
}

export const ended = (
  state: GanLive,
  outcome: Payload<'ended'>['outcome'],
  reason: string,
  by?: string,
): Fact => fact(state, 'ended', { outcome, reason, ...(by === undefined ? {} : { by }) }, outcome)
