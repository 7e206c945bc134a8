import type { OrderStatus } from '../shop/order.ts'
import { html, type Html } from '../views/html.ts'

type Badge = { readonly label: string; readonly tone: 'neutral' | 'active' | 'done' | 'stopped' }

const badges: Readonly<Record<OrderStatus, Badge>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  placed: { label: 'Waiting for payment', tone: 'active' },
  paid: { label: 'Paid', tone: 'active' },
  shipped: { label: 'On its way', tone: 'active' },
  delivered: { label: 'Delivered', tone: 'done' },
  cancelled: { label: 'Cancelled', tone: 'stopped' },
}

export const StatusBadge = ({ status }: { readonly status: OrderStatus }): Html => {
  const { label, tone } = badges[status]
  return html`<span class="badge badge-${tone}">${label}</span>`
}
