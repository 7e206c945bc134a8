import { factsOf } from '../../loop/stages.ts'
import type { Payloads } from './events.ts'
import type { GanLive } from './state.ts'

export const { fact, ended } = factsOf<GanLive, Payloads>(({ iteration }) => ({
  iteration,
  phase: null,
}))
