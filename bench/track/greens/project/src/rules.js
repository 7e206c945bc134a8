'use strict'

const BOXES = {
  small: { title: 'Small', cents: 1450, items: 6 },
  family: { title: 'Family', cents: 2300, items: 10 },
  feast: { title: 'Feast', cents: 3600, items: 16 },
}
const QUARTER_DISCOUNT = 8
const MAX_SUBSCRIPTIONS = 2
const MAX_SKIPS = 6
const SKIP_DAYS_AHEAD = 2
const MAX_NOTE = 140
const DAY_MS = 24 * 60 * 60 * 1000

/** @typedef {keyof typeof BOXES} Box */
/** @typedef {'waiting' | 'active' | 'paused' | 'ended'} State */

/** @type {Record<State, readonly State[]>} */
const NEXT = {
  waiting: ['active', 'ended'],
  active: ['paused', 'ended'],
  paused: ['active', 'ended'],
  ended: [],
}

/**
 * @param {unknown} value
 * @returns {value is Box}
 */
const isBox = (value) => typeof value === 'string' && Object.hasOwn(BOXES, value)

/**
 * @param {unknown} value
 * @returns {value is State}
 */
const isState = (value) => typeof value === 'string' && Object.hasOwn(NEXT, value)

/**
 * What a week costs, in cents.
 * @param {Box} box
 * @param {boolean} quarterly
 */
const weekPrice = (box, quarterly) =>
  Math.round((BOXES[box].cents * (quarterly ? 100 - QUARTER_DISCOUNT : 100)) / 100)

/**
 * @param {State} from
 * @param {State} to
 */
const canChange = (from, to) => NEXT[from].includes(to)

/**
 * Whether a delivery is far enough away to be skipped.
 * @param {string} delivery
 * @param {number} now
 */
const isSkippable = (delivery, now) => Date.parse(delivery) - now >= SKIP_DAYS_AHEAD * DAY_MS

/** @param {number} cents */
const euros = (cents) => `${(cents / 100).toFixed(2)} EUR`

module.exports = {
  BOXES,
  MAX_NOTE,
  MAX_SKIPS,
  MAX_SUBSCRIPTIONS,
  canChange,
  euros,
  isBox,
  isSkippable,
  isState,
  weekPrice,
}
