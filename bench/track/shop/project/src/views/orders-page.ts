import { Button, ButtonLink } from '../components/button.ts'
import { Modal } from '../components/modal.ts'
import { StatusBadge } from '../components/status-badge.ts'
import type { Account } from '../shop/accounts.ts'
import { canDownloadGuide } from '../shop/grow-guide.ts'
import { canMove, type Order } from '../shop/order.ts'
import { tiers } from '../shop/tiers.ts'
import { html, type Html } from './html.ts'
import { Layout } from './layout.ts'

type OrdersProps = { readonly account: Account; readonly orders: readonly Order[] }

export const ordersPage = ({ account, orders }: OrdersProps): Html =>
  Layout({
    title: 'Your orders',
    description: 'Follow your orders, pay them, cancel them, and download your grow guides.',
    path: '/orders',
    account,
    scripts: ['modal', 'orders'],
    main: html`
      <section class="section">
        <h1>Your orders</h1>
        ${orders.length === 0 ? Empty() : html`<ul class="grid">${orders.map(OrderCard)}</ul>`}
        ${CancelModal()}
        <p>${Button({ label: 'Sign out', variant: 'secondary', extra: { id: 'sign-out' } })}</p>
      </section>`,
  })

const Empty = (): Html => html`
  <div class="empty">
    <p>You have no orders yet. Your first box is two steps away.</p>
    ${ButtonLink({ label: 'Choose your box', href: '/plans' })}
  </div>`

const OrderCard = (order: Order): Html => html`
  <li class="card" data-order="${order.id}">
    <h2 class="card-title">${tiers[order.tier].name}, ${order.boxes} ${order.boxes === 1 ? 'box' : 'boxes'}</h2>
    <p><span data-badge>${StatusBadge(order)}</span> ${order.total} EUR</p>
    <div class="card-footer">
      ${canMove(order.status, 'paid') ? Button({ label: 'Pay order', extra: { 'data-pays': order.id } }) : null}
      ${
        canDownloadGuide(order)
          ? ButtonLink({ label: 'Download grow guide', href: `/api/orders/${order.id}/guide` })
          : null
      }
      ${
        canMove(order.status, 'cancelled')
          ? Button({ label: 'Cancel order', variant: 'secondary', extra: { 'data-cancels': order.id } })
          : null
      }
    </div>
  </li>`

const CancelModal = (): Html =>
  Modal({
    id: 'cancel-order',
    title: 'Cancel this order?',
    body: html`<p>We stop packing at once. What you paid comes back within five days.</p>`,
    actions: Button({ label: 'Cancel order', variant: 'danger', extra: { id: 'confirm-cancel' } }),
  })
