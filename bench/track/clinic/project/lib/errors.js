"use strict";

/** Something that the caller did, with the status and the message for the answer. */
class RequestError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.name = "RequestError";
    this.status = status;
  }
}

/** @param {string} message */
const badRequest = (message) => new RequestError(400, message);

/** @param {string} what */
const notFound = (what) => new RequestError(404, `There is no such ${what}.`);

/** @param {string} message */
const conflict = (message) => new RequestError(409, message);

module.exports = { RequestError, badRequest, notFound, conflict };
