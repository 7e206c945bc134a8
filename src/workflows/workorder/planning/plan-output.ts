import { z } from 'zod'
import { err, ok, type Result } from '../../../model/result.ts'
import { Order } from '../order.ts'
import { cyclesIn, inDependencyOrder } from './order-graph.ts'

/** One order of a plan. Other orders name it by its id. */
export const PlannedOrder = Order.extend({
  id: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')
    .max(80),
})
export type PlannedOrder = z.infer<typeof PlannedOrder>

/** What a planner answers. */
export const PlanOutput = z.object({
  orders: z.array(PlannedOrder).min(1, 'must hold at least one order').max(200),
  /** What people ought to know of the plan, as sentences. */
  notes: z.array(z.string().max(2_000)).max(200).default([]),
})
export type PlanOutput = z.infer<typeof PlanOutput>

/** A plan from an agent's answer, sorted so that nothing comes before what it needs; or all that is wrong with it. */
export function readPlan(answer: unknown): Result<PlanOutput, readonly string[]> {
  const read = PlanOutput.safeParse(answer)
  if (!read.success)
    return err(
      read.error.issues.map(({ path, message }) => `${path.join('.') || 'the plan'}: ${message}`),
    )
  const orders = read.data.orders.map((order) => withIds(order, read.data.orders))
  const wrong = [
    ...repeated(orders),
    ...unknownDependencies(orders),
    ...orders.flatMap(unsafePaths),
    ...cyclesIn(orders).map((ring) => `orders need each other in a ring: ${ring.join(' → ')}`),
  ]
  return wrong.length > 0
    ? err(wrong)
    : ok({ orders: [...inDependencyOrder(orders)], notes: read.data.notes })
}

/** Dependencies may be told by title; from here on only ids count. */
function withIds(order: PlannedOrder, all: readonly PlannedOrder[]): PlannedOrder {
  const idOf = (name: string): string =>
    all.some(({ id }) => id === name)
      ? name
      : (all.find(({ title }) => plain(title) === plain(name))?.id ?? name)
  return { ...order, depends_on: [...new Set(order.depends_on.map(idOf))] }
}

const plain = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')

function repeated(orders: readonly PlannedOrder[]): readonly string[] {
  const later = (same: (a: PlannedOrder, b: PlannedOrder) => boolean) =>
    orders.filter((order, at) => orders.findIndex((other) => same(other, order)) < at)
  return [
    ...later((a, b) => a.id === b.id).map(({ id }) => `two orders have the id ${id}`),
    ...later((a, b) => plain(a.title) === plain(b.title)).map(
      ({ title }) => `two orders have the title "${title}"`,
    ),
  ]
}

function unknownDependencies(orders: readonly PlannedOrder[]): readonly string[] {
  const known = new Set(orders.map(({ id }) => id))
  return orders.flatMap(({ id, depends_on }) =>
    depends_on
      .filter((name) => !known.has(name) || name === id)
      .map((name) =>
        name === id
          ? `orders.${id}.depends_on: it names itself`
          : `orders.${id}.depends_on: "${name}" is no order of this plan`,
      ),
  )
}

function unsafePaths({ id, files_in_scope, contracts }: PlannedOrder): readonly string[] {
  return [...files_in_scope, ...contracts.map(({ path }) => path)]
    .filter((path) => !isSafeScope(path))
    .map(
      (path) =>
        `orders.${id}: the path ${JSON.stringify(path)} does not lie plainly in the repository`,
    )
}

/** A path or glob below the repository's root, outside git's own folder. */
export function isSafeScope(entry: string): boolean {
  const path = entry.replace(/^!/, '')
  if (path === '' || /[\p{Cc}\\]/u.test(path) || /^(?:[/~]|[A-Za-z]:)/.test(path)) return false
  return path.split('/').every((part) => part !== '..' && part.toLowerCase() !== '.git')
}
