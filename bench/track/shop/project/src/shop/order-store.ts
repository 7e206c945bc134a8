import type { Order } from './order.ts'

export type OrderStore = {
  readonly listOf: (email: string) => readonly Order[]
  readonly find: (id: string) => Order | null
  /** The order that was placed with this key, so that a second attempt finds it. */
  readonly findByKey: (email: string, key: string) => Order | null
  readonly save: (order: Order, key?: string) => void
}

export function createOrderStore(): OrderStore {
  const orders = new Map<string, Order>()
  const idsByKey = new Map<string, string>()
  const find = (id: string): Order | null => orders.get(id) ?? null
  return {
    find,
    listOf: (email) => [...orders.values()].filter((order) => order.email === email),
    findByKey: (email, key) => find(idsByKey.get(`${email} ${key}`) ?? ''),
    save: (order, key) => {
      orders.set(order.id, order)
      if (key !== undefined) idsByKey.set(`${order.email} ${key}`, order.id)
    },
  }
}
