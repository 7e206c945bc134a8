import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { House } from '../app.ts'
import type { Problem } from '../model/problem.ts'
import { recordIdOf } from '../model/records-sampling.ts'
import { err, ok, type Result } from '../model/result.ts'
import { complexityOf } from '../workflows/workorder/complexity/complexity.ts'
import type { OrderSetup } from '../workflows/workorder/events.ts'
import { Order } from '../workflows/workorder/order.ts'
import { promptsSha256 } from '../workflows/workorder/prompts.ts'
import { lockWithin } from './order.ts'
import { openOrderAgents, proposersOf } from './workorder-agents.ts'
import {
  commandOrder,
  nextOrderNumber,
  orderPlace,
  type OrderPlace,
  orderRunId,
} from './workorder-places.ts'
import { keepRecords } from './workorder-records.ts'
import { repositoryProblem } from './workorder-route.ts'

export type OrderWishes = {
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
  house: House,
  given: unknown,
  wishes: OrderWishes,
): Promise<Result<OrderPlace, Problem>> {
  const order = Order.safeParse(given)
  if (!order.success) {
    const [issue] = order.error.issues
    return err({
      exit: 2,
      what: `the order is not valid: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
      todo: 'a title and a description are needed; see: loopwright workorder add --help',
    })
  }
  const repository = await house.repository()
  const facts = await repository.inspect()
  if (!facts.ok) return err(repositoryProblem(facts.error))
  const setup = await setupFor(house, order.data, wishes)
  if (!setup.ok) return setup
  await house.hidePrivateFolder()
  const lock = await lockWithin(
    () => house.lock('workorder-numbers'),
    () => house.clock.elapsedMs(),
    patienceMs,
  )
  if (!lock.ok)
    return err({
      exit: 2,
      what: `process ${lock.error.pid} is adding orders; try again in a moment`,
    })
  try {
    const number = await nextOrderNumber(house)
    const place = orderPlace(house, orderRunId(number, order.data.title))
    const started = await commandOrder(house, place, {
      type: 'start',
      runId: place.runId,
      setup: { ...setup.value, orderId: recordIdOf('order', house.root, place.runId, number) },
      by: wishes.by,
    })
    if (!started.ok) return started
    const kept = await keepRecords(house, place)
    return kept.ok ? ok(place) : kept
  } finally {
    await lock.value.release()
  }
}

const patienceMs = 10_000

async function setupFor(
  house: House,
  order: Order,
  { base, plan = null, parent }: OrderWishes,
): Promise<Result<Omit<OrderSetup, 'orderId'>, Problem>> {
  const proposers = proposersOf(house)
  const agents = await openOrderAgents(house, proposers)
  if (!agents.ok) return agents
  const { workorder } = house.config.workflows
  const { score, band, strongest, why, factors } = complexityOf(
    {
      title: order.title,
      description: order.description,
      criteria: order.acceptance_criteria,
      files: order.files_in_scope,
      contextChars: order.context_budget_estimate * 4,
    },
    workorder,
  )
  return ok({
    order,
    project: basename(house.root),
    base: parent?.base ?? base ?? null,
    complexity: { score, band, strongest, why, factors, weights: workorder.weights },
    proposers: [...proposers],
    attempts: workorder.attempts,
    escalation: workorder.escalation,
    threshold: workorder.threshold,
    mostGuidelines: workorder.max_injected,
    mutationSeconds: workorder.mutation_seconds,
    commands: workorder.commands,
    parent: parent?.runId ?? null,
    feedback: parent?.feedback ?? null,
    startFrom: parent?.tree ?? null,
    plan,
    caps: house.config.caps,
    agents: agents.value.identities,
    promptsSha256,
  })
}

/** An order from a file: JSON or YAML with the fields of an order. */
export async function readOrderFile(path: string): Promise<Result<unknown, Problem>> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null)
    return err({ exit: 2, what: 'the file can not be read', where: path, todo: 'check the path' })
  try {
    const { parse } = await import('yaml')
    return ok(parse(text))
  } catch (error) {
    return err({
      exit: 2,
      what: `the file is neither JSON nor YAML: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`,
      where: path,
      todo: 'write at least title and description',
    })
  }
}
