import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Piece, PieceStatus } from '../../shared/types.ts'

const PieceRow = z
  .object({
    id: z.number(),
    title: z.string(),
    litres: z.number(),
    status: z.enum(['wet', 'drying', 'bisque', 'glazed', 'finished', 'cracked']),
    created_at: z.string(),
  })
  .transform(({ created_at, ...rest }): Piece => ({ ...rest, createdAt: created_at }))

const COLUMNS = 'id, title, litres, status, created_at'

export class Pieces {
  db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
  }

  all(userId: number): Piece[] {
    return this.db
      .prepare(`SELECT ${COLUMNS} FROM pieces WHERE user_id = ? ORDER BY id DESC`)
      .all(userId)
      .map((row) => PieceRow.parse(row))
  }

  count(userId: number): number {
    const row = this.db
      .prepare(
        "SELECT count(*) AS n FROM pieces WHERE user_id = ? AND status NOT IN ('finished', 'cracked')",
      )
      .get(userId)
    return Number(row?.n ?? 0)
  }

  find(id: number, userId: number): Piece | null {
    const row = this.db
      .prepare(`SELECT ${COLUMNS} FROM pieces WHERE id = ? AND user_id = ?`)
      .get(id, userId)
    return row ? PieceRow.parse(row) : null
  }

  add(userId: number, title: string, litres: number): Piece | null {
    const { lastInsertRowid } = this.db
      .prepare('INSERT INTO pieces (user_id, title, litres) VALUES (?, ?, ?)')
      .run(userId, title, litres)
    return this.find(Number(lastInsertRowid), userId)
  }

  setStatus(id: number, status: PieceStatus): void {
    this.db
      .prepare('UPDATE pieces SET status = ?, updated_at = CURRENT_TIMESTAMP WHERE id = ?')
      .run(status, id)
  }

  addFiring(id: number, cents: number): void {
    this.db.prepare('INSERT INTO firings (piece_id, cents) VALUES (?, ?)').run(id, cents)
  }

  remove(id: number): void {
    this.db.prepare('DELETE FROM pieces WHERE id = ?').run(id)
  }
}
