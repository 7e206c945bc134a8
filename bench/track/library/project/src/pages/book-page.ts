import type { Book } from '../data/books.ts'
import { escape } from './html.ts'
import { layout } from './layout.ts'

export const bookPage = (book: Book): string =>
  layout({
    title: book.title,
    script: 'book.js',
    main: `<h1>${escape(book.title)}</h1>
<p>by ${escape(book.author)}</p>
<section class="section" aria-labelledby="summary">
<h2 id="summary">Summary</h2>
<p class="summary" data-book="${book.id}" aria-busy="true">Loading the summary…</p>
</section>
<section class="section" aria-labelledby="lend">
<h2 id="lend">Take it home</h2>
<p>${book.onShelf > 0 ? `${book.onShelf} on the shelf.` : 'All copies are lent.'}</p>
<div class="actions">
<button class="button" type="button" data-action="loans" data-book="${book.id}"${book.onShelf > 0 ? '' : ' disabled'}>Borrow book</button>
<button class="button button--quiet" type="button" data-action="holds" data-book="${book.id}">Place hold</button>
</div>
<p class="error" role="alert" hidden></p>
</section>`,
  })
