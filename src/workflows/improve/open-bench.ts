import { z } from 'zod'
import { tellTo } from '../../asking/ask-role.ts'
import type { Bench, OpenRun, Watch } from '../../engine/workflow.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { obligationsOf } from '../workorder/obligations.ts'
import { allOrders } from '../workorder/orders.ts'
import { applyChange, wholeFilesOf } from './apply.ts'
import { autonomyNow } from './autonomy-now.ts'
import { buildApplication } from './build.ts'
import { onlyRead } from './compare/only-read.ts'
import { recordedPast } from './compare/past.ts'
import { easierBy } from './easier.ts'
import type { ImproveStep } from './machine.ts'
import {
  changedSince,
  cleanBuilds,
  examiningIn,
  makeProject,
  openSetUp,
  printsOf,
  projectOf,
  type SetUp,
  versionOf,
} from './project.ts'
import { keepResults } from './reports.ts'
import type { ImproveWorkflow } from './runs.ts'
import { keptScreens } from './screens.ts'
import { type ImproveCommand, type ImproveRun, type ImproveState, lastOf } from './state.ts'
import type { ImproveBench } from './steps/bench.ts'
import { work } from './steps/work.ts'
import { undoImprovement } from './undo.ts'

const Prints = z.array(z.record(z.string(), z.string()))

/** What the steps of a run work with, for one sitting. */
export async function openBench(
  workflow: ImproveWorkflow,
  workspace: Workspace,
  { state, store }: OpenRun<ImproveState>,
  watch: Pick<Watch<never>, 'progress' | 'note'>,
): AsyncResult<Bench<ImproveState, ImproveCommand, ImproveStep>> {
  const setUp = await openSetUp(workspace, state.setup.setup, state.setup.commit)
  if (!setUp.ok) return setUp
  // the workspace's own comes first, then the one that the set-up brings
  const binding = [workspace, setUp.value.workspace].find(({ config }) =>
    Object.hasOwn(config.roles, 'analyst'),
  )
  const analystName = (binding ?? workspace).agentNameFor('analyst')
  const analyst = binding === undefined ? ok(null) : await binding.openAgent(analystName)
  if (!analyst.ok) return analyst
  const tell = tellTo(watch)
  const bench: ImproveBench = {
    analyst: analyst.value,
    analystName,
    answers: store.answers,
    ...building(workspace, setUp.value, tell),
    ...scoring(workspace, setUp.value, tell),
    ...changing(workspace, setUp.value, { tell, workflow }),
    ...byItself(workspace, setUp.value),
    elapsedMs: () => workspace.clock.elapsedMs(),
    tell,
  }
  return ok({
    // a run lives for days: whoever is bound today is asked, and every iteration says who built it
    bound: null,
    work: (step, signal) => work(bench, step, signal),
  })
}

async function openProject(
  workspace: Workspace,
  run: ImproveRun,
  iteration: number,
): AsyncResult<Workspace, string> {
  const opened = await workspace.openAt(projectOf(workspace, run, iteration))
  if (!opened.ok) return err(opened.error.what)
  // what orders teach is kept beyond the project that they were made for
  const { hasRecords } = workspace
  const records = async () => {
    const own = await workspace.records()
    return own.ok && run.setup.trial !== undefined ? ok(onlyRead(own.value)) : own
  }
  return ok({ ...opened.value, records, hasRecords })
}

type Building = Pick<ImproveBench, 'prepare' | 'build'>

function building(workspace: Workspace, setUp: SetUp, tell: ImproveBench['tell']): Building {
  return {
    async prepare(run) {
      tell({ type: 'doing', what: 'making a fresh project' })
      if (run.setup.mode === 'autonomous') {
        // no question brings it to rest, and its lessons count from the next application on
        const recorded = await keepResults(workspace, { state: run })
        if (!recorded.ok) return err(recorded.error.what)
      }
      const number = run.iterations.length + 1
      const removed = await cleanBuilds(workspace, run.runId)
      if (!removed.ok) return removed
      const startedAt = workspace.clock.now().toISOString()
      const commit = run.head ?? setUp.head
      const folder = projectOf(workspace, run, number)
      const made = await makeProject(workspace, setUp, folder, {
        commit,
        at: startedAt,
        spec: run.setup.spec,
      })
      if (!made.ok) return made
      const project = await openProject(workspace, run, number)
      if (!project.ok) return project
      const prints = await workspace.blobs.put(JSON.stringify(await printsOf(workspace, setUp)))
      const version = await versionOf(project.value, workspace, commit)
      return ok({ version, prints, removed: [...removed.value], startedAt })
    },
    async build(run, signal) {
      const project = await openProject(workspace, run, run.iterations.length)
      if (!project.ok) return project
      return buildApplication(project.value, {
        maxOrders: run.setup.maxOrders,
        maxWorkers: run.setup.maxWorkers,
        by: `improve ${run.runId}`,
        signal,
        tell: (what) => tell({ type: 'doing', what }),
        note: (text) => tell({ type: 'note', text }),
      })
    },
  }
}

type Scoring = Pick<ImproveBench, 'score'>

