import type { Account } from '../shop/accounts.ts'
import { problem, redirect } from './respond.ts'

export type Context = {
  readonly request: Request
  readonly url: URL
  readonly parameters: Readonly<Record<string, string>>
  readonly account: Account | null
}

export type SignedInContext = Context & { readonly account: Account }

type Handler<Of> = (context: Of) => Response | Promise<Response>

export type Route = {
  readonly method: string
  readonly path: string
  readonly handle: Handler<Context>
}

export const route = (method: string, path: string, handle: Handler<Context>): Route => ({
  method,
  path,
  handle,
})

/** A route for customers who are signed in: pages lead to the sign-in, the API answers 401. */
export const signedInRoute = (
  method: string,
  path: string,
  handle: Handler<SignedInContext>,
): Route =>
  route(method, path, (context) => {
    const { account, url } = context
    if (account !== null) return handle({ ...context, account })
    return url.pathname.startsWith('/api/')
      ? problem(401, 'Sign in to see your orders.')
      : redirect(`/sign-in?next=${encodeURIComponent(url.pathname + url.search)}`)
  })

export function matchRoute(
  routes: readonly Route[],
  method: string,
  pathname: string,
): { readonly route: Route; readonly parameters: Readonly<Record<string, string>> } | number {
  const matches = routes.flatMap((each) => {
    const parameters = parametersOf(each.path, pathname)
    return parameters === null ? [] : [{ route: each, parameters }]
  })
  if (matches.length === 0) return 404
  return matches.find((match) => match.route.method === method) ?? 405
}

function parametersOf(path: string, pathname: string): Readonly<Record<string, string>> | null {
  const expected = path.split('/')
  const actual = pathname.split('/')
  if (expected.length !== actual.length) return null
  const pairs = expected.map((part, index) => [part, actual[index] ?? ''] as const)
  if (!pairs.every(([part, text]) => part === text || (part.startsWith(':') && text !== '')))
    return null
  return Object.fromEntries(
    pairs.filter(([part]) => part.startsWith(':')).map(([part, text]) => [part.slice(1), text]),
  )
}
