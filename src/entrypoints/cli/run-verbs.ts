import type { House } from '../../app.ts'
import type { AskingRun, GateChoice } from '../../app/answer-gate.ts'
import type { Inspection } from '../../app/inspection.ts'
import type { runProblem } from '../../app/run-problem.ts'
import type { StopOrder, Stopped } from '../../app/stop-run.ts'
import { exitCodes, type Problem } from '../../model/problem.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { Paint } from '../../views/findings.ts'
import type { RunView } from '../../views/run-view.ts'
import type { Call } from './command.ts'
import { flag, text } from './parse.ts'
import type { ReportFormat } from './report-formats.ts'
import { personOf } from './who.ts'
import type { Outcome, Removal, Shelf, WorkflowVerbs } from './workflow-verbs.ts'

type Told<Value> = Promise<Result<Value, Problem>>
type Lines<View> = (view: View, paint: Paint) => readonly string[]

type OpenRun = {
  readonly runId: string
  readonly state: { readonly at: string }
  readonly store: AskingRun<unknown>['store']
  readonly files: { readonly folder: string }
}

/** What tells the runs of one workflow from those of another. */
type RunKind<Open extends OpenRun, View> = {
  readonly ids: (house: House) => Promise<readonly string[]>
  readonly open: (house: House, name: string) => Told<Open>
  /** The same for an id that is known to be there. */
  readonly openKnown: (house: House, id: string) => Told<Open>
  readonly problem: (house: House, open: Open, failure: Parameters<typeof runProblem>[2]) => Problem
  readonly view: (house: House, state: Open['state']) => View
  readonly runView: (house: House, state: Open['state']) => RunView
  readonly json: (state: Open['state'], view: View) => Readonly<Record<string, unknown>>
  /** What is heavy is loaded by the verb that needs it. */
  readonly lines: () => Promise<{ readonly status: Lines<View>; readonly next: Lines<View> }>
  readonly run: (call: Call, house: House, open: Open, patience?: number) => Outcome
  readonly inspect: (house: House, open: Open) => Told<Inspection>
  readonly report: (call: Call, house: House, open: Open, format: ReportFormat) => Outcome
  readonly answer: (house: House, open: Open, choice: GateChoice) => Told<unknown>
  readonly stop: (house: House, open: Open, order: StopOrder) => Told<Stopped>
  readonly clean: (house: House, open: Open) => Told<null>
  readonly save: (call: Call, house: House, open: Open, file: string) => Outcome
  readonly shelf: (house: House, open: Open) => Told<Omit<Shelf, 'alias'>>
}

const removalOf = <Open extends OpenRun, View>(
  kind: RunKind<Open, View>,
  house: House,
  open: Open,
): Removal => ({
  alias: open.runId,
  folder: open.files.folder,
  remove: () => kind.clean(house, open),
})

const verbsOfAll = <Open extends OpenRun, View>(
  kind: RunKind<Open, View>,
): Pick<WorkflowVerbs, 'list' | 'gates' | 'removals'> => ({
  async removals(house) {
    const ended: Removal[] = []
    for (const name of await kind.ids(house)) {
      const open = await kind.openKnown(house, name)
      if (open.ok && open.value.state.at === 'ended') ended.push(removalOf(kind, house, open.value))
    }
    return ended
  },
  async list(house) {
    const runs: RunView[] = []
    const damaged: { alias: string; what: string }[] = []
    for (const name of await kind.ids(house)) {
      const open = await kind.openKnown(house, name)
      if (open.ok) runs.push(kind.runView(house, open.value.state))
      else damaged.push({ alias: name, what: open.error.what })
    }
    return { runs, damaged, notices: [] }
  },
  async gates(house) {
    const { next } = await kind.lines()
    const shown = []
    for (const name of await kind.ids(house)) {
      const open = await kind.openKnown(house, name)
      if (!open.ok || open.value.state.at !== 'asking') continue
      const view = kind.view(house, open.value.state)
      const json = kind.json(open.value.state, view)
      shown.push({ json, lines: (paint: Paint) => next(view, paint) })
    }
    return shown
  },
})

