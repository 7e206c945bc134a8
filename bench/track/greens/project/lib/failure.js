'use strict'

/** What people may be told, with the status of the answer. */
class Failure extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

module.exports = { Failure }
