import { randomBytes } from 'node:crypto'
import type { Account } from '../shop/accounts.ts'

const lifetimeSeconds = 30 * 60
const cookieName = 'session'

export type Sessions = {
  readonly start: (account: Account) => string
  /** The account of a session that has not ended. A visit keeps the session for another half hour. */
  readonly visit: (token: string) => Account | null
  readonly end: (token: string) => void
}

export function createSessions(now: () => Date): Sessions {
  const sessions = new Map<string, { readonly account: Account; readonly endsAt: number }>()
  const endOfVisit = () => now().getTime() + lifetimeSeconds * 1000
  return {
    start: (account) => {
      const token = randomBytes(32).toString('base64url')
      sessions.set(token, { account, endsAt: endOfVisit() })
      return token
    },
    visit: (token) => {
      const session = sessions.get(token)
      if (session === undefined) return null
      if (session.endsAt <= now().getTime()) {
        sessions.delete(token)
        return null
      }
      sessions.set(token, { ...session, endsAt: endOfVisit() })
      return session.account
    },
    end: (token) => void sessions.delete(token),
  }
}

export function tokenOf(request: Request): string | null {
  const cookies = request.headers.get('cookie')?.split(/;\s*/) ?? []
  const cookie = cookies.find((each) => each.startsWith(`${cookieName}=`))
  return cookie?.slice(cookieName.length + 1) ?? null
}

export const sessionCookie = (token: string, isSecure: boolean): string =>
  [
    `${cookieName}=${token}`,
    'HttpOnly',
    'SameSite=Lax',
    'Path=/',
    `Max-Age=${token === '' ? 0 : lifetimeSeconds}`,
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
