import { bookById, findBooks } from '../data/books.ts'
import type { Context } from './context.ts'
import { json, problem, type Reply } from './reply.ts'

export const listBooks = ({ db, url }: Context): Reply => json(200, findBooks(db, url.searchParams.get('q') ?? ''))

export function showBook({ db, params }: Context): Reply {
  const book = bookById(db, Number(params.id))
  return book === null ? problem(404, 'We do not have this book.') : json(200, book)
}

export async function showSummary({ db, params, catalogue }: Context): Promise<Reply> {
  const book = bookById(db, Number(params.id))
  if (book === null) return problem(404, 'We do not have this book.')
  const summary = await catalogue.summaryOf(book.isbn)
  switch (summary.kind) {
    case 'found':
      return json(200, { text: summary.text })
    case 'unknown':
      return problem(404, 'Nobody has written a summary of this book yet.')
    case 'unavailable':
      return problem(503, 'The catalogue does not answer. Try again in a minute.')
  }
}
