import type { Workspace } from '../../ports/workspace.ts'
import type { AskingRun, GateChoice } from '../../app/answer-gate.ts'
import type { Inspection } from '../../app/inspection.ts'
import type { StopOrder, Stopped } from '../../app/stop-run.ts'
import { type ExitCode, exitCodes, type Problem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { Paint } from '../../model/screen.ts'
import type { RunView } from '../../model/run-view.ts'
import { type Call, flag, onlyOf, personOf, type ReportFormat, text } from './command.ts'
import type { Outcome, Removal, Shelf, WorkflowVerbs } from './workflow-verbs.ts'

type Told<Value> = AsyncResult<Value>

type Store = AskingRun<unknown>['store']
type Unread = Extract<Awaited<ReturnType<Store['journal']['read']>>, { ok: false }>['error']
type About = { readonly alias: string; readonly folder: string; readonly store: Store }

/** What tells the runs of one workflow from those of another; the heavy parts are loaded by the verb that needs them. */
type Kind<Place, Open> = {
  readonly ids: (workspace: Workspace) => Promise<readonly string[]>
  /** Where a run is, whether or not its history can be read. */
  readonly find: (workspace: Workspace, name: string) => Told<Place>
  readonly open: (workspace: Workspace, name: string) => Told<Open>
  /** The same for an id that is known to be there. */
  readonly openKnown: (workspace: Workspace, id: string) => Told<Open>
  readonly about: (place: Place) => About
  readonly problem: (workspace: Workspace, place: Place, failure: Unread) => Problem
  readonly runView: (workspace: Workspace, open: Open) => RunView | Promise<RunView>
  readonly notices?: (open: Open) => readonly string[]
  readonly run: (call: Call, workspace: Workspace, place: Place, patience?: number) => Outcome
  readonly report: (call: Call, workspace: Workspace, open: Open, format: ReportFormat) => Outcome
  readonly stop: (workspace: Workspace, place: Place, order: StopOrder) => Told<Stopped>
  readonly clean: (workspace: Workspace, place: Place) => Told<null>
  readonly shelf: (workspace: Workspace, open: Open) => Told<Shelf>
}

async function on<Place, Value>(
  find: (workspace: Workspace, name: string) => Told<Place>,
  [workspace, name]: readonly [Workspace, string],
  act: (place: Place) => Told<Value>,
): Told<Value> {
  const found = await find(workspace, name)
  return found.ok ? act(found.value) : found
}

export const removalOf = <Place, Open>(
  { about, clean }: Pick<Kind<Place, Open>, 'about' | 'clean'>,
  workspace: Workspace,
  place: Place,
): Removal => {
  const { alias, folder } = about(place)
  return { alias, folder, remove: () => clean(workspace, place) }
}

type Common = Omit<WorkflowVerbs, 'removals' | 'gates' | 'status' | 'verify' | 'answer'>

/** What all workflows do alike. */
export const commonVerbs = <Place, Open>(kind: Kind<Place, Open>): Common => ({
  async list(workspace) {
    const runs: RunView[] = []
    const damaged: { alias: string; what: string }[] = []
    const notices: string[] = []
    for (const name of await kind.ids(workspace)) {
      const open = await kind.openKnown(workspace, name)
      if (open.ok) {
        runs.push(await kind.runView(workspace, open.value))
        notices.push(...(kind.notices?.(open.value) ?? []).map((each) => `! ${name}: ${each}`))
      } else damaged.push({ alias: name, what: open.error.what })
    }
    return { runs, damaged, notices }
  },
  resume: (call, workspace, name) =>
    on(kind.find, [workspace, name], (place) => kind.run(call, workspace, place)),
  report: (call, workspace, name, format) =>
    on(kind.open, [workspace, name], (open) => kind.report(call, workspace, open, format)),
  history: (workspace, name) =>
    on(kind.find, [workspace, name], async (place) => {
      const { alias, store } = kind.about(place)
      const read = await store.journal.read()
      return read.ok
        ? ok({ alias, entries: read.value.entries })
        : err(kind.problem(workspace, place, read.error))
    }),
  shelf: (workspace, name) =>
    on(kind.open, [workspace, name], (open) => kind.shelf(workspace, open)),
  async save(call, workspace, name, file) {
    const { saveVersion } = await import('./save-version.ts')
    const shelf = await on(kind.open, [workspace, name], (open) => kind.shelf(workspace, open))
    return shelf.ok ? saveVersion(call, workspace, shelf.value, file) : shelf
  },
  stop: (workspace, name, order) =>
    on(kind.find, [workspace, name], async (place) => {
      const stopped = await kind.stop(workspace, place, order)
      return stopped.ok ? ok({ alias: kind.about(place).alias, stopped: stopped.value }) : stopped
    }),
  removal: (workspace, name) =>
    on(kind.find, [workspace, name], async (place) => ok(removalOf(kind, workspace, place))),
})

type Looks<Open, View> = {
  readonly view: (workspace: Workspace, open: Open) => View
  readonly json: (open: Open, view: View) => Readonly<Record<string, unknown>>
  readonly status: () => Promise<(view: View, paint: Paint, width: number) => readonly string[]>
  readonly statusExit?: (open: Open) => ExitCode
  readonly inspect: (workspace: Workspace, open: Open) => Told<Inspection>
}

const asMissed = <Value>(told: Result<Value>): Result<Value> =>
  told.ok ? told : err({ ...told.error, exit: exitCodes.notAccepted })

export const verbsToLook = <Open, View>(
  kind: Pick<Kind<Open, Open>, 'open' | 'about'> & Looks<Open, View>,
): Pick<WorkflowVerbs, 'status' | 'verify'> => ({
  status: ({ terminal, values }, workspace, name) =>
    on(kind.open, [workspace, name], async (open) => {
      const view = kind.view(workspace, open)
      if (flag(values, 'json')) terminal.print(JSON.stringify(kind.json(open, view)))
      else
        for (const line of (await kind.status())(view, terminal.paint, terminal.width))
          terminal.print(line)
      return ok(kind.statusExit?.(open) ?? exitCodes.accepted)
    }),
  async verify(call, workspace, name) {
    const open = asMissed(await kind.open(workspace, name))
    if (!open.ok) return open
    const { tellInspection } = await import('./tell-inspection.ts')
    const inspected = asMissed(await kind.inspect(workspace, open.value))
    return inspected.ok
      ? tellInspection(call, kind.about(open.value).alias, inspected.value)
      : inspected
  },
})

type OpenRun = {
  readonly runId: string
  readonly state: { readonly at: string }
  readonly files: { readonly folder: string }
  readonly store: Store
}

type RunKind<Open, View> = Omit<Kind<Open, Open>, 'find' | 'about'> &
  Looks<Open, View> & {
    readonly answer: (workspace: Workspace, open: Open, choice: GateChoice) => Told<unknown>
    readonly next: () => Promise<(view: View, paint: Paint) => readonly string[]>
  }

const aboutRun = ({ runId, files, store }: OpenRun): About => ({
  alias: runId,
  folder: files.folder,
  store,
})

/** The verbs that all workflows share, for one whose runs have an id of their own. */
export const runVerbs = <Open extends OpenRun, View>(kind: RunKind<Open, View>): WorkflowVerbs => ({
  ...commonVerbs({ ...kind, find: kind.open, about: aboutRun }),
  ...verbsToLook({ ...kind, about: aboutRun }),
  async removals(workspace) {
    const ended: Removal[] = []
    for (const name of await kind.ids(workspace)) {
      const open = await kind.openKnown(workspace, name)
      if (open.ok && open.value.state.at === 'ended')
        ended.push(removalOf({ ...kind, about: aboutRun }, workspace, open.value))
    }
    return ended
  },
  async gates(workspace) {
    const next = await kind.next()
    const shown = []
    for (const name of await kind.ids(workspace)) {
      const open = await kind.openKnown(workspace, name)
      if (!open.ok || open.value.state.at !== 'asking') continue
      const view = kind.view(workspace, open.value)
      const json = kind.json(open.value, view)
      shown.push({ json, lines: (paint: Paint) => next(view, paint) })
    }
    return shown
  },
  answer: (call, workspace, name, option) =>
    on(kind.open, [workspace, name], async (open) => {
      const answered = await kind.answer(workspace, open, {
        option,
        ...personOf(call),
        feedback: text(call.values, 'feedback'),
        only: onlyOf(call),
      })
      if (!answered.ok) return answered
      const { patienceMs } = await import('../../app/order.ts')
      // somebody who decided at the same moment may still be at it
      return on(kind.open, [workspace, open.runId], (again) =>
        kind.run(call, workspace, again, patienceMs),
      )
    }),
})

/** Versions in the order they were made. */
export const numbered = (hashes: readonly string[], best: string | undefined) =>
  hashes.map((hash, index) => ({
    number: index + 1,
    hash,
    last: index === hashes.length - 1,
    best: hash === best,
  }))
