import type { Environment } from '../environment.ts'
import { createStockClient, type Stock } from '../integrations/stock-client.ts'
import { createAccounts } from '../shop/accounts.ts'
import { createOrderStore } from '../shop/order-store.ts'
import { messagePage } from '../views/message-page.ts'
import { page, problem } from './respond.ts'
import { matchRoute } from './router.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { assetRoutes } from './routes/asset-routes.ts'
import { orderRoutes } from './routes/order-routes.ts'
import { pageRoutes } from './routes/page-routes.ts'
import { quoteRoutes } from './routes/quote-routes.ts'
import { createSessions, tokenOf } from './sessions.ts'

export type Shop = (request: Request) => Promise<Response>

type Overrides = {
  readonly stockOf?: (tier: string) => Promise<Stock>
  readonly now?: () => Date
}

export function createShop(environment: Environment, overrides: Overrides = {}): Shop {
  const { stockOf = createStockClient(environment.stock), now = () => new Date() } = overrides
  const accounts = createAccounts()
  const sessions = createSessions(now)
  const orders = createOrderStore()
  const routes = [
    ...quoteRoutes(),
    ...accountRoutes({ accounts, sessions, isSecure: environment.isProduction }),
    ...orderRoutes({ orders, stockOf, now }),
    ...pageRoutes({ orders }),
    ...assetRoutes(),
  ]
  return async (request) => {
    const url = new URL(request.url)
    const isApi = url.pathname.startsWith('/api/')
    const match = matchRoute(routes, request.method, url.pathname)
    if (typeof match === 'number')
      return isApi
        ? problem(match, match === 405 ? 'This address cannot do that.' : 'There is nothing here.')
        : page(match, messagePage('We could not find this page', 'Check the address, or start at the plans.'))
    const token = tokenOf(request)
    const account = token === null ? null : sessions.visit(token)
    try {
      return await match.route.handle({ request, url, parameters: match.parameters, account })
    } catch (error) {
      process.stderr.write(`${request.method} ${url.pathname}: ${String(error)}\n`)
      const message = 'Something broke on our side. Try again in a few minutes.'
      return isApi ? problem(500, message) : page(500, messagePage('This did not work', message))
    }
  }
}
