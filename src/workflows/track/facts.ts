import { factsOf } from '../../loop/stages.ts'
import type { Payloads } from './events.ts'
import { stepOf, type TrackLive } from './state.ts'

export const { fact, ended } = factsOf<TrackLive, Payloads>(({ steps, ...state }) => {
  const at = state.at === 'asking' ? state.held : state.at
  return { iteration: Math.max(1, steps), phase: at === 'ended' ? null : stepOf[at] }
})
