import type { Account } from '../../shared/types.ts'
import { type Handler, HttpError, type Req } from '../kit/http-app.ts'
import type { Users } from '../repositories/users.ts'

const accounts = new WeakMap<Req, Account>()

export function tokenOf(req: Req): string {
  return /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1] ?? ''
}

/** Lets only those in who are signed in. */
export function requireUser(users: Users): Handler {
  return async (req, _res, next) => {
    const account = users.of(tokenOf(req))
    if (account === null) throw new HttpError(401, 'Sign in to see your shelf.')
    accounts.set(req, account)
    await next()
  }
}

export function accountOf(req: Req): Account {
  const account = accounts.get(req)
  if (account === undefined) throw new HttpError(401, 'Sign in to see your shelf.')
  return account
}
