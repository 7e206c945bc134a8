"use strict";

const { badRequest, RequestError } = require("../errors.js");

const limitBytes = 32 * 1024;

/**
 * @param {import("node:http").IncomingMessage} request
 * @returns {Promise<Record<string, unknown>>}
 */
async function readJson(request) {
  let text = "";
  request.setEncoding("utf8");
  for await (const chunk of request) {
    text += chunk;
    if (text.length > limitBytes) throw new RequestError(413, "Send at most 32 kB.");
  }
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badRequest("Send a JSON object.");
  return /** @type {Record<string, unknown>} */ (value);
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("Send a JSON object.");
  }
}

/**
 * @param {Record<string, unknown>} body
 * @param {string} name
 * @returns {string}
 */
function requiredText(body, name) {
  const value = body[name];
  if (typeof value !== "string" || value.trim() === "") throw badRequest(`${name} is missing.`);
  return value.trim();
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {number}
 */
function requiredId(value, name) {
  const id = Number(value);
  if (!Number.isInteger(id) || id < 1) throw badRequest(`${name} is not an id.`);
  return id;
}

module.exports = { readJson, requiredText, requiredId };
