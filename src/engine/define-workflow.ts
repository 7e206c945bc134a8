import type { Choice } from '../model/choice.ts'
import { join } from 'node:path'
import type { Ending } from '../loop/machine.ts'
import type { Entry } from '../model/entry.ts'
import type { Gate } from '../model/gate.ts'
import type { ExitCode, Problem } from '../model/problem.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import type { RunView } from '../model/run-view.ts'
import { plainScreen, type Screen } from '../model/screen.ts'
import type { Workspace } from '../ports/workspace.ts'
import { type Answered, answerRun } from './answer-run.ts'
import { carryRun } from './carry-run.ts'
import { cleanRun, type StopOrder, type Stopped, stopRun, whyNotCleaned } from './command-run.ts'
import { type FollowOptions, followRun } from './follow-run.ts'
import { findRun, nameOf, openRun, runProblem } from './open-run.ts'
import { type Inspection, verifyRun } from './verify-run.ts'
import { readVersion } from './versions.ts'
import type {
  OpenRun,
  ReportFormat,
  ShowOptions,
  RunShow,
  RunState,
  Version,
  Watch,
  WorkflowCommandEntry,
  WorkflowDefinition,
} from './workflow.ts'

/** What can be removed of a run. */
export type Removal = {
  readonly name: string
  readonly folder: string
  clean(): AsyncResult<null>
}

/** A run of any workflow: what can be seen of it and done to it. */
export type AnyRun = {
  readonly workflow: string
  readonly name: string
  readonly runId: string
  readonly isOver: boolean
  readonly notices: readonly string[]
  readonly folder: string
  /** The open question, where the run waits for a person. */
  readonly gate: Gate | null
  readonly view: RunView
  show(options?: ShowOptions): Promise<RunShow>
  /** Carries the run until it ends, waits for a person, or is paused. */
  carry(watch: Watch<AnyRun>): AsyncResult<Rested>
  /** Takes a person's word. The run must be carried on afterwards. */
  answer(choice: Choice): AsyncResult<Omit<Answered<never>, 'run'> & { readonly run: AnyRun }>
  stop(order: StopOrder): AsyncResult<Stopped>
  /** The events from the first one on and as they come, until the run is over. */
  follow(options?: FollowOptions): AsyncIterable<Entry>
  history(): AsyncResult<readonly Entry[]>
  verify(anchor?: string): AsyncResult<Inspection>
  report(
    format: ReportFormat,
    options?: ShowOptions & { readonly screen?: Screen },
  ): AsyncResult<string>
  versions(): AsyncResult<readonly NumberedVersion[]>
  version(word: string): AsyncResult<Version & { readonly accepted: boolean }>
  /** Why the run cannot be removed; null where it can. */
  whyKept(): Promise<Problem | null>
  clean(): AsyncResult<null>
}

export type Rested = {
  readonly run: AnyRun
  readonly type: 'ended' | 'parked' | 'paused'
  readonly exit: ExitCode
}

export type NumberedVersion = {
  readonly number: number
  readonly hash: string
  readonly last: boolean
  readonly best: boolean
}

/** The commands of a workflow's own, and how it is introduced to people. */
export type WorkflowGroup = {
  readonly about: string
  readonly commands: Readonly<Record<string, WorkflowCommandEntry>>
  /** The one of them that starts a run. */
  readonly starts: string
  readonly examples: readonly (readonly [command: string, does: string])[]
}

/** A workflow whose own types do not matter any more. */
export type Workflow = {
  readonly name: string
  readonly noun: string
  readonly begin: string
  readonly cleansOneByOne: boolean
  readonly group: WorkflowGroup
  names(workspace: Workspace): Promise<readonly string[]>
  /** The name that a word means among those there are. */
  nameOf(names: readonly string[], word: string): string | undefined
  historyOf(workspace: Workspace, name: string): Promise<string>
  /** What is known of a run also depends on its files, so it cannot be kept by the state of its history. */
  readonly looksAtFiles: boolean
  /** What is left of a run whose history cannot be read; null where that is not known. */
  remains(workspace: Workspace, name: string): Promise<Removal | null>
  active(workspace: Workspace): Promise<string | null>
  open(workspace: Workspace, word: string): AsyncResult<AnyRun>
  /** Opens a run by its name; null where a crash tore its start. */
  find(workspace: Workspace, name: string): AsyncResult<AnyRun | null>
  /** Why a file is not written for a user; null where nothing stands in the way. */
  protects(workspace: Workspace, path: string, by: string): Promise<Problem | null>
}

