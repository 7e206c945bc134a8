import type { RunView } from '../model/run-view.ts'
import type { Happening } from '../workflows/reflex/steps/bench.ts'

export type Watch = {
  state(run: RunView): void
  happening(happening: Happening): void
  note(text: string): void
  readonly pause: AbortSignal
}

export type { Happening }
