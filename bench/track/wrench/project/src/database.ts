import { DatabaseSync } from 'node:sqlite'

const migrations = [
  `CREATE TABLE customers (
    id INTEGER PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    is_member INTEGER NOT NULL DEFAULT 0 CHECK (is_member IN (0, 1)),
    created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
  );
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    ends_at INTEGER NOT NULL,
    created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
  );
  CREATE INDEX sessions_customer ON sessions (customer_id);`,
  `CREATE TABLE bookings (
    id INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    service TEXT NOT NULL,
    day TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    cents INTEGER NOT NULL,
    fee_cents INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL DEFAULT 'requested',
    created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
  );
  CREATE INDEX bookings_customer ON bookings (customer_id);
  CREATE INDEX bookings_day ON bookings (day);`,
]

/** The database with all migrations that it did not have yet. */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA foreign_keys = ON')
  const done = Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)
  migrations.slice(done).forEach((sql, index) => {
    db.exec(`BEGIN; ${sql} PRAGMA user_version = ${done + index + 1}; COMMIT`)
  })
  return db
}