export const defineWorkflow = <State extends RunState, Command, Step>(
  definition: WorkflowDefinition<State, Command, Step>,
  group: WorkflowGroup,
): Workflow => ({
  name: definition.machine.workflow,
  noun: definition.noun,
  begin: definition.begin,
  cleansOneByOne: definition.cleansOneByOne ?? false,
  group,
  names: (workspace) => definition.names(workspace),
  nameOf: (names, word) => nameOf(definition, names, word),
  historyOf: async (workspace, name) =>
    definition.history?.(workspace, name) ?? (await definition.place(workspace, name)).history,
  looksAtFiles: definition.inspect !== undefined,
  async remains(workspace, name) {
    const folder = definition.remains?.(workspace, name)
    if (folder === undefined) return null
    const { folder: stored } = await definition.place(workspace, name)
    return {
      name,
      folder,
      async clean() {
        await workspace.disk.removeTree(folder)
        await workspace.disk.removeTree(join(workspace.privateFolder, stored))
        return ok(null)
      },
    }
  },
  active: async (workspace) => (await definition.active?.(workspace)) ?? null,
  async open(workspace, word) {
    const opened = await openRun(definition, workspace, word)
    return opened.ok ? ok(anyRun(definition, workspace, opened.value)) : opened
  },
  async find(workspace, name) {
    const result = await findRun(definition, workspace, name)
    return result.ok ? ok(result.value && anyRun(definition, workspace, result.value)) : result
  },
  protects: async (...on) => (await definition.protects?.(...on)) ?? null,
})

function anyRun<State extends RunState, Command, Step>(
  definition: WorkflowDefinition<State, Command, Step>,
  workspace: Workspace,
  run: OpenRun<State>,
): AnyRun {
  const { name, runId, state, notices, store } = run
  const any = (other: OpenRun<State>) => anyRun(definition, workspace, other)
  const due = definition.machine.due(state)
  const gate = due.type === 'gate' ? due.gate : null
  return {
    workflow: definition.machine.workflow,
    name,
    runId,
    isOver: definition.isOver(state),
    notices,
    folder: definition.folder(workspace, run),
    gate,
    get view() {
      return definition.view(workspace, run)
    },
    show: (options = { artifact: false }) => definition.show(workspace, run, options),
    async carry(watch) {
      const rest = await carryRun(definition, workspace, run, {
        ...watch,
        state: (now) => watch.state(any(now)),
      })
      if (!rest.ok) return rest
      const { type, run: rested } = rest.value
      const exit = type === 'ended' ? exitOf[rest.value.ending.outcome] : 3
      const inspected = (await definition.inspect?.(workspace, rested)) ?? ok(rested)
      return ok({ run: any(inspected.ok ? inspected.value : rested), type, exit })
    },
    async answer(choice) {
      const answered = await answerRun(definition, workspace, run, choice)
      if (!answered.ok) return answered
      return ok({ ...answered.value, run: any(answered.value.run) })
    },
    follow: (options) => followRun(definition, run, options),
    stop: (order) => stopRun(definition, workspace, run, order),
    async history() {
      const read = await store.journal.read()
      return read.ok ? ok(read.value.entries) : err(runProblem(workspace, run, read.error))
    },
    verify: (anchor) => verifyRun(definition, workspace, run, anchor),
    ...workOf(definition, workspace, run),
    whyKept: () => whyNotCleaned(definition, workspace, run),
    clean: () => cleanRun(definition, workspace, run),
  }
}

/** What a run made: its reports and the versions of its work. */
function workOf<State extends RunState, Command, Step>(
  definition: WorkflowDefinition<State, Command, Step>,
  workspace: Workspace,
  run: OpenRun<State>,
): Pick<AnyRun, 'report' | 'versions' | 'version'> {
  return {
    async report(format, { screen = plainScreen, ...options } = { artifact: false }) {
      const reports = await definition.reports(workspace, run, options)
      const render = reports[format]
      if (render === undefined) return err({ exit: 2, ...reports.none })
      const report = await render(screen)
      return typeof report === 'string' ? ok(report) : report
    },
    async versions() {
      const versions = await definition.versions(workspace, run)
      if (!versions.ok) return versions
      const { hashes, last, best } = versions.value
      return ok(
        hashes.map((hash, index) => ({
          number: index + 1,
          hash,
          last: hash === (last ?? hashes.at(-1)),
          best: hash === best,
        })),
      )
    },
    async version(word) {
      const versions = await definition.versions(workspace, run)
      if (!versions.ok) return versions
      const version = await readVersion(run.name, versions.value, word)
      return version.ok ? ok({ ...version.value, accepted: versions.value.accepted }) : version
    },
  }
}

const exitOf: Readonly<Record<Ending['outcome'], ExitCode>> = {
  accepted: 0,
  'not-accepted': 1,
  'cap-reached': 4,
  failed: 5,
}
