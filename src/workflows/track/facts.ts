import type { Fact } from '../../model/entry.ts'
import type { EventName, Payload, TrackOutcome } from './events.ts'
import { stepOf, type TrackLive } from './state.ts'

/** A fact, stamped with where the run is when it becomes true. */
export function fact<Name extends EventName>(
  state: TrackLive,
  event: Name,
  payload: Payload<Name>,
  status = 'ok',
): Fact {
  const at = state.at === 'asking' ? state.held : state.at
  const phase = at === 'ended' ? null : stepOf[at]
  return { iteration: Math.max(1, state.steps), phase, step: state.at, event, status, payload }
}

export const ended = (
  state: TrackLive,
  outcome: TrackOutcome,
  reason: string,
  more: Pick<Payload<'ended'>, 'by' | 'cost'> = {},
): Fact => fact(state, 'ended', { outcome, reason, ...more }, outcome)
