import type { DatabaseSync } from 'node:sqlite'

export type Book = {
  readonly id: number
  readonly title: string
  readonly author: string
  readonly isbn: string
  readonly onShelf: number
}

const columns = `books.id, books.title, books.author, books.isbn,
  books.copies - (SELECT count(*) FROM loans WHERE loans.book_id = books.id AND loans.state <> 'returned') AS onShelf`

const bookOf = (row: Record<string, unknown>): Book => ({
  id: Number(row.id),
  title: String(row.title),
  author: String(row.author),
  isbn: String(row.isbn),
  onShelf: Number(row.onShelf),
})

export const findBooks = (db: DatabaseSync, query: string): readonly Book[] =>
  db
    .prepare(`SELECT ${columns} FROM books WHERE title LIKE ?1 OR author LIKE ?1 ORDER BY title`)
    .all(`%${query}%`)
    .map(bookOf)

export function bookById(db: DatabaseSync, id: number): Book | null {
  const row = db.prepare(`SELECT ${columns} FROM books WHERE id = ?`).get(id)
  return row === undefined ? null : bookOf(row)
}
