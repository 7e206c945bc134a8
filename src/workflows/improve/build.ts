import { join } from 'node:path'
import { carryRun } from '../../engine/carry-run.ts'
import type { FileChange } from '../../ports/repository.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { addOrder } from '../workorder/add.ts'
import { workorder } from '../workorder/definition.ts'
import { modelOf } from '../workorder/learning/record.ts'
import { openObligations } from '../workorder/obligations.ts'
import { allOrders, type OpenOrder } from '../workorder/orders.ts'
import { type Plan, planOrders, type ShownOrder } from '../workorder/plan.ts'
import type { OrderLive } from '../workorder/state.ts'
import type { OrderLog, Payload } from './events.ts'
import { hangIn } from './hangs.ts'
import { classOf, countsOf } from './order-counts.ts'

export type BuildOptions = {
  readonly maxOrders: number
  readonly maxWorkers: number
  readonly by: string
  readonly signal: AbortSignal
  readonly tell: (what: string) => void
  readonly note: (text: string) => void
}

type Built = Omit<Payload<'built'>, 'cost'>

/** Plans the spec of a project into work orders, works on them in their order, and puts what came of them together. */
export async function buildApplication(
  project: Workspace,
  options: BuildOptions,
): AsyncResult<Built, string> {
  options.tell('planning work orders')
  const planned = await planOrders(project, join(project.root, 'spec.md'))
  if (!planned.ok) return err(planned.error.what)
  const plan = planned.value
  if (plan.orders.length === 0)
    return err('the spec asks for nothing that could become a work order')
  if (plan.orders.length > options.maxOrders)
    return err(
      `the spec makes ${plan.orders.length} work orders, more than the ${options.maxOrders} of workflows.improve.max_orders`,
    )
  const hang = await hangIn(project, options)
  if (options.signal.aborted) return err('stopped')
  if (hang !== null) return err(hang)
  const logs = new Map<number, OrderLog>()
  for (;;) {
    const wave = readyIn(plan, logs, options.maxWorkers)
    if (wave.length === 0) break
    const head = await headOf(project)
    if (head === null) return err('the project has no commit')
    const runs = await Promise.all(
      wave.map((number) => carryOrder(project, plan, { number, base: head }, options)),
    )
    if (options.signal.aborted) return err('stopped')
    for (const [index, run] of runs.entries()) {
      const number = wave[index] ?? 0
      if (!run.ok) return run
      const integrated = await integrate(project, run.value)
      logs.set(number, await logOf(project, run.value, number, integrated))
    }
  }
  const waiting = plan.orders.length - logs.size
  const commit = await headOf(project)
  if (commit === null) return err('the project has no commit')
  return ok({
    orders: [...logs.values()].toSorted((one, other) => one.number - other.number),
    notes: [
      ...plan.notes,
      ...(waiting === 0
        ? []
        : [
            `${waiting} ${waiting === 1 ? 'order was' : 'orders were'} not worked on: what they need is not there`,
          ]),
    ],
    commit,
  })
}

const headOf = async (project: Pick<Workspace, 'git' | 'root'>): Promise<string | null> =>
  (await project.git(project.root, ['rev-parse', 'HEAD']))?.trim() ?? null

/** The numbers of the orders that can be worked on side by side now. */
function readyIn(plan: Plan, logs: ReadonlyMap<number, OrderLog>, most: number): readonly number[] {
  const numberOf = (id: string) => plan.orders.findIndex((order) => order.id === id) + 1
  const ready = plan.orders
    .map((order, index) => ({ order, number: index + 1 }))
    .filter(
      ({ order, number }) =>
        !logs.has(number) &&
        order.depends_on.every((id) => {
          const needed = numberOf(id)
          return needed === 0 || logs.get(needed)?.integrated === true
        }),
    )
  const chosen: { readonly order: ShownOrder; readonly number: number }[] = []
  for (const each of ready)
    if (chosen.length < most && chosen.every(({ order }) => areApart(order, each.order)))
      chosen.push(each)
  return chosen.map(({ number }) => number)
}

/** Orders that say which files they change, and change none together. */
const areApart = (one: ShownOrder, other: ShownOrder): boolean =>
  one.files_in_scope.length > 0 &&
  other.files_in_scope.length > 0 &&
  one.files_in_scope.every((path) => !other.files_in_scope.includes(path))

type Turn = { readonly number: number; readonly base: string }

/** One order from where it stands to its end, or to a question that nobody is here to answer. */
async function carryOrder(
  project: Workspace,
  plan: Plan,
  { number, base }: Turn,
  { by, signal, tell, note }: BuildOptions,
): AsyncResult<OpenOrder, string> {
  const known = await orderNumbered(project, plan.id, number)
  const opened = known === null ? await add(project, plan, { number, base }, by) : ok(known)
  if (!opened.ok) return err(opened.error.what)
  const order = opened.value
  if (order.state.at === 'ended' || order.state.at === 'asking') return ok(order)
  const { title } = order.state.setup.order
  tell(`order ${number} of ${plan.orders.length}: ${title}`)
  const rest = await carryRun(workorder, project, order, {
    state: () => undefined,
    progress: (what) => tell(`order ${number} of ${plan.orders.length}: ${title}: ${what}`),
    note,
    pause: signal,
  })
  return rest.ok ? ok(rest.value.run) : err(rest.error.what)
}

