import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type Card, isCard } from '../domain/cards.ts'

export type Member = { readonly id: number; readonly email: string; readonly card: Card }

const sessionMs = 20 * 60 * 1000

const memberOf = (row: Record<string, unknown>): Member => ({
  id: Number(row.id),
  email: String(row.email),
  card: isCard(row.card) ? row.card : 'adult',
})

function hashPin(pin: string, salt = randomBytes(16).toString('hex')): string {
  return `${salt}:${scryptSync(pin, salt, 32).toString('hex')}`
}

function isPin(pin: string, hash: string): boolean {
  const [salt = ''] = hash.split(':')
  return timingSafeEqual(Buffer.from(hashPin(pin, salt)), Buffer.from(hash))
}

const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Null when the address has a card already. */
export function addMember(db: DatabaseSync, email: string, pin: string, card: Card): Member | null {
  if (db.prepare('SELECT 1 FROM members WHERE email = ?').get(email) !== undefined) return null
  const { lastInsertRowid } = db
    .prepare('INSERT INTO members (email, pin_hash, card) VALUES (?, ?, ?)')
    .run(email, hashPin(pin), card)
  return { id: Number(lastInsertRowid), email, card }
}

/** The token of a new session, or null when address or PIN are wrong. */
export function openSession(db: DatabaseSync, email: string, pin: string, now: number): string | null {
  const row = db.prepare('SELECT id, pin_hash FROM members WHERE email = ?').get(email)
  if (row === undefined || !isPin(pin, String(row.pin_hash))) return null
  const token = randomBytes(24).toString('hex')
  db.prepare('INSERT INTO sessions (token_hash, member_id, last_used_at) VALUES (?, ?, ?)').run(
    tokenHash(token),
    Number(row.id),
    now,
  )
  return token
}

/** The member of a session that is still open; using it keeps it open. */
export function memberOfSession(db: DatabaseSync, token: string, now: number): Member | null {
  const row = db
    .prepare(
      'SELECT members.id, email, card, last_used_at FROM sessions JOIN members ON members.id = member_id WHERE token_hash = ?',
    )
    .get(tokenHash(token))
  if (row === undefined || now - Number(row.last_used_at) > sessionMs) return null
  db.prepare('UPDATE sessions SET last_used_at = ? WHERE token_hash = ?').run(now, tokenHash(token))
  return memberOf(row)
}

export const closeSession = (db: DatabaseSync, token: string): void =>
  void db.prepare('DELETE FROM sessions WHERE token_hash = ?').run(tokenHash(token))
