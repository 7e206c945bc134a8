import { basename } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { recordIdOf } from '../../model/records-sampling.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../../model/result.ts'
import { complexityOf } from './complexity/complexity.ts'
import type { OrderSetup } from './events.ts'
import { Order } from './order.ts'
import { promptsSha256 } from './prompts.ts'
import { lockWithin, startRun } from '../../engine/command-run.ts'
import { readNamedText } from '../../engine/read-named.ts'
import { openOrderAgents, proposersOf } from './agents.ts'
import { workorder } from './definition.ts'
import { nextOrderNumber, type OpenOrder, orderRunId } from './orders.ts'
import { keepRecords } from './records.ts'
import { repositoryProblem } from '../../ports/repository.ts'

export type OrderOptions = {
  readonly by: string
  /** A commit to start from; what is checked out unless told. */
  readonly base?: string | undefined
  readonly plan?: OrderSetup['plan']
  readonly parent?: {
    readonly runId: string
    readonly feedback: string
    readonly base: string
    readonly tree: string
  }
}

/** Adds a work order. Nothing is worked on yet. */
export async function addOrder(
  workspace: Workspace,
  given: unknown,
  options: OrderOptions,
): AsyncResult<OpenOrder> {
  const order = Order.safeParse(given)
  if (!order.success) return err(invalid(order.error.issues, given))
  const repository = await workspace.repository()
  const facts = await repository.inspect()
  if (!facts.ok) return err(repositoryProblem(facts.error))
  const named =
    options.base === undefined ? ok(undefined) : await repository.commitNamed(options.base)
  if (!named.ok) return err(repositoryProblem(named.error))
  const setup = await setupFor(workspace, order.data, { ...options, base: named.value })
  if (!setup.ok) return setup
  await workspace.hidePrivateFolder()
  const lock = await lockWithin(
    () => workspace.lock('workorder-numbers'),
    workspace.clock,
    patienceMs,
  )
  if (!lock.ok)
    return usageError(`process ${lock.error.pid} is adding orders; try again in a moment`)
  try {
    const number = await nextOrderNumber(workspace)
    const runId = orderRunId(number, order.data.title)
    const orderId = recordIdOf('order', workspace.root, runId, number)
    const started = await startRun(
      workorder,
      workspace,
      { name: runId, runId },
      {
        type: 'start',
        runId,
        setup: { ...setup.value, orderId },
        by: options.by,
      },
    )
    if (!started.ok) return started
    const result = await keepRecords(workspace, started.value)
    return result.ok ? started : result
  } finally {
    await lock.value.release()
  }
}

const patienceMs = 10_000

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** The first thing that is wrong with an order, by the name of its field. */
function invalid(issues: readonly Issue[], given: unknown): Problem {
  const [{ path, message } = { path: [], message: 'it is no order' }] = issues
  const [field] = path
  const isMissing =
    typeof given === 'object' && given !== null && typeof field === 'string' && !(field in given)
  return usageProblem(
    isMissing
      ? `the order has no ${field}`
      : `the order is not valid: ${path.length === 0 ? '' : `${path.map(String).join('.')}: `}${message}`,
    isMissing
      ? 'a title and a description are needed; see: loopwright workorder add --help'
      : 'correct it; see: loopwright workorder add --help',
  )
}

async function setupFor(
  workspace: Workspace,
  order: Order,
  { base, plan = null, parent }: OrderOptions,
): AsyncResult<Omit<OrderSetup, 'orderId'>> {
  const proposers = proposersOf(workspace)
  const agents = await openOrderAgents(workspace, proposers)
  if (!agents.ok) return agents
  const { workorder: settings } = workspace.config.workflows
  const { score, band, strongest, why, factors } = complexityOf(
    {
      title: order.title,
      description: order.description,
      criteria: order.acceptance_criteria,
      files: order.files_in_scope,
      contextChars: order.context_budget_estimate * 4,
    },
    settings,
  )
  const standing = settings.contracts.map((each) => ({ ...each, standing: true as const }))
  return ok({
    order: { ...order, contracts: [...order.contracts, ...standing].slice(0, 100) },
    project: basename(workspace.root),
    base: parent?.base ?? base ?? null,
    complexity: { score, band, strongest, why, factors, weights: settings.weights },
    proposers: [...proposers],
    attempts: settings.attempts,
    escalation: settings.escalation,
    threshold: settings.threshold,
    mostGuidelines: settings.max_injected,
    mutationSeconds: settings.mutation_seconds,
    commands: settings.commands,
    parent: parent?.runId ?? null,
    feedback: parent?.feedback ?? null,
    startFrom: parent?.tree ?? null,
    plan,
    caps: workspace.config.caps,
    agents: agents.value.identities,
    promptsSha256,
  })
}

type Fields = Readonly<Record<string, unknown>>

/** An order from a file: JSON or YAML with the fields of an order. */
export async function readOrderFile(
  workspace: Pick<Workspace, 'cwd' | 'relative'>,
  path: string,
): AsyncResult<Fields> {
  const text = await readNamedText(workspace, path)
  if (!text.ok) return text
  try {
    const { parse } = await import('yaml')
    return fieldsIn(parse(text.value), path)
  } catch (error) {
    return usageError(
      `the file is neither JSON nor YAML: ${error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/:$/, '') : ''}`,
      'write at least title and description',
      path,
    )
  }
}

const known = Object.keys(Order.shape)
/** What the file of an order says besides, so that an order can be made of it once more. */
const shown = ['run_id', 'id', 'plan']

/** A field that nobody knows is a misspelt one: a scope that is not read would allow everything. */
function fieldsIn(value: unknown, path: string): Result<Fields> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return usageError('the file holds no order', 'write title and description', path)
  const fields: Fields = { ...value }
  const unknown = Object.keys(fields).filter((name) => ![...known, ...shown].includes(name))
  if (unknown.length === 0) return ok(fields)
  return usageError(
    `an order has no field ${unknown.slice(0, 5).join(', ')}`,
    `its fields are ${known.join(', ')}`,
    path,
  )
}
