import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

const shortestPassword = 10

export type Account = { readonly email: string }

export type SignUpResult =
  | { readonly kind: 'created'; readonly account: Account }
  | { readonly kind: 'invalid' | 'taken'; readonly message: string }

export type Accounts = {
  readonly signUp: (email: string, password: string) => SignUpResult
  readonly verify: (email: string, password: string) => Account | null
}

type StoredAccount = Account & { readonly salt: Buffer; readonly hash: Buffer }

export function createAccounts(): Accounts {
  const stored = new Map<string, StoredAccount>()
  return {
    signUp: (email, password) => {
      const address = email.trim().toLowerCase()
      const message = problemOf(address, password)
      if (message !== null) return { kind: 'invalid', message }
      if (stored.has(address))
        return { kind: 'taken', message: 'This email address has an account. Sign in instead.' }
      const salt = randomBytes(16)
      stored.set(address, { email: address, salt, hash: scryptSync(password, salt, 32) })
      return { kind: 'created', account: { email: address } }
    },
    verify: (email, password) => {
      const account = stored.get(email.trim().toLowerCase())
      if (account === undefined) return null
      const hash = scryptSync(password, account.salt, 32)
      return timingSafeEqual(hash, account.hash) ? { email: account.email } : null
    },
  }
}

function problemOf(email: string, password: string): string | null {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return 'Enter an email address like ana@example.com.'
  if (password.length < shortestPassword)
    return `Choose a password of at least ${shortestPassword} characters.`
  return null
}
