"use strict";

const { spawnSync } = require("node:child_process");
const { openDatabase } = require("../lib/db/database.js");

const types = spawnSync("node_modules/.bin/tsc", ["--noEmit"], { stdio: "inherit" });
if (types.status !== 0) process.exit(types.status ?? 1);

openDatabase(":memory:").close();
process.stdout.write("Types are right, and an empty database takes all migrations.\n");
