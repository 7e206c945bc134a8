"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { describe, it } = require("node:test");
const { parseEnv } = require("node:util");
const { loadConfig } = require("../lib/config.js");

describe("the configuration", () => {
  it("needs nothing on a developer's machine", () => {
    assert.deepEqual(loadConfig({}), {
      port: 8080,
      databasePath: ":memory:",
      admin: { username: "reception", password: "" },
      sms: { url: "", key: "", timeoutMs: 3000 },
    });
  });

  it("takes the example as it is", () => {
    const example = fs.readFileSync(path.join(__dirname, "../.env.example"), "utf8");
    assert.equal(loadConfig(parseEnv(example)).port, 8080);
  });

  it("names everything that is missing in production", () => {
    assert.throws(
      () => loadConfig({ NODE_ENV: "production" }),
      /DATABASE_PATH is missing, ADMIN_PASSWORD is missing, SMS_GATEWAY_URL is missing, SMS_GATEWAY_KEY is missing/,
    );
  });

  it("names what makes no sense", () => {
    assert.throws(
      () => loadConfig({ PORT: "x", SMS_TIMEOUT_MS: "-1", SMS_GATEWAY_URL: "gateway" }),
      /PORT is not a port, SMS_TIMEOUT_MS is not a number of milliseconds, SMS_GATEWAY_URL is not a URL/,
    );
  });
});
