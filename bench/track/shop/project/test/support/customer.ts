import type { Stock } from '../../src/integrations/stock-client.ts'
import { createShop, type Shop } from '../../src/server/create-shop.ts'

const environment = {
  port: 0,
  isProduction: false,
  stock: { url: null, token: '', timeoutMs: 100 },
}

export const shopWith = (
  stock: Stock | (() => Promise<Stock>) = { kind: 'known', boxes: 100 },
): Shop =>
  createShop(environment, { stockOf: typeof stock === 'function' ? stock : async () => stock })

export type Customer = (method: string, path: string, options?: Options) => Promise<Answer>
type Options = { readonly body?: unknown; readonly headers?: Record<string, string> }
type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

/** Sends requests as a browser would, and keeps the cookie. */
export function customerOf(shop: Shop): Customer {
  let cookie = ''
  return async (method, path, { body, headers = {} } = {}) => {
    const response = await shop(
      new Request(`http://shop.test${path}`, {
        method,
        headers: { 'content-type': 'application/json', cookie, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    const set = response.headers.get('set-cookie')
    if (set !== null) cookie = set.split(';')[0] ?? ''
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    }
  }
}

export async function signedInCustomer(shop: Shop, email = 'ana@example.com'): Promise<Customer> {
  const customer = customerOf(shop)
  await customer('POST', '/api/accounts', { body: { email, password: 'just right' } })
  return customer
}
