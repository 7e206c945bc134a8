import type { Book } from '../data/books.ts'
import { escape } from './html.ts'
import { layout } from './layout.ts'

const shelf = ({ onShelf }: Book): string =>
  onShelf > 0
    ? `<span class="badge badge--good">${onShelf} on the shelf</span>`
    : '<span class="badge badge--calm">All copies are lent</span>'

const card = (book: Book): string => `<li class="card">
<h3 class="card__title"><a href="/books/${book.id}">${escape(book.title)}</a></h3>
<p class="card__text">by ${escape(book.author)}</p>
<p>${shelf(book)}</p>
</li>`

const results = (books: readonly Book[]): string =>
  books.length === 0
    ? '<p class="notice">No book matches. Try a shorter word, or the name of the author.</p>'
    : `<ul class="grid">${books.map(card).join('')}</ul>`

export const searchPage = (books: readonly Book[], query: string): string =>
  layout({
    title: 'Find books',
    main: `<h1>Find a book to take home</h1>
<form class="search" action="/" method="get" role="search">
<div class="field">
<label class="field__label" for="q">Title or author</label>
<input class="field__input" id="q" name="q" type="search" value="${escape(query)}">
</div>
<button class="button" type="submit">Find books</button>
</form>
<section class="section" aria-labelledby="results">
<h2 id="results">Books</h2>
${results(books)}
</section>`,
  })
