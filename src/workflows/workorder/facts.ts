import { factsOf } from '../../loop/stages.ts'
import type { Payloads } from './events.ts'
import type { OrderLive } from './state.ts'

export const { fact, ended } = factsOf<OrderLive, Payloads>(({ attempt }) => ({
  iteration: attempt,
  phase: null,
}))
