import type { Observation } from '../model/learning.ts'

/** Where what runs showed is kept, so that later runs can be told. */
export type Lessons = {
  /** Counts each observation once for its run, however often the run is told of. */
  observe(runId: string, observations: readonly Observation[], at: string): Promise<void>
}
