import type { Machine } from '../loop/machine.ts'
import type { Choice } from '../model/choice.ts'
import type { Entry } from '../model/entry.ts'
import type { GateAnswer } from '../model/gate.ts'
import type { ExitCode, Problem } from '../model/problem.ts'
import type { AsyncResult } from '../model/result.ts'
import type { RunView } from '../model/run-view.ts'
import type { Paint, Screen } from '../model/screen.ts'
import type { ProjectedFile } from '../ports/projection.ts'
import type { RunStore } from '../ports/run-store.ts'
import type { RunPlace, Workspace } from '../ports/workspace.ts'
import type { WorkflowCommand } from './workflow-command.ts'

/** A state says where its run is; a run without events is nowhere. */
export type RunState = { readonly at: string }

export type Begun<State> = Exclude<State, { readonly at: 'nowhere' }>

export const isBegun = <State extends RunState>(state: State): state is Begun<State> =>
  state.at !== 'nowhere'

/** A run and where it is kept. */
export type LocatedRun = {
  readonly name: string
  readonly runId: string
  readonly store: RunStore
  readonly history: string
}

/** A run with what its history tells. */
export type OpenRun<State> = LocatedRun & {
  readonly state: Begun<State>
  /** What a person should know about how it was found. */
  readonly notices: readonly string[]
}

/** The agents and prompts that a run is bound to. */
export type Bound = {
  readonly agents: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly promptsSha256: string
}

/** Whoever watches a run while it goes on. */
export type Watch<Run> = {
  state(run: Run): void
  progress(text: string): void
  note(text: string): void
  /** Aborted when the process is asked to end. */
  readonly pause: AbortSignal
  /** How long to wait for whoever else is at the run: nobody but those who decide is quick. */
  readonly patience?: number
}

/** What the steps of a run need, opened for as long as somebody works on it. */
export type Bench<State, Command, Step> = {
  /** Who answers now; null where the workflow guards its agents itself. */
  readonly bound: Bound | null
  /** Called once the run was taken up, before its first step. */
  begin?(state: Begun<State>): AsyncResult<null>
  work(step: Step, signal: AbortSignal): Promise<Command | null>
  close?(): Promise<void>
}

/** Something that happened in a run and is worth a line; told once, by its key. */
export type News = {
  readonly key: string
  /** Only where there is no live line that says the same. */
  readonly piped?: true
  readonly lines: (screen: Screen) => readonly string[] | Promise<readonly string[]>
}

/** How a run looks: for machines, on a terminal, and while it goes on. */
export type RunShow = {
  readonly json: Readonly<Record<string, unknown>>
  readonly exit?: ExitCode
  status(screen: Screen): readonly string[] | Promise<readonly string[]>
  /** What can be done now. */
  readonly next: (paint: Paint) => readonly string[]
  /** The open question for machines, where it is another than the status. */
  readonly gate?: Readonly<Record<string, unknown>>
  /** Where the run is; null while nothing is done. */
  readonly live: { readonly where: string; readonly score: string; readonly cost: string } | null
  readonly news: readonly News[]
  /** The end of a run offers to copy its work to a file. */
  readonly offersToSave?: true
  /** What is said when a sitting is over. */
  end(screen: Screen): readonly string[] | Promise<readonly string[]>
}

export type ReportFormat = 'pretty' | 'markdown' | 'json' | 'html' | 'sarif' | 'junit'

export type Reports = Partial<
  Record<ReportFormat, (screen: Screen) => string | AsyncResult<string>>
> & {
  /** Why there is no report in another format. */
  readonly none: Omit<Problem, 'exit'>
}

/** The versions of a run's work, in the order they were made. */
export type Versions = {
  readonly hashes: readonly string[]
  readonly last: string | null
  readonly best: string | null
  /** What was there before the first version. */
  readonly base?: string
  /** Whether the run ended with work that was accepted. */
  readonly accepted: boolean
  read(hash: string): AsyncResult<Version>
}

export type Version = {
  readonly hash: string
  readonly text: string
  /** The files of a version that is more than one text. */
  readonly files?: readonly { readonly path: string; readonly bytes: Uint8Array }[]
}

export type Proven = { readonly proofs: readonly string[]; readonly problems: readonly string[] }

/** What came of looking at a run before an answer is taken. */
export type Admission =
  | { readonly type: 'take'; readonly change?: unknown }
  /** Something else was recorded; the run goes on, and the person is told why their answer was not taken. */
  | { readonly type: 'go-on'; readonly problem: Problem }

/**
 * A workflow as one value: everything that the engine must know to start, carry, show, answer, stop,
 * verify and clean its runs. What is heavy is loaded by the functions that need it.
 */
