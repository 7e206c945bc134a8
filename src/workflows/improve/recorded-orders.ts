import { type OrderRow, OrderStatus } from '../../model/records-orders.ts'
import type { Records } from '../../ports/records.ts'

/** Every work order that the records know. */
export async function recordedOrders(
  records: Pick<Records, 'ordersWith'>,
): Promise<readonly OrderRow[]> {
  const orders: OrderRow[] = []
  for (const status of OrderStatus.options) orders.push(...(await records.ordersWith(status)))
  return orders
}
