import { randomUUID } from 'node:crypto'
import type { Stock } from '../integrations/stock-client.ts'
import { isOpen, type Order } from './order.ts'
import type { OrderStore } from './order-store.ts'
import { quoteFor } from './quote.ts'

const mostOpenOrders = 3

export type PlaceOrderRequest = {
  readonly email: string
  readonly tier: string
  readonly boxes: number
  readonly key?: string
}

export type PlaceOrderResult =
  | { readonly kind: 'placed' | 'repeated'; readonly order: Order }
  | { readonly kind: 'invalid' | 'refused' | 'unavailable'; readonly message: string }

export type OrderDependencies = {
  readonly orders: OrderStore
  readonly stockOf: (tier: string) => Promise<Stock>
  readonly now: () => Date
}

/** Nothing is saved unless the warehouse has the boxes. */
export async function placeOrder(
  { email, tier, boxes, key }: PlaceOrderRequest,
  { orders, stockOf, now }: OrderDependencies,
): Promise<PlaceOrderResult> {
  const known = knownOf(orders, email, key)
  if (known !== null) return known
  const priced = quoteFor(tier, boxes)
  if (!priced.ok) return { kind: 'invalid', message: priced.message }
  const stock = await stockOf(tier)
  // the same order may have been placed while we waited
  const meanwhile = knownOf(orders, email, key)
  if (meanwhile !== null) return meanwhile
  if (stock.kind === 'unknown')
    return {
      kind: 'unavailable',
      message: 'We cannot see our stock right now. Try again in a few minutes.',
    }
  if (stock.boxes < boxes)
    return { kind: 'refused', message: `Boxes left: ${stock.boxes}. Choose fewer boxes.` }
  const at = now().toISOString()
  const order: Order = {
    id: randomUUID(),
    email,
    tier: priced.value.tier,
    boxes,
    total: priced.value.total,
    status: 'placed',
    createdAt: at,
    updatedAt: at,
  }
  orders.save(order, key)
  return { kind: 'placed', order }
}

/** What can be said from the customer's other orders: placed before, or too many open. */
function knownOf(
  orders: OrderStore,
  email: string,
  key: string | undefined,
): PlaceOrderResult | null {
  const repeated = key === undefined ? null : orders.findByKey(email, key)
  if (repeated !== null) return { kind: 'repeated', order: repeated }
  if (orders.listOf(email).filter(isOpen).length < mostOpenOrders) return null
  return {
    kind: 'refused',
    message: `You have ${mostOpenOrders} open orders. Pay or cancel one of them first.`,
  }
}
