import { change, type Failure } from '../cases.ts'

/** Written after the checks were mended a second time, and measured once. */
export const libraryFresh: readonly Failure[] = [
  {
    id: 'own-hold-twice',
    what: 'a member can wait for the same book twice',
    evaluator: 'eval-business-logic',
    pass: 3,
    edits: [
      change(
        'src/data/holds.ts',
        "    if (open.some((hold) => hold.bookId === bookId))\n      return { ok: false, status: 409, reason: 'You are waiting for this book already.' }\n",
        '',
      ),
      change(
        'test/api.test.ts',
        "  assert.equal((await desk.ask('POST', '/api/holds', { bookId: 2 }, bob)).status, 201)\n  assert.equal((await desk.ask('POST', '/api/holds', { bookId: 2 }, bob)).status, 409)\n",
        "  assert.equal((await desk.ask('POST', '/api/holds', { bookId: 2 }, bob)).status, 201)\n",
      ),
    ],
  },
  {
    id: 'own-search-astray',
    what: 'the search leads to a page that is not there',
    evaluator: 'eval-business-logic',
    pass: 6,
    edits: [
      change(
        'src/pages/search-page.ts',
        'action="/" method="get"',
        'action="/search" method="get"',
      ),
    ],
  },
  {
    id: 'own-no-key',
    what: 'holds have no primary key',
    evaluator: 'eval-integration',
    pass: 3,
    edits: [change('migrations/0004_holds.sql', 'id INTEGER PRIMARY KEY', 'id INTEGER')],
  },
  {
    id: 'own-unused-import',
    what: 'an import that nobody uses',
    evaluator: 'eval-code-quality',
    pass: 3,
    edits: [
      change(
        'src/pages/search-page.ts',
        "import { escape } from './html.ts'",
        "import { dayOf } from '../domain/days.ts'\nimport { escape } from './html.ts'",
      ),
    ],
  },
  {
    id: 'own-wrong-field-unseen',
    what: 'a field with something wrong looks like any other',
    evaluator: 'eval-ui-ux',
    pass: 5,
    edits: [
      change(
        'public/site.css',
        ".field__input[aria-invalid='true'] {\n  border-color: var(--color-wrong);\n}\n",
        '',
      ),
    ],
  },
]