async function on<Open extends OpenRun, View, Value>(
  kind: RunKind<Open, View>,
  [house, name]: readonly [House, string],
  act: (open: Open) => Told<Value>,
): Told<Value> {
  const open = await kind.open(house, name)
  return open.ok ? act(open.value) : open
}

const asMissed = <Value>(told: Result<Value, Problem>): Result<Value, Problem> =>
  told.ok ? told : err({ ...told.error, exit: exitCodes.notAccepted })

const verbsToLook = <Open extends OpenRun, View>(
  kind: RunKind<Open, View>,
): Pick<WorkflowVerbs, 'status' | 'verify' | 'report' | 'history' | 'shelf'> => ({
  status: ({ terminal, values }, house, name) =>
    on(kind, [house, name], async ({ state }) => {
      const view = kind.view(house, state)
      if (flag(values, 'json')) terminal.print(JSON.stringify(kind.json(state, view)))
      else
        for (const line of (await kind.lines()).status(view, terminal.paint)) terminal.print(line)
      return ok(exitCodes.accepted)
    }),
  async verify({ terminal, values }, house, name) {
    const open = asMissed(await kind.open(house, name))
    if (!open.ok) return open
    const { tellInspection } = await import('./tell-inspection.ts')
    const inspected = asMissed(await kind.inspect(house, open.value))
    return inspected.ok
      ? tellInspection({ terminal, values }, open.value.runId, inspected.value)
      : inspected
  },
  report: (call, house, name, format) =>
    on(kind, [house, name], (open) => kind.report(call, house, open, format)),
  history: (house, name) =>
    on(kind, [house, name], async (open) => {
      const read = await open.store.journal.read()
      return read.ok
        ? ok({ alias: open.runId, entries: read.value.entries })
        : err(kind.problem(house, open, read.error))
    }),
  shelf: (house, name) =>
    on(kind, [house, name], async (open) => {
      const shelf = await kind.shelf(house, open)
      return shelf.ok ? ok({ alias: open.runId, ...shelf.value }) : shelf
    }),
})

const verbsToAct = <Open extends OpenRun, View>(
  kind: RunKind<Open, View>,
): Pick<WorkflowVerbs, 'resume' | 'answer' | 'save' | 'stop' | 'removal'> => ({
  resume: (call, house, name) => on(kind, [house, name], (open) => kind.run(call, house, open)),
  answer: (call, house, name, option) =>
    on(kind, [house, name], async (open) => {
      const answered = await kind.answer(house, open, {
        option,
        ...personOf(call),
        feedback: text(call.values, 'feedback'),
        only: text(call.values, 'only')
          ?.split(',')
          .map((id) => id.trim())
          .filter((id) => id !== ''),
      })
      if (!answered.ok) return answered
      const { patienceMs } = await import('../../app/order.ts')
      // somebody who decided at the same moment may still be at it
      return on(kind, [house, open.runId], (again) => kind.run(call, house, again, patienceMs))
    }),
  save: (call, house, name, file) =>
    on(kind, [house, name], (open) => kind.save(call, house, open, file)),
  stop: (house, name, order) =>
    on(kind, [house, name], async (open) => {
      const stopped = await kind.stop(house, open, order)
      return stopped.ok ? ok({ alias: open.runId, stopped: stopped.value }) : stopped
    }),
  removal: (house, name) =>
    on(kind, [house, name], async (open) => ok(removalOf(kind, house, open))),
})

/** The verbs that all workflows share, for one whose runs have an id of their own. */
export const runVerbs = <Open extends OpenRun, View>(kind: RunKind<Open, View>): WorkflowVerbs => ({
  ...verbsOfAll(kind),
  ...verbsToLook(kind),
  ...verbsToAct(kind),
})

/** Versions in the order they were made. */
export const numbered = (hashes: readonly string[], best: string | undefined) =>
  hashes.map((hash, index) => ({
    number: index + 1,
    hash,
    last: index === hashes.length - 1,
    best: hash === best,
  }))
