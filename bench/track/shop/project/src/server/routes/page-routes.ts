import type { OrderStore } from '../../shop/order-store.ts'
import { isTierId } from '../../shop/tiers.ts'
import { checkoutPage } from '../../views/checkout-page.ts'
import { homePage } from '../../views/home-page.ts'
import { ordersPage } from '../../views/orders-page.ts'
import { plansPage } from '../../views/plans-page.ts'
import { signInPage } from '../../views/sign-in-page.ts'
import { page } from '../respond.ts'
import { route, type Route, signedInRoute } from '../router.ts'

export const pageRoutes = ({ orders }: { readonly orders: OrderStore }): readonly Route[] => [
  route('GET', '/', ({ account }) => page(200, homePage({ account }))),
  route('GET', '/plans', ({ account }) => page(200, plansPage({ account }))),
  route('GET', '/checkout', ({ account, url }) => {
    const tier = url.searchParams.get('tier')
    return page(200, checkoutPage({ account, tier: isTierId(tier) ? tier : 'basic' }))
  }),
  route('GET', '/sign-in', ({ account, url }) =>
    page(200, signInPage({ account, next: ownPath(url.searchParams.get('next')) })),
  ),
  signedInRoute('GET', '/orders', ({ account }) =>
    page(200, ordersPage({ account, orders: orders.listOf(account.email) })),
  ),
]

/** Where to go after the sign-in: only to a page of ours. */
const ownPath = (next: string | null): string =>
  next !== null && /^\/(?![/\\])/.test(next) ? next : '/orders'
