import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA foreign_keys = ON')
  db.exec(readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'))
  return db
}

/** All of it or nothing. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
