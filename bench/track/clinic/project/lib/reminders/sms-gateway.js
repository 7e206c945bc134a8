"use strict";

/** @typedef {{ isTaken: true } | { isTaken: false, reason: string }} Delivery */

const attempts = 2;

/** Sends messages. What goes wrong at the gateway comes back as a reason. */
class SmsGateway {
  /**
   * @param {import("../config.js").SmsConfig} config
   * @param {typeof fetch} [fetcher]
   */
  constructor({ url, key, timeoutMs }, fetcher = fetch) {
    this.url = url;
    this.key = key;
    this.timeoutMs = timeoutMs;
    this.fetcher = fetcher;
  }

  /**
   * Tries again once when the gateway is not there or has a problem of its own.
   *
   * @param {string} phone
   * @param {string} text
   * @returns {Promise<Delivery>}
   */
  async send(phone, text) {
    if (this.url === "") return { isTaken: false, reason: "no gateway is set" };
    let reason = "";
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const answer = await this.post(phone, text);
      if (answer.isTaken) return answer;
      reason = answer.reason;
      if (!answer.isWorthRepeating) break;
    }
    return { isTaken: false, reason };
  }

  /**
   * @param {string} phone
   * @param {string} text
   * @returns {Promise<{ isTaken: true } | { isTaken: false, reason: string, isWorthRepeating: boolean }>}
   */
  async post(phone, text) {
    try {
      const response = await this.fetcher(new URL("/messages", this.url), {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${this.key}` },
        body: JSON.stringify({ to: phone, text }),
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      if (!response.ok)
        return {
          isTaken: false,
          reason: `the gateway answered ${response.status}`,
          isWorthRepeating: response.status >= 500,
        };
      /** @type {unknown} */
      const body = await response.json();
      if (typeof body === "object" && body !== null && "id" in body) return { isTaken: true };
      return { isTaken: false, reason: "the gateway sent no id", isWorthRepeating: false };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { isTaken: false, reason, isWorthRepeating: true };
    }
  }
}

/** @typedef {InstanceType<typeof SmsGateway>} SmsGatewayInstance */

module.exports = { SmsGateway };
