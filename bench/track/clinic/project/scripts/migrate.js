"use strict";

const { loadConfig } = require("../lib/config.js");
const { openDatabase } = require("../lib/db/database.js");

const { databasePath } = loadConfig(process.env);
openDatabase(databasePath).close();
process.stdout.write(`${databasePath} is up to date\n`);
