"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { DatabaseSync } = require("node:sqlite");

const migrationsFolder = path.join(__dirname, "../../db/migrations");

/**
 * Opens the database and brings it up to date.
 *
 * @param {string} file
 * @returns {DatabaseSync}
 */
function openDatabase(file) {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA foreign_keys = ON");
  migrate(database);
  return database;
}

/**
 * Applies the migrations that are new, each in a transaction of its own.
 *
 * @param {DatabaseSync} database
 * @returns {string[]} names of what was applied
 */
function migrate(database) {
  database.exec("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)");
  const known = new Set(
    database
      .prepare("SELECT name FROM migrations")
      .all()
      .map((row) => row.name),
  );
  const files = fs.readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
  const fresh = files.sort().filter((name) => !known.has(name));
  for (const name of fresh)
    inTransaction(database, () => {
      database.exec(fs.readFileSync(path.join(migrationsFolder, name), "utf8"));
      database
        .prepare("INSERT INTO migrations (name, applied_at) VALUES (?, ?)")
        .run(name, new Date().toISOString());
    });
  return fresh;
}

/**
 * @template Value
 * @param {DatabaseSync} database
 * @param {() => Value} work
 * @returns {Value}
 */
function inTransaction(database, work) {
  database.exec("BEGIN IMMEDIATE");
  try {
    const value = work();
    database.exec("COMMIT");
    return value;
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

module.exports = { openDatabase, migrate, inTransaction };
