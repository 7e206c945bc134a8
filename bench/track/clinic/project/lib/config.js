"use strict";

/**
 * @typedef {object} SmsConfig
 * @property {string} url empty while no gateway is set
 * @property {string} key
 * @property {number} timeoutMs
 */

/**
 * @typedef {object} Config
 * @property {number} port
 * @property {string} databasePath
 * @property {{ username: string, password: string }} admin
 * @property {SmsConfig} sms
 */

const requiredInProduction = ["DATABASE_PATH", "ADMIN_PASSWORD", "SMS_GATEWAY_URL", "SMS_GATEWAY_KEY"];

/**
 * Reads the settings and throws one error that names everything that is wrong with them.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Config}
 */
function loadConfig(env) {
  const port = Number(env.PORT || 8080);
  const timeoutMs = Number(env.SMS_TIMEOUT_MS || 3000);
  const url = env.SMS_GATEWAY_URL || "";
  const problems = [...missingIn(env)];
  if (!Number.isInteger(port) || port < 0 || port > 65535) problems.push("PORT is not a port");
  if (!(timeoutMs > 0)) problems.push("SMS_TIMEOUT_MS is not a number of milliseconds");
  if (url !== "" && !URL.canParse(url)) problems.push("SMS_GATEWAY_URL is not a URL");
  if (problems.length > 0) throw new Error(`Check the environment: ${problems.join(", ")}.`);
  return {
    port,
    databasePath: env.DATABASE_PATH || ":memory:",
    admin: { username: env.ADMIN_USERNAME || "reception", password: env.ADMIN_PASSWORD || "" },
    sms: { url, key: env.SMS_GATEWAY_KEY || "", timeoutMs },
  };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
function missingIn(env) {
  if (env.NODE_ENV !== "production") return [];
  return requiredInProduction.filter((name) => !env[name]).map((name) => `${name} is missing`);
}

module.exports = { loadConfig };
