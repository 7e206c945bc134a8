'use strict'

const { Failure } = require('../lib/failure')
const { inTransaction } = require('./database')
const {
  MAX_NOTE,
  MAX_SKIPS,
  MAX_SUBSCRIPTIONS,
  canChange,
  isBox,
  isSkippable,
  isState,
  weekPrice,
} = require('./rules')

/**
 * @typedef {object} Subscription
 * @property {number} id
 * @property {import('./rules').Box} box
 * @property {boolean} quarterly
 * @property {string} note
 * @property {import('./rules').State} state
 * @property {number} cents what a week costs
 * @property {string[]} skips
 */

/** @param {unknown} value */
const isDay = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

/**
 * @param {Record<string, unknown>} row
 * @param {string[]} skips
 * @returns {Subscription}
 */
function fromRow({ id, box, quarterly, note, state }, skips) {
  if (!isBox(box) || !isState(state)) throw new Error(`subscription ${id} is damaged`)
  return {
    id: Number(id),
    box,
    quarterly: quarterly === 1,
    note: String(note),
    state,
    cents: weekPrice(box, quarterly === 1),
    skips,
  }
}

/** @param {Record<string, unknown>} body */
function readOrder({ box, quarterly, note = '' }) {
  if (!isBox(box)) throw new Failure(400, 'We do not have such a box. Choose small, family or feast.')
  if (typeof note !== 'string' || note.length > MAX_NOTE)
    throw new Failure(400, `The note is too long. Keep it to ${MAX_NOTE} characters.`)
  return { box, note, quarterly: quarterly === true || quarterly === 'on' }
}

/**
 * @param {import('node:sqlite').DatabaseSync} database
 * @param {() => number} now
 */
function createSubscriptions(database, now) {
  /** @param {number} id */
  const skipsOf = (id) =>
    database
      .prepare('SELECT delivery FROM skips WHERE subscription_id = ? ORDER BY delivery')
      .all(id)
      .map(({ delivery }) => String(delivery))

  /** @param {number} memberId */
  const of = (memberId) =>
    database
      .prepare('SELECT * FROM subscriptions WHERE member_id = ? ORDER BY id')
      .all(memberId)
      .map((row) => fromRow(row, skipsOf(Number(row.id))))

  /**
   * @param {number} memberId
   * @param {number} id
   */
  function find(memberId, id) {
    const row = database.prepare('SELECT * FROM subscriptions WHERE id = ? AND member_id = ?').get(id, memberId)
    if (!row) throw new Failure(404, 'You have no such subscription. Look at your boxes.')
    return fromRow(row, skipsOf(id))
  }

  return {
    of,
    find,

    /**
     * @param {number} memberId
     * @param {Record<string, unknown>} body
     */
    start(memberId, body) {
      const { box, note, quarterly } = readOrder(body)
      return inTransaction(database, () => {
        const open = of(memberId).filter(({ state }) => state !== 'ended')
        if (open.length >= MAX_SUBSCRIPTIONS)
          throw new Failure(409, `You have ${MAX_SUBSCRIPTIONS} boxes already. End one first.`)
        const { lastInsertRowid } = database
          .prepare('INSERT INTO subscriptions (member_id, box, quarterly, note) VALUES (?, ?, ?, ?)')
          .run(memberId, box, quarterly ? 1 : 0, note)
        return find(memberId, Number(lastInsertRowid))
      })
    },

    /**
     * @param {number} memberId
     * @param {number} id
     * @param {Record<string, unknown>} body
     */
    change(memberId, id, { state }) {
      if (!isState(state)) throw new Failure(400, 'This is no state. Choose active, paused or ended.')
      return inTransaction(database, () => {
        const subscription = find(memberId, id)
        if (!canChange(subscription.state, state))
          throw new Failure(409, `A box that is ${subscription.state} cannot become ${state}. Start a new one.`)
        database
          .prepare('UPDATE subscriptions SET state = ?, updated_at = CURRENT_TIMESTAMP WHERE id = ?')
          .run(state, id)
        return find(memberId, id)
      })
    },

    /**
     * @param {number} memberId
     * @param {number} id
     * @param {Record<string, unknown>} body
     */
    skip(memberId, id, { delivery }) {
      if (!isDay(delivery)) throw new Failure(400, 'This is no day. Write it like 2026-05-29.')
      const day = String(delivery)
      return inTransaction(database, () => {
        const { state, skips } = find(memberId, id)
        if (state === 'paused') throw new Failure(409, 'Your box is paused. Start it again to skip a week.')
        if (!isSkippable(day, now()))
          throw new Failure(409, 'It is too late to skip this delivery. Choose a later one.')
        if (skips.includes(day)) throw new Failure(409, 'You skip this delivery already. Choose another one.')
        if (skips.length >= MAX_SKIPS)
          throw new Failure(409, `You have skipped ${MAX_SKIPS} weeks. Pause the box instead.`)
        database.prepare('INSERT INTO skips (subscription_id, delivery) VALUES (?, ?)').run(id, day)
        return find(memberId, id)
      })
    },
  }
}

/** @typedef {ReturnType<typeof createSubscriptions>} Subscriptions */

module.exports = { createSubscriptions }
