import type { Account, Accounts } from '../../shop/accounts.ts'
import { readBody, textIn } from '../read-body.ts'
import { json, problem } from '../respond.ts'
import { route, type Route } from '../router.ts'
import { sessionCookie, type Sessions, tokenOf } from '../sessions.ts'

type Dependencies = {
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly isSecure: boolean
}

export function accountRoutes({ accounts, sessions, isSecure }: Dependencies): readonly Route[] {
  const signedIn = (account: Account): Response =>
    json(201, account, { 'set-cookie': sessionCookie(sessions.start(account), isSecure) })
  return [
    route('POST', '/api/accounts', async ({ request }) => {
      const body = await readBody(request)
      if (!body.ok) return problem(body.status, body.message)
      const result = accounts.signUp(textIn(body.value.email), textIn(body.value.password))
      if (result.kind === 'created') return signedIn(result.account)
      return problem(result.kind === 'taken' ? 409 : 400, result.message)
    }),
    route('POST', '/api/sessions', async ({ request }) => {
      const body = await readBody(request)
      if (!body.ok) return problem(body.status, body.message)
      const account = accounts.verify(textIn(body.value.email), textIn(body.value.password))
      return account === null
        ? problem(401, 'Email address and password do not match. Check both and try again.')
        : signedIn(account)
    }),
    route('DELETE', '/api/sessions/current', ({ request }) => {
      const token = tokenOf(request)
      if (token !== null) sessions.end(token)
      return new Response(null, {
        status: 204,
        headers: { 'set-cookie': sessionCookie('', isSecure) },
      })
    }),
  ]
}
