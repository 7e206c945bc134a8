import type { Workspace } from '../../ports/workspace.ts'
import type { FoundRun, WorkflowName } from '../../app/find-run.ts'
import type { StopOrder, Stopped } from '../../app/stop-run.ts'
import type { Entry } from '../../model/entry.ts'
import type { ExitCode } from '../../model/problem.ts'
import type { AsyncResult } from '../../model/result.ts'
import type { RunView } from '../../model/run-view.ts'
import type { Call, ReportFormat } from './command.ts'

export type Outcome = AsyncResult<ExitCode>
type Told<Value> = AsyncResult<Value>
type OnRun = (call: Call, workspace: Workspace, name: string) => Outcome

/** What a workflow does for the verbs that all workflows share. `name` is a run's name, or its id. */
export type WorkflowVerbs = {
  readonly status: OnRun
  readonly resume: OnRun
  readonly verify: OnRun
  readonly report: (call: Call, workspace: Workspace, name: string, format: ReportFormat) => Outcome
  readonly answer: (call: Call, workspace: Workspace, name: string, option: string) => Outcome
  readonly save: (call: Call, workspace: Workspace, name: string, file: string) => Outcome
  readonly stop: (workspace: Workspace, name: string, order: StopOrder) => Told<Halted>
  readonly history: (workspace: Workspace, name: string) => Told<History>
  readonly shelf: (workspace: Workspace, name: string) => Told<Shelf>
  readonly removal: (workspace: Workspace, name: string) => Told<Removal>
  /** What `clean --all` removes. */
  readonly removals: (workspace: Workspace) => Promise<readonly Removal[]>
  readonly list: (workspace: Workspace) => Promise<Listing>
  readonly gates: (workspace: Workspace) => Promise<readonly ShownGate[]>
}

type Halted = { readonly alias: string; readonly stopped: Stopped }

type History = { readonly alias: string; readonly entries: readonly Entry[] }

export type Version = { readonly hash: string; readonly text: string }

export type Shelf = {
  /** Whether the run ended with work that was accepted. */
  readonly accepted: boolean
  readonly alias: string
  readonly versions: () => Promise<
    readonly {
      readonly number: number
      readonly hash: string
      readonly last: boolean
      readonly best: boolean
    }[]
  >
  readonly read: (version: string) => Told<Version>
}

/** A run that may be removed, once a person has said so. */
export type Removal = {
  readonly alias: string
  readonly folder: string
  readonly remove: () => Told<null>
}

export type Listing = {
  readonly runs: readonly RunView[]
  readonly damaged: readonly { readonly alias: string; readonly what: string }[]
  readonly notices: readonly string[]
}

/** A question that waits for a person, for machines and for people. */
export type ShownGate = {
  readonly json: Readonly<Record<string, unknown>>
  readonly lines: (paint: Call['terminal']['paint']) => readonly string[]
}

/** Every workflow, loaded when one of its runs is looked at. The order is the order of lists. */
const workflowVerbs: Readonly<Record<WorkflowName, () => Promise<WorkflowVerbs>>> = {
  reflex: async () => (await import('./reflex-verbs.ts')).reflexVerbs,
  design: async () => (await import('./design-verbs.ts')).designVerbs,
  gan: async () => (await import('./gan-verbs.ts')).ganVerbs,
  workorder: async () => (await import('./order-verbs.ts')).orderVerbs,
}

export const verbsOf = ({ workflow }: Pick<FoundRun, 'workflow'>): Promise<WorkflowVerbs> =>
  workflowVerbs[workflow]()

export async function fromEach<Value>(
  ask: (verbs: WorkflowVerbs) => Promise<Value>,
): Promise<readonly (readonly [workflow: string, told: Value])[]> {
  const told: [string, Value][] = []
  for (const [workflow, load] of Object.entries(workflowVerbs))
    told.push([workflow, await ask(await load())])
  return told
}
