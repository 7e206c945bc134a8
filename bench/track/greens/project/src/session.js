'use strict'

const { Failure } = require('../lib/failure')

/** @typedef {import('../lib/router').Request} Request */

/** @param {Request} request */
const tokenOf = ({ headers }) => /(?:^|;\s*)session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''

/** @param {string} token */
const cookieOf = (token) => `session=${token}; HttpOnly; SameSite=Lax; Path=/; Max-Age=43200`

/**
 * The member who asks.
 * @param {import('./members').Members} members
 * @param {Request} request
 */
function memberOf(members, request) {
  const member = members.ofSession(tokenOf(request))
  if (member === null) throw new Failure(401, 'Sign in to see your boxes.')
  return member
}

module.exports = { cookieOf, memberOf, tokenOf }