function add(project: Workspace, plan: Plan, { number, base }: Turn, by: string) {
  const planned = plan.orders[number - 1]
  const titles = new Map(plan.orders.map(({ id, title }) => [id, title]))
  const {
    id: _,
    complexity: _c,
    rough_complexity: _r,
    scope: _s,
    verdict: _v,
    ...order
  } = planned ?? {
    id: '',
    complexity: 0,
    rough_complexity: 0,
    scope: 0,
    verdict: '',
    depends_on: [],
  }
  return addOrder(
    project,
    { ...order, depends_on: order.depends_on.map((each) => titles.get(each) ?? each) },
    { by, base, plan: { id: plan.id, number, of: plan.orders.length } },
  )
}

async function orderNumbered(
  project: Workspace,
  plan: string,
  number: number,
): Promise<OpenOrder | null> {
  for await (const order of allOrders(project)) {
    const { plan: of } = order.state.setup
    if (of?.id === plan && of.number === number) return order
  }
  return null
}

/** Brings what an order made into the application; what was measured and not accepted is part of it, and is not counted as done. */
async function integrate(project: Workspace, { runId, state }: OpenOrder): Promise<boolean> {
  const commit = state.delivered?.commit ?? (await committed(project, state))
  if (
    commit === null ||
    (state.at === 'ended' && (state.outcome === 'needs_rework' || state.outcome === 'failed'))
  )
    return false
  const who = ['-c', 'user.name=Loopwright', '-c', 'user.email=loopwright@localhost']
  const merged = await project.git(project.root, [
    ...who,
    'merge',
    '-q',
    '--no-edit',
    '-m',
    `Take in ${runId}`,
    commit,
  ])
  if (merged !== null) return true
  await project.git(project.root, ['merge', '--abort'])
  return false
}

/** A change that was measured and waits for a person's word is committed on its branch all the same. */
async function committed(
  project: Pick<Workspace, 'repository'>,
  state: OrderLive,
): Promise<string | null> {
  const { measured, base, runId, setup, updatedAt } = state
  if (measured === null || base === null || state.at !== 'asking') return null
  const repository = await project.repository()
  const tree = await repository.open({ id: runId, base })
  if (!tree.ok) return null
  const made = await tree.value.commit(measured.tree, {
    message: `${setup.order.title}\n`,
    date: updatedAt,
  })
  return made.ok ? made.value.commit : null
}

async function logOf(
  project: Workspace,
  { runId, state }: OpenOrder,
  number: number,
  integrated: boolean,
): Promise<OrderLog> {
  const { setup, measured, spent, proposal, failed } = state
  const status = state.at === 'ended' ? state.outcome : 'escalated'
  const changes = await changesOf(project, state)
  const failure = failed.at(-1)
  const acceptance = measured?.acceptance ?? null
  return {
    runId,
    recordId: setup.orderId,
    title: setup.order.title,
    number,
    status: status === 'completed' && !integrated ? 'needs_review' : status,
    integrated,
    reason: (state.at === 'ended' ? state.reason : state.at === 'asking' ? state.detail : '').slice(
      0,
      600,
    ),
    startedAt: state.startedAt,
    endedAt: state.updatedAt,
    seconds: spent.activeMs / 1000,
    files: [...(proposal?.paths ?? [])].slice(0, 200),
    added: sum(changes.map(({ linesAdded }) => linesAdded ?? 0)),
    deleted: sum(changes.map(({ linesDeleted }) => linesDeleted ?? 0)),
    proposer: state.proposer === '' ? null : state.proposer,
    model: modelOf(setup, state.briefing?.proposer ?? state.proposer),
    promptTokens: spent.tokens - (spent.answerTokens ?? 0),
    completionTokens: spent.answerTokens ?? 0,
    costUsd: spent.costUsd,
    ...(spent.unpriced === undefined ? {} : { unpriced: spent.unpriced }),
    ...(await countsOf(project, state)),
    acceptance: acceptance === null ? null : { ...acceptance },
    failureClass: failure?.failure_class ?? classOf(state),
    errors: [...(measured?.problems ?? []), ...failed.toReversed().map(({ error }) => error)]
      .map((error) => error.slice(0, 400))
      .slice(0, 5),
    undecided:
      state.at === 'asking' && measured !== null
        ? openObligations({ ...state, measured }).length
        : 0,
  }
}

async function changesOf(
  project: Pick<Workspace, 'repository'>,
  { runId, base, proposal }: OrderLive,
): Promise<readonly FileChange[]> {
  if (base === null || proposal === null) return []
  const tree = await (await project.repository()).open({ id: runId, base })
  const changes = tree.ok ? await tree.value.changes(proposal.tree) : null
  return changes?.ok === true ? changes.value : []
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0)
