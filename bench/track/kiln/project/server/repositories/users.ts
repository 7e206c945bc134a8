import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Account, PlanId } from '../../shared/types.ts'

const SESSION_MINUTES = 45

const UserRow = z.object({
  id: z.number(),
  email: z.string(),
  plan: z.enum(['visitor', 'regular', 'resident']),
})
const SecretRow = UserRow.extend({ password_hash: z.string() })

const digest = (token: string) => createHash('sha256').update(token).digest('hex')

function hashPassword(password: string, salt = randomBytes(16).toString('hex')): string {
  return `${salt}:${scryptSync(password, salt, 32).toString('hex')}`
}

function isPassword(password: string, stored: string): boolean {
  const [salt = ''] = stored.split(':')
  return timingSafeEqual(Buffer.from(hashPassword(password, salt)), Buffer.from(stored))
}

export class Users {
  db: DatabaseSync
  now: () => number

  constructor(db: DatabaseSync, now: () => number) {
    this.db = db
    this.now = now
  }

  /** Null where somebody has this address already. */
  add(email: string, password: string, plan: PlanId): Account | null {
    if (this.db.prepare('SELECT 1 FROM users WHERE email = ?').get(email)) return null
    const { lastInsertRowid } = this.db
      .prepare('INSERT INTO users (email, password_hash, plan) VALUES (?, ?, ?)')
      .run(email, hashPassword(password), plan)
    return { id: Number(lastInsertRowid), email, plan }
  }

  /** A token for whoever knows the password. */
  open(email: string, password: string): string | null {
    const row = this.db.prepare('SELECT * FROM users WHERE email = ?').get(email)
    if (!row) return null
    const user = SecretRow.parse(row)
    if (!isPassword(password, user.password_hash)) return null
    const token = randomBytes(24).toString('base64url')
    this.db
      .prepare('INSERT INTO sessions (token_hash, user_id, expires_at) VALUES (?, ?, ?)')
      .run(digest(token), user.id, this.now() + SESSION_MINUTES * 60_000)
    return token
  }

  of(token: string): Account | null {
    const row = this.db
      .prepare(
        'SELECT users.id, email, plan FROM sessions JOIN users ON users.id = user_id WHERE token_hash = ? AND expires_at > ?',
      )
      .get(digest(token), this.now())
    return row ? UserRow.parse(row) : null
  }

  close(token: string): void {
    this.db.prepare('DELETE FROM sessions WHERE token_hash = ?').run(digest(token))
  }
}