const scoring = (workspace: Workspace, setUp: SetUp, tell: ImproveBench['tell']): Scoring => ({
  async score(run, signal) {
    const project = await openProject(workspace, run, run.iterations.length)
    if (!project.ok) return project
    const changed = await changedIn(workspace, setUp, lastOf(run)?.prints ?? '')
    const orders = []
    for await (const { state } of allOrders(project.value))
      if (state.measured !== null)
        orders.push({ obligations: obligationsOf({ ...state, measured: state.measured }) })
    const { gatherFacts } = await import('./scoring/gather.ts')
    const { inHundredths, scoreApplication } = await import('./scoring/score.ts')
    const facts = await gatherFacts(project.value, {
      folder: project.value.root,
      spec: run.setup.spec,
      orders,
      isolation: { verified: changed.length === 0, changed },
      given: await givenIn(project.value),
      producers: [project.value.agentNameFor('proposer')],
      signal,
      onProgress: (what) => tell({ type: 'doing', what }),
    })
    if (!facts.ok) return facts
    const built = lastOf(run)?.built?.orders ?? []
    const completed = built.filter(({ status }) => status === 'completed').length
    return ok({
      score: scoreApplication(
        { ...facts.value, orders: { completed, of: built.length } },
        inHundredths(workspace.config.workflows.improve.weights),
      ),
      obligations: [...facts.value.requirements],
      changed: [...changed],
      screens: await keptScreens(workspace, facts.value.screens),
    })
  },
})

/** The files of the set-up that no order changed. */
async function givenIn({
  git,
  root,
}: Pick<Workspace, 'git' | 'root'>): Promise<ReadonlySet<string>> {
  const first = ((await git(root, ['rev-list', '--max-parents=0', 'HEAD'])) ?? '').trim()
  const list = async (...args: readonly string[]) =>
    ((await git(root, [...args, '-z'])) ?? '').split('\0').filter((path) => path !== '')
  if (first === '') return new Set()
  const changed = new Set(await list('diff', '--name-only', first, 'HEAD'))
  const files = await list('ls-tree', '-r', '--name-only', first)
  return new Set(files.filter((path) => !changed.has(path)))
}

async function changedIn(
  workspace: Workspace,
  setUp: SetUp,
  hash: string,
): Promise<readonly string[]> {
  const text = await workspace.blobs.get(hash)
  const before = text === null ? null : Prints.safeParse(JSON.parse(text))
  return before?.success === true
    ? changedSince(before.data, await printsOf(workspace, setUp))
    : ['what the set-up looked like before is lost']
}

type Changing = Pick<ImproveBench, 'setUpFiles' | 'setUpHead' | 'look' | 'past' | 'apply'>

function changing(
  workspace: Workspace,
  setUp: SetUp,
  { tell, workflow }: { readonly tell: ImproveBench['tell']; readonly workflow: ImproveWorkflow },
): Changing {
  const headOf = ({ head }: ImproveRun) => head ?? setUp.head
  return {
    setUpHead: async (run) => ok(headOf(run)),
    async setUpFiles(run) {
      const files = await setUp.repository.filesAt(headOf(run))
      if (!files.ok) return err(files.error.what)
      const inside = [...files.value.files].filter(([path]) => path.startsWith(setUp.prefix))
      return ok(
        new Map(
          inside.map(([path, text]) => [path.slice(setUp.prefix.length).replace(/^\//, ''), text]),
        ),
      )
    },
    async look(run, edits) {
      const whole = await wholeFilesOf(setUp, headOf(run), edits)
      return whole.ok
        ? { easier: [...(await easierBy(whole.value, await examiningIn(setUp)))] }
        : { easier: [], flaw: whole.error }
    },
    async past({ runId }) {
      const records = workspace.hasRecords() ? await workspace.records() : null
      return records?.ok === true ? recordedPast(records.value, runId) : []
    },
    async apply(run, change, { parent, signal }) {
      const place = {
        runId: run.runId,
        parent,
        date: run.approved?.at ?? workspace.clock.now().toISOString(),
      }
      if (run.approved?.prove === true) {
        const { applyProved } = await import('./apply-proved.ts')
        const tellDoing = (what: string) => tell({ type: 'doing', what })
        return applyProved(workspace, setUp, {
          workflow,
          run,
          change,
          place,
          signal,
          tell: tellDoing,
        })
      }
      const applied = await applyChange(setUp, change, place)
      return applied.ok ? ok({ result: applied.value, costUsd: 0 }) : applied
    },
  }
}

/** What a run needs that decides without a person. */
const byItself = (workspace: Workspace, setUp: SetUp): Pick<ImproveBench, 'undo' | 'autonomy'> => ({
  autonomy: ({ runId }) => autonomyNow(workspace, runId),
  async undo(run, { improvements }) {
    let parent = run.head ?? setUp.head
    const date = lastOf(run)?.endedAt ?? workspace.clock.now().toISOString()
    for (const improvement of improvements.toReversed()) {
      const undone = await undoImprovement(setUp, improvement, {
        runId: run.runId,
        parent,
        date,
      })
      if (!undone.ok) return undone
      const { status, reason, commit } = undone.value
      if (status === 'rejected') return err(`${improvement.id} cannot be taken back: ${reason}`)
      parent = commit ?? parent
    }
    return ok(parent)
  },
})
