import { bookById, findBooks } from '../data/books.ts'
import { loansOf } from '../data/loans.ts'
import { dayOf } from '../domain/days.ts'
import { bookPage } from '../pages/book-page.ts'
import { loansPage } from '../pages/loans-page.ts'
import { notFoundPage } from '../pages/not-found-page.ts'
import { searchPage } from '../pages/search-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { type Context, memberOf } from './context.ts'
import { empty, page, type Reply } from './reply.ts'

export function showSearch(context: Context): Reply {
  const query = context.url.searchParams.get('q') ?? ''
  return page(200, searchPage(findBooks(context.db, query), query))
}

export function showBookPage({ db, params }: Context): Reply {
  const book = bookById(db, Number(params.id))
  return book === null ? page(404, notFoundPage()) : page(200, bookPage(book))
}

export const showSignIn = (): Reply => page(200, signInPage())

export function showLoans(context: Context): Reply {
  const member = memberOf(context)
  if (member === null) return empty(303, { location: '/sign-in' })
  return page(200, loansPage(loansOf(context.db, member, dayOf(context.now()))))
}
