import type { Order } from '../../src/shop/order.ts'

export const orderOf = (changes: Partial<Order>): Order => ({
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  email: 'ana@example.com',
  tier: 'pro',
  boxes: 2,
  total: 58,
  status: 'placed',
  createdAt: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:00:00.000Z',
  ...changes,
})
