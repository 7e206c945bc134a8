import type { Machine } from '../../src/loop/machine.ts'
import type { Entry } from '../../src/model/entry.ts'
import type { Gate, GateAnswer } from '../../src/model/gate.ts'
import type { Blobs } from '../../src/ports/blobs.ts'
import type { ProjectedFile } from '../../src/ports/projection.ts'
import type { Chance } from './random.ts'
import type { Violation } from './world.ts'

export type Bench = {
  readonly chance: Chance
  readonly blobs: Blobs
  readonly elapsedMs: () => number
}

/**
 * A workflow as the simulation of the engine needs it. Steps are answered by chance, good and bad; the
 * machine, the driver, the journal and all files are the real ones.
 */
export type SimulatedWorkflow<State, Command, Step> = {
  readonly machine: Machine<State, Command, Step>
  start(chance: Chance, confirmed: boolean): Command
  /** Does a step as some agent might; null when it is given up. */
  work(step: Step, bench: Bench): Promise<Command | null>
  answer(state: State, answer: GateAnswer, chance: Chance): Command
  decideBy(gate: Gate, chance: Chance): string
  readonly stop: Command
  files(state: State, blobs: Blobs): readonly ProjectedFile[]
  /** The texts a state refers to; each must be there. */
  versions(state: State): readonly string[]
  /** What only this workflow can say about a finished run. */
  laws(entries: readonly Entry[], state: State): readonly Violation[]
}

/** Any workflow, once its own types do not matter any more. */
export type AnyWorkflow = SimulatedWorkflow<unknown, unknown, unknown>

export function anyWorkflow<State, Command, Step>(
  workflow: SimulatedWorkflow<State, Command, Step>,
): AnyWorkflow {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each workflow is only ever given its own states and steps
  return workflow as unknown as AnyWorkflow
}
