import type { OpenRun, RunState, WorkflowDefinition } from '../../src/engine/workflow.ts'
import type { Choice } from '../../src/model/choice.ts'
import type { Config } from '../../src/model/config.ts'
import type { Entry } from '../../src/model/entry.ts'
import type { Gate } from '../../src/model/gate.ts'
import { type AsyncResult, ok } from '../../src/model/result.ts'
import type { Agent } from '../../src/ports/agent.ts'
import type { Blobs } from '../../src/ports/blobs.ts'
import type { Browser } from '../../src/ports/browser.ts'
import type { Sandbox } from '../../src/ports/sandbox.ts'
import type { Workspace } from '../../src/ports/workspace.ts'
import type { DiskBugs } from './disk.ts'
import type { Chance } from './random.ts'
import type { Process, Violation, World } from './world.ts'

/** Mistakes at the places where the engine meets the world, to see that the laws notice them. */
export type WorkspaceBugs = {
  readonly ignoresSeen?: boolean
  readonly forgetsAnswers?: boolean
  readonly locksNothing?: boolean
  readonly forgetsStops?: boolean
  readonly forgetsTime?: boolean
  readonly snapshotsWithoutTime?: boolean
  readonly showsBeforeAppend?: boolean
}

export type Bugs = {
  readonly disk?: DiskBugs
  readonly workspace?: WorkspaceBugs
  readonly confirmsItself?: boolean
}

/** A run that has ended, as the laws see it. */
export type Case<State extends RunState> = {
  readonly run: OpenRun<State>
  readonly entries: readonly Entry[]
  readonly workspace: Workspace
}

export type Edit = { readonly path: string; readonly text: string | null }

/** A workflow in one simulated world: its definition, what people do in it, and the laws that only it has. */
export type Scene<State extends RunState, Command, Step> = {
  define(process: Process): WorkflowDefinition<State, Command, Step>
  readonly config?: Config
  agent?(process: Process): Agent
  readonly sandbox?: Sandbox
  browser?(process: Process): Browser
  /** Starts a run and answers its name. */
  start(workspace: Workspace): AsyncResult<string>
  /** How often somebody begins another run beside those there are. */
  readonly startsAnother?: number
  /** What somebody answers; one of the options by chance unless told. */
  choose?(gate: Gate, chance: Chance): Omit<Choice, 'by'>
  /** What somebody does to the files of a run by hand. */
  edit?(run: OpenRun<State>): readonly Edit[]
  /** How often they do so when nothing else is planned. */
  readonly edits?: number
  /** The event by which an edit is taken when the run goes on undisturbed; null where it need not be. */
  takesEdit?(run: OpenRun<State>, edits: readonly Edit[]): Promise<string | null>
  laws?(found: Case<State>): readonly Violation[] | Promise<readonly Violation[]>
  /** What holds for all runs of the workspace together. */
  lawsOfAll?(cases: readonly Case<State>[]): readonly Violation[]
}

/** A level of the simulation. Whatever is listed here must be reached by its histories. */
export type Simulated<State extends RunState, Command, Step> = {
  readonly events: readonly string[]
  readonly ends: readonly string[]
  /** Steps in which a process must have died. */
  readonly steps: readonly string[]
  /** The steps are the real ones, so a history takes longer. */
  readonly isWhole?: true
  open(world: World, bugs: Bugs): Scene<State, Command, Step>
}

type AnyState = { readonly at: string }
export type AnyScene = Scene<AnyState, unknown, unknown>
export type AnySimulated = Simulated<AnyState, unknown, unknown>

/** Any level, once its own types do not matter any more. */
export const anySimulated = <State extends RunState, Command, Step>(
  simulated: Simulated<State, Command, Step>,
): AnySimulated =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each level is only ever given its own states and steps
  simulated as unknown as AnySimulated

/** A definition without some of its hooks. */
export const without = <Definition extends object, Hook extends keyof Definition & string>(
  definition: Definition,
  ...hooks: readonly Hook[]
): Omit<Definition, Hook> => {
  const names: readonly string[] = hooks
  const left = Object.entries(definition).filter(([name]) => !names.includes(name))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same entries but for those
  return Object.fromEntries(left) as Omit<Definition, Hook>
}

/** What a step that is answered by chance may use. */
export type Tools = { readonly chance: Chance; readonly blobs: Blobs }

/** A workflow whose steps are answered by chance, good and bad; everything else of it is real. */
export const byChance = <State extends RunState, Command, Step>(
  definition: WorkflowDefinition<State, Command, Step>,
  process: Process,
  work: (step: Step, tools: Tools) => Promise<Command | null>,
): WorkflowDefinition<State, Command, Step> => ({
  ...definition,
  bench: async ({ blobs }, { store }) =>
    ok({
      bound: null,
      async work(step) {
        const chance = await process.chanceAt(async () => {
          const read = await store.journal.read()
          return `after ${read.ok ? read.value.mark.events : 0}`
        })
        return work(step, { chance, blobs })
      },
    }),
})
