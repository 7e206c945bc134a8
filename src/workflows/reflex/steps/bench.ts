import type { StepMeans } from '../../../asking/work-within.ts'
import type { Tools } from '../../../checks/check.ts'
import type { CheckCache } from '../../../ports/check-cache.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { Blobs } from '../../../ports/blobs.ts'
import type { Project } from '../../../ports/project.ts'
import type { RunStore } from '../../../ports/run-store.ts'
import type { Sandbox } from '../../../ports/sandbox.ts'

export type Role = 'planner' | 'producer' | 'preparer' | 'judge' | 'critic' | 'refiner'
export const roles: readonly Role[] = [
  'planner',
  'producer',
  'preparer',
  'judge',
  'critic',
  'refiner',
]

/** What is happening inside a step, for people who watch. */
export type StepProgress =
  | {
      readonly type: 'asking'
      readonly role: Role
      readonly phase: string
      readonly attempt: number
    }
  | { readonly type: 'answered'; readonly role: Role; readonly phase: string }
  | {
      readonly type: 'checking'
      readonly rule: string
      readonly running: number
      readonly done: number
      readonly total: number
    }
  | { readonly type: 'fixed'; readonly rule: string }
  | { readonly type: 'doing'; readonly what: string }
  | { readonly type: 'note'; readonly text: string }

/** All that the steps of a run work with. */
export type Bench = {
  agentFor(role: Role): Agent
  /** Whether an agent is one of these, by whatever names the configuration calls them. */
  isOneOf(name: string, others: readonly string[]): Promise<boolean>
  readonly answers: RunStore['answers']
  readonly blobs: Blobs
  readonly project: Project
  readonly sandbox: Sandbox
  readonly cache: CheckCache
  readonly concurrency: number
  /** Conventions of the user's project, from its context files. */
  readonly context: string
  /** PRODUCE and PREPARE side by side, or one after the other. */
  readonly parallel: boolean
  elapsedMs(): number
  tell(progress: StepProgress): void
}

export type StepBench = Bench & StepMeans

/** What asking needs of a bench, and who hears of it. */
export const askerFor = (bench: StepBench, role: Role, phase: string) => ({
  ...bench,
  agent: bench.agentFor(role),
  calling: (attempt: number) => bench.tell({ type: 'asking', role, phase, attempt }),
  called: () => bench.tell({ type: 'answered', role, phase }),
  doing: (what: string) => bench.tell({ type: 'doing', what: `${role}: ${what}` }),
})

export const toolsOf = (bench: StepBench): Tools => ({
  sandbox: bench.sandbox,
  signal: bench.signal,
})
