"use strict";

const { RequestError } = require("../errors.js");

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {unknown} [body]
 */

/**
 * @typedef {object} Call
 * @property {import("node:http").IncomingMessage} request
 * @property {URL} url
 * @property {Record<string, string>} params
 * @property {string} token
 */

/**
 * @typedef {object} Route
 * @property {string} method
 * @property {string} path such as `/v1/patients/:id`
 * @property {boolean} [isPublic]
 * @property {(call: Call) => Answer | Promise<Answer>} handle
 */

/**
 * @param {Route[]} routes
 * @param {string} method
 * @param {string} pathname
 * @returns {{ route: Route, params: Record<string, string> }}
 */
function findRoute(routes, method, pathname) {
  let isKnownPath = false;
  for (const route of routes) {
    const params = matchPath(route.path, pathname);
    if (params === null) continue;
    if (route.method === method) return { route, params };
    isKnownPath = true;
  }
  throw isKnownPath
    ? new RequestError(405, "This address cannot do that.")
    : new RequestError(404, "There is nothing at this address.");
}

/**
 * @param {string} pattern
 * @param {string} pathname
 * @returns {Record<string, string> | null}
 */
function matchPath(pattern, pathname) {
  const names = pattern.split("/");
  const parts = pathname.split("/");
  if (names.length !== parts.length) return null;
  /** @type {Record<string, string>} */
  const params = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? "";
    if (name.startsWith(":") && part !== "") params[name.slice(1)] = part;
    else if (name !== part) return null;
  }
  return params;
}

module.exports = { findRoute };
