import type { TierId } from './tiers.ts'

export const orderStatuses = [
  'draft',
  'placed',
  'paid',
  'shipped',
  'delivered',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export type Order = {
  readonly id: string
  readonly email: string
  readonly tier: TierId
  readonly boxes: number
  readonly total: number
  readonly status: OrderStatus
  readonly createdAt: string
  readonly updatedAt: string
}

const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  draft: ['placed', 'cancelled'],
  placed: ['paid', 'cancelled'],
  paid: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
}

const open: ReadonlySet<OrderStatus> = new Set(['draft', 'placed', 'paid'])

export const canMove = (from: OrderStatus, to: OrderStatus): boolean =>
  transitions[from].includes(to)

export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => open.has(status)

export const isOrderStatus = (value: unknown): value is OrderStatus =>
  orderStatuses.some((status) => status === value)

export type MoveResult =
  | { readonly ok: true; readonly order: Order }
  | { readonly ok: false; readonly message: string }

export function moveOrder(order: Order, to: OrderStatus, now: Date): MoveResult {
  if (!canMove(order.status, to))
    return { ok: false, message: `An order that is ${order.status} cannot become ${to}.` }
  return { ok: true, order: { ...order, status: to, updatedAt: now.toISOString() } }
}
