import { layout } from './layout.ts'

export const notFoundPage = (): string =>
  layout({
    title: 'Not found',
    main: '<h1>We do not have this book</h1>\n<p>It may have left the shelves for good. <a href="/">Find books</a></p>',
  })
