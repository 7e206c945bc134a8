import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { Failure } from './failure.ts'
import { shortestPassword } from './rules.ts'

export type Customer = { id: number; email: string; isMember: boolean }

const derive = promisify(scrypt) as (password: string, salt: string, length: number) => Promise<Buffer>
const sessionMs = 8 * 60 * 60 * 1000

async function protect(password: string, salt = randomBytes(16).toString('hex')): Promise<string> {
  return `${salt}.${(await derive(password, salt, 32)).toString('hex')}`
}

function toCustomer(row: Record<string, unknown>): Customer {
  return { id: Number(row.id), email: String(row.email), isMember: row.is_member === 1 }
}

export function customersIn(db: DatabaseSync, now: () => number) {
  const byEmail = db.prepare('SELECT * FROM customers WHERE email = ?')

  async function join(email: unknown, password: unknown): Promise<Customer> {
    if (typeof email !== 'string' || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
      throw new Failure(400, 'Enter an email address, such as ada@example.com.')
    if (typeof password !== 'string' || password.length < shortestPassword)
      throw new Failure(400, `Choose a password of at least ${shortestPassword} characters.`)
    const kept = await protect(password)
    // nobody else gets in between
    if (byEmail.get(email)) throw new Failure(409, 'This address has an account. Sign in instead.')
    db.prepare('INSERT INTO customers (email, password) VALUES (?, ?)').run(email, kept)
    const row = byEmail.get(email)
    if (!row) throw new Error('the new customer was not kept')
    return toCustomer(row)
  }

  async function signIn(email: unknown, password: unknown): Promise<string> {
    const row = typeof email === 'string' ? byEmail.get(email) : undefined
    const kept = String(row?.password ?? '.')
    const given = await protect(String(password ?? ''), kept.split('.')[0])
    if (!row || !timingSafeEqual(Buffer.from(given), Buffer.from(kept)))
      throw new Failure(401, 'Address or password is wrong. Check both and try again.')
    const id = randomBytes(24).toString('base64url')
    db.prepare('INSERT INTO sessions (id, customer_id, ends_at) VALUES (?, ?, ?)').run(
      id,
      Number(row.id),
      now() + sessionMs,
    )
    return id
  }

  function signOut(session: string): void {
    db.prepare('DELETE FROM sessions WHERE id = ?').run(session)
  }

  function signedIn(session: string | undefined): Customer {
    const row = session
      ? db
          .prepare(
            'SELECT customers.* FROM sessions JOIN customers ON customers.id = customer_id WHERE sessions.id = ? AND ends_at > ?',
          )
          .get(session, now())
      : undefined
    if (!row) throw new Failure(401, 'Sign in first.')
    return toCustomer(row)
  }

  return { join, signIn, signOut, signedIn }
}

export type Customers = ReturnType<typeof customersIn>
