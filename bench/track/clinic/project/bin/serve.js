"use strict";

const { loadConfig } = require("../lib/config.js");
const { createApp } = require("../lib/http/app.js");

try {
  const config = loadConfig(process.env);
  const server = createApp(config);
  server.listen(config.port, () => process.stdout.write(`Listening on http://localhost:${config.port}\n`));
  process.once("SIGTERM", () => server.close());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
