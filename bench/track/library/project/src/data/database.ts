import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const folder = join(import.meta.dirname, '../../migrations')

/** Opens the database and applies the migrations it has not seen. */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA foreign_keys = ON')
  db.exec('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)')
  const done = new Set(db.prepare('SELECT name FROM migrations').all().map((row) => String(row.name)))
  for (const name of readdirSync(folder).toSorted()) {
    if (done.has(name)) continue
    inTransaction(db, () => {
      db.exec(readFileSync(join(folder, name), 'utf8'))
      db.prepare('INSERT INTO migrations (name) VALUES (?)').run(name)
    })
  }
  return db
}

export function inTransaction<Value>(db: DatabaseSync, work: () => Value): Value {
  db.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    db.exec('COMMIT')
    return value
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
