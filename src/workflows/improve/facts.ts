import { factsOf } from '../../loop/stages.ts'
import type { Payloads } from './events.ts'
import { type ImproveLive, stepOf } from './state.ts'

export const { fact, ended } = factsOf<ImproveLive, Payloads>(({ iterations, ...state }) => {
  const at = state.at === 'asking' ? state.held : state.at
  return {
    iteration: Math.max(1, iterations.length + (at === 'preparing' ? 1 : 0)),
    phase: at === 'ended' ? null : stepOf[at],
  }
})
