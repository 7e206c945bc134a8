'use strict'

const { createHash, randomBytes, scryptSync, timingSafeEqual } = require('node:crypto')
const { Failure } = require('../lib/failure')

const MIN_PASSWORD = 10
const SESSION_HOURS = 12
const MAX_ATTEMPTS = 5
const ATTEMPTS_MS = 10 * 60 * 1000

/** @typedef {{ id: number, email: string }} Member */

/** @param {string} token */
const digest = (token) => createHash('sha256').update(token).digest('hex')

/**
 * @param {string} password
 * @param {string} [salt]
 */
const hash = (password, salt = randomBytes(16).toString('hex')) =>
  `${salt}:${scryptSync(password, salt, 32).toString('hex')}`

/**
 * @param {string} password
 * @param {string} stored
 */
function matches(password, stored) {
  const [salt] = stored.split(':')
  return timingSafeEqual(Buffer.from(hash(password, salt)), Buffer.from(stored))
}

/**
 * @param {import('node:sqlite').DatabaseSync} database
 * @param {() => number} now
 */
function createMembers(database, now) {
  /** @type {Map<string, number[]>} */
  const attempts = new Map()

  /** @param {string} email */
  const recentAttempts = (email) => (attempts.get(email) ?? []).filter((at) => at > now() - ATTEMPTS_MS)

  /** @param {Record<string, unknown>} body */
  function credentials({ email, password }) {
    if (typeof email !== 'string' || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) || email.length > 200)
      throw new Failure(400, 'This is no e-mail address. Write it like ada@example.com.')
    if (typeof password !== 'string' || password.length < MIN_PASSWORD || password.length > 200)
      throw new Failure(400, `The password is too short. Choose at least ${MIN_PASSWORD} characters.`)
    return { email: email.toLowerCase(), password }
  }

  return {
    /**
     * @param {Record<string, unknown>} body
     * @returns {Member}
     */
    join(body) {
      const { email, password } = credentials(body)
      if (database.prepare('SELECT 1 FROM members WHERE email = ?').get(email))
        throw new Failure(409, 'This address has an account. Sign in instead.')
      const { lastInsertRowid } = database
        .prepare('INSERT INTO members (email, password_hash) VALUES (?, ?)')
        .run(email, hash(password))
      return { id: Number(lastInsertRowid), email }
    },

    /**
     * A token for whoever knows the password.
     * @param {Record<string, unknown>} body
     */
    signIn({ email: given, password }) {
      const email = String(given).toLowerCase()
      if (recentAttempts(email).length >= MAX_ATTEMPTS)
        throw new Failure(429, 'Too many attempts. Wait ten minutes and try again.')
      const row = database.prepare('SELECT id, password_hash FROM members WHERE email = ?').get(email)
      if (!row || typeof password !== 'string' || !matches(password, String(row.password_hash))) {
        attempts.set(email, [...recentAttempts(email), now()])
        throw new Failure(401, 'Address or password is wrong. Check both and try again.')
      }
      const token = randomBytes(24).toString('base64url')
      database
        .prepare('INSERT INTO sessions (token_hash, member_id, expires_at) VALUES (?, ?, ?)')
        .run(digest(token), Number(row.id), now() + SESSION_HOURS * 60 * 60 * 1000)
      return token
    },

    /**
     * @param {string} token
     * @returns {Member | null}
     */
    ofSession(token) {
      const row = database
        .prepare(
          'SELECT members.id, email FROM sessions JOIN members ON members.id = member_id WHERE token_hash = ? AND expires_at > ?',
        )
        .get(digest(token), now())
      return row ? { id: Number(row.id), email: String(row.email) } : null
    },

    /** @param {string} token */
    signOut(token) {
      database.prepare('DELETE FROM sessions WHERE token_hash = ?').run(digest(token))
    },
  }
}

/** @typedef {ReturnType<typeof createMembers>} Members */

module.exports = { createMembers }
