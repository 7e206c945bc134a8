"use strict";

const { createApp } = require("../../lib/http/app.js");

/**
 * @typedef {object} Reply
 * @property {number} status
 * @property {Record<string, unknown>} body
 */

/** Monday morning; tests move it. */
const monday = "2026-05-04T07:00:00.000Z";

/**
 * A reception desk with a service of its own.
 *
 * @param {{ sms?: { url: string, key: string, timeoutMs: number } }} [options]
 */
async function openDesk({ sms = { url: "", key: "", timeoutMs: 200 } } = {}) {
  let time = Date.parse(monday);
  const server = createApp(
    { port: 0, databasePath: ":memory:", admin: { username: "reception", password: "open sesame" }, sms },
    () => new Date(time),
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  let token = "";

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<Reply>}
   */
  const send = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
  };

  return {
    send,
    signIn: async () => {
      const { body } = await send("POST", "/v1/tokens", { username: "reception", password: "open sesame" });
      token = String(body.token);
      return token;
    },
    /** @param {string} other */
    useToken: (other) => {
      token = other;
    },
    /** @param {number} hours */
    wait: (hours) => {
      time += hours * 3_600_000;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

module.exports = { openDesk };
