'use strict'

const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const { DatabaseSync } = require('node:sqlite')

const folder = join(__dirname, '../migrations')

/**
 * Opens the database and runs the migrations that it has not seen.
 * @param {string} file
 */
function openDatabase(file) {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA foreign_keys = ON')
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0)
  const migrations = readdirSync(folder).sort().slice(version)
  for (const [index, name] of migrations.entries())
    inTransaction(database, () => {
      database.exec(readFileSync(join(folder, name), 'utf8'))
      database.exec(`PRAGMA user_version = ${version + index + 1}`)
    })
  return database
}

/**
 * All of it or nothing.
 * @template Value
 * @param {DatabaseSync} database
 * @param {() => Value} work
 * @returns {Value}
 */
function inTransaction(database, work) {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    database.exec('COMMIT')
    return value
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

module.exports = { inTransaction, openDatabase }