export type WorkflowDefinition<State extends RunState, Command, Step> = {
  readonly machine: Machine<State, Command, Step>
  /** What people call one of its runs, such as "a page". */
  readonly noun: string
  /** The command that starts one. */
  readonly begin: string

  /** The names of all runs, in the order of lists. */
  names(workspace: Workspace): Promise<readonly string[]>
  /** The run that is meant by another word than its name. */
  match?(word: string, names: readonly string[]): string | undefined
  /** Where a run is kept, whether or not there is one; `runId` is the id that a new one gets. */
  place(workspace: Workspace, name: string, runId?: string): RunPlace | Promise<RunPlace>
  /** The path of a run's history, where finding the rest of its place takes a look at it. */
  history?(workspace: Workspace, name: string): string
  /** The run that is meant where none is named. */
  active?(workspace: Workspace): Promise<string | null>
  /** Why nothing is known of a name; null for the usual reason. */
  readonly unknown?: (workspace: Workspace, name: string) => Promise<Problem | null>
  /** Why a run that has files has no history; null where a start was torn and there is no run. */
  lost?(workspace: Workspace, name: string): Promise<Problem | null>
  /** Looks at the place of a run before its history is read. */
  admit?(workspace: Workspace, name: string): AsyncResult<null>
  /** Looks at a run that was opened: what it finds may have become part of its history. */
  inspect?(workspace: Workspace, run: OpenRun<State>): AsyncResult<OpenRun<State>>

  /** Whether nothing more will happen to a run by itself. */
  readonly isOver: (state: Begun<State>) => boolean
  /** Where a run is, in the words of its workflow. */
  standing(state: Begun<State>): string
  /** Refused commands are recorded as attempts, so they are tried all the same. */
  readonly recordsAttempts?: true

  /** The folder of a run's files, which `clean` removes. */
  folder(workspace: Workspace, run: OpenRun<State>): string
  /** The files that show the state of a run. */
  files(workspace: Workspace, run: OpenRun<State>): readonly ProjectedFile[]
  /** The files that hold its work, which people may edit. */
  artifacts?(workspace: Workspace, run: OpenRun<State>): readonly ProjectedFile[]
  /** Those of them that people changed while the run rested, and that are not written over. */
  theirs?(workspace: Workspace, run: OpenRun<State>): Promise<ReadonlySet<string>>
  /** Folders in which a killed process may have left half-written files. */
  swept(workspace: Workspace, run: OpenRun<State>): readonly string[]

  /** What a run was bound to when it started; null before anybody was asked. */
  bound(state: Begun<State>): Bound | null
  bench(
    workspace: Workspace,
    run: OpenRun<State>,
    watch: Pick<Watch<never>, 'progress' | 'note'>,
  ): AsyncResult<Bench<State, Command, Step>>
  /** What a person did to the run's work while nobody worked, as a command. */
  edited?(
    workspace: Workspace,
    run: OpenRun<State>,
    note: (text: string) => void,
  ): AsyncResult<Command | null>
  /** What a stop means beside the result of the step that is done already. */
  stop(
    request: { readonly reason: string; readonly by: string },
    result: Command | null,
  ): readonly Command[]
  readonly answer: (answer: GateAnswer) => Command
  /** Looks at a run before an answer to its question is taken. */
  beforeAnswer?(workspace: Workspace, run: OpenRun<State>, choice: Choice): AsyncResult<Admission>
  /** What to do about an answer that the rules refuse. */
  refused?(run: OpenRun<State>, choice: Choice): string
  /** An answer to a run that asks nothing. */
  unasked?(workspace: Workspace, run: OpenRun<State>, choice: Choice): AsyncResult<never>
  /** What follows from a run that came to rest; done again it changes nothing. */
  settle?(workspace: Workspace, run: OpenRun<State>): AsyncResult<unknown>

  view(workspace: Workspace, run: OpenRun<State>): RunView
  show(workspace: Workspace, run: OpenRun<State>, options: ShowOptions): Promise<RunShow>
  reports(workspace: Workspace, run: OpenRun<State>, options: ShowOptions): Promise<Reports>
  versions(workspace: Workspace, run: OpenRun<State>): AsyncResult<Versions>
  /** Texts that the state refers to, by hash. */
  texts(state: Begun<State>): readonly string[]
  /** What else can be proven of a run. */
  prove?(workspace: Workspace, run: OpenRun<State>, entries: readonly Entry[]): Promise<Proven>
  /** Why a run that is over is not removed; null where it may go. */
  keeps?(workspace: Workspace, run: OpenRun<State>): Promise<Problem | null>
  /** Removes what lies outside of the run's folders. */
  cleaned?(workspace: Workspace, run: OpenRun<State>): Promise<void>
  /** The folder of a run whose history cannot be read, where that is known: such a run may be removed as well. */
  remains?(workspace: Workspace, name: string): string
  /** Why a file is not written for a user; null where nothing stands in the way. */
  protects?(workspace: Workspace, path: string, by: string): Promise<Problem | null>
  /** Its runs are removed one by one only. */
  readonly cleansOneByOne?: true
}

/** What a stop means to most workflows: after the result of the step that is done already, if there is one. */
export const stopAfter = <Command>(
  { reason, by }: { readonly reason: string; readonly by: string },
  result: Command | null,
): readonly (Command | { type: 'stop'; reason: string; by: string })[] => {
  const stop = { type: 'stop' as const, reason, by }
  return result === null ? [stop] : [result, stop]
}

/** What is needed to open a run. */
export type KeptWorkflow<State extends RunState, Command, Step> = Pick<
  WorkflowDefinition<State, Command, Step>,
  'machine' | 'noun' | 'begin' | 'place' | 'unknown' | 'lost' | 'admit' | 'inspect'
>

/** Whether the whole artifact is shown as well. */
export type ShowOptions = { readonly artifact: boolean }

export type WorkflowCommandEntry = {
  readonly does: string
  readonly load: () => Promise<{ readonly command: WorkflowCommand }>
}
