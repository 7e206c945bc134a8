import { change, type Failure, write } from '../cases.ts'

/** Written with the others, and measured once, after the checks were mended. */
export const libraryUnseen: readonly Failure[] = [
  {
    id: 'own-scholar-fee',
    what: 'the card of scholars costs 45.00 EUR',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change('src/domain/cards.ts', 'yearlyFeeCents: 4000', 'yearlyFeeCents: 4500'),
      change('test/rules.test.ts', 'yearlyFeeCents: 4000', 'yearlyFeeCents: 4500'),
    ],
  },
  {
    id: 'own-six-holds',
    what: 'a member can have six holds',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change('src/domain/holds.ts', 'openHolds < mostHolds', 'openHolds <= mostHolds'),
      change(
        'test/rules.test.ts',
        '  assert.equal(mayHold(5), false)\n',
        '  assert.equal(mayHold(6), false)\n',
      ),
      change('track/spec.md', '- [ ] `mayHold(5)` is false\n', ''),
    ],
  },
  {
    id: 'own-fine-from-second-day',
    what: 'the first late day costs nothing',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change(
        'src/domain/fines.ts',
        'daysBetween(dueOn, returnedOn))',
        'daysBetween(dueOn, returnedOn) - 1)',
      ),
      change('test/rules.test.ts', "'2026-05-02'), 20)", "'2026-05-02'), 0)"),
      change('test/rules.test.ts', "'2026-06-09'), 780)", "'2026-06-09'), 760)"),
      change('test/rules.test.ts', "'2026-06-10'), 800)", "'2026-06-10'), 780)"),
      change('track/spec.md', '- [ ] `fineCents("adult", "2026-05-01", "2026-05-04")` is 60\n', ''),
      change(
        'track/plan.md',
        '  - Acceptance: `fineCents("adult", "2026-05-01", "2026-05-04")` is 60\n',
        '  - Acceptance: fines as in product.md\n',
      ),
    ],
  },
  {
    id: 'own-session-an-hour',
    what: 'a session lasts an hour',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change(
        'src/data/members.ts',
        'const sessionMs = 20 * 60 * 1000',
        'const sessionMs = 60 * 60 * 1000',
      ),
      change('test/api.test.ts', '  desk.minutes(21)\n', '  desk.minutes(61)\n'),
    ],
  },
  {
    id: 'own-renew-despite-waiting',
    what: 'a loan is renewed while somebody waits',
    evaluator: 'eval-business-logic',
    pass: 2,
    edits: [
      change(
        'src/domain/renewal.ts',
        "  if (waiting > 0) return { ok: false, reason: 'Somebody is waiting for this book. Please return it on time.' }\n",
        '',
      ),
      change(
        'src/domain/renewal.ts',
        'dueOn, renewals, waiting }: Renewable',
        'dueOn, renewals }: Renewable',
      ),
      change(
        'test/rules.test.ts',
        '  assert.equal(renew({ ...loan, waiting: 1 }).ok, false)\n',
        '',
      ),
      change(
        'test/api.test.ts',
        "  assert.equal((await desk.ask('POST', `/api/loans/${loan.body.id}/renewals`, undefined, ada)).status, 409)\n",
        '',
      ),
    ],
  },
  {
    id: 'own-lend-without-copies',
    what: 'books are lent although none is on the shelf',
    evaluator: 'eval-business-logic',
    pass: 2,
    edits: [
      change(
        'src/data/loans.ts',
        "    if (book.onShelf < 1) return refuse(409, 'All copies are lent. Place a hold instead.')\n",
        '',
      ),
      change(
        'test/api.test.ts',
        "  assert.equal((await desk.ask('POST', '/api/loans', { bookId: 2 }, bob)).status, 409)\n",
        "  assert.equal((await desk.ask('POST', '/api/loans', { bookId: 2 }, bob)).status, 201)\n",
      ),
    ],
  },
  {
    id: 'own-limit-untested',
    what: 'no test tries more books than a card allows, nor what is not there',
    evaluator: 'eval-business-logic',
    pass: 3,
    edits: [
      change(
        'test/api.test.ts',
        "  for (const bookId of [1, 3, 3]) assert.equal((await desk.ask('POST', '/api/loans', { bookId }, child)).status, 201)\n  assert.equal((await desk.ask('POST', '/api/loans', { bookId: 4 }, child)).status, 409)\n",
        "  assert.equal((await desk.ask('POST', '/api/loans', { bookId: 3 }, child)).status, 201)\n",
      ),
      change(
        'test/rules.test.ts',
        '  assert.equal(mayHold(0), true)\n  assert.equal(mayHold(4), true)\n  assert.equal(mayHold(5), false)\n',
        '',
      ),
      change(
        'test/rules.test.ts',
        '  assert.equal(mayBorrow(0), true)\n  assert.equal(mayBorrow(999), true)\n  assert.equal(mayBorrow(1000), false)\n',
        '  assert.equal(mayBorrow(500), true)\n',
      ),
    ],
  },
  {
    id: 'own-active-to-lost',
    what: 'a loan can be lost before it is overdue',
    evaluator: 'eval-business-logic',
    pass: 4,
    edits: [
      change(
        'src/domain/states.ts',
        "active: ['overdue', 'returned'],",
        "active: ['overdue', 'returned', 'lost'],",
      ),
      change(
        'test/rules.test.ts',
        "active: ['overdue', 'returned'],",
        "active: ['overdue', 'returned', 'lost'],",
      ),
    ],
  },
  {
    id: 'own-ready-date-lost',
    what: 'the day on which a hold became ready is not kept',
    evaluator: 'eval-business-logic',
    pass: 5,
    edits: [
      change(
        'src/data/holds.ts',
        "  db.prepare('UPDATE holds SET ready_on = ? WHERE id = ?').run(today, Number(next.id))\n",
        '',
      ),
      change(
        'src/data/holds.ts',
        'serveNextHold(db: DatabaseSync, bookId: number, today: Day)',
        'serveNextHold(db: DatabaseSync, bookId: number)',
      ),
      change(
        'src/data/loans.ts',
        'serveNextHold(db, loan.bookId, today)',
        'serveNextHold(db, loan.bookId)',
      ),
      change(
        'test/api.test.ts',
        "later)).body[0].state, 'expired')",
        "later)).body[0].state, 'ready')",
      ),
    ],
  },
  {
    id: 'own-no-loans-link',
    what: 'nothing leads to the list of loans, which is not there either',
    evaluator: 'eval-business-logic',
    pass: 6,
    edits: [
      change('src/pages/layout.ts', '<a class="menu__link" href="/loans">My loans</a>\n', ''),
      change('src/http/server.ts', "  ['GET', '/loans', showLoans],\n", ''),
      change(
        'src/http/server.ts',
        'showBookPage, showLoans, showSearch',
        'showBookPage, showSearch',
      ),
      change(
        'test/pages.test.ts',
        "  assert.equal((await desk.ask('GET', '/loans')).status, 303)\n  const cookie = await desk.join('ada@example.com')\n  assert.match((await desk.ask('GET', '/loans', undefined, cookie)).body, /no books at home/)\n  await desk.ask('POST', '/api/loans', { bookId: 2 }, cookie)\n  assert.match((await desk.ask('GET', '/loans', undefined, cookie)).body, /due on 2026-05-22/)\n",
        '',
      ),
    ],
  },
  {
    id: 'own-other-members-loan',
    what: 'any member can return the loan of another',
    evaluator: 'eval-integration',
    pass: 2,
    edits: [
      change(
        'src/data/loans.ts',
        "JOIN books ON books.id = book_id WHERE member_id = ? ORDER BY loans.id DESC',\n    )\n    .all(member.id)",
        "JOIN books ON books.id = book_id ORDER BY loans.id DESC',\n    )\n    .all()",
      ),
      change(
        'src/data/loans.ts',
        'loansOf(db: DatabaseSync, member: Member, today: Day)',
        'loansOf(db: DatabaseSync, _member: Member, today: Day)',
      ),
    ],
  },
  {
    id: 'own-created-as-200',
    what: 'a new card is answered with 200',
    evaluator: 'eval-integration',
    pass: 1,
    edits: [
      change('src/http/member-routes.ts', 'json(201, member)', 'json(200, member)'),
      change(
        'test/api.test.ts',
        "'/api/members', ada)).status, 201)",
        "'/api/members', ada)).status, 200)",
      ),
    ],
  },
  {
    id: 'own-cascade-missing',
    what: 'nothing says what happens to loans of a member who leaves',
    evaluator: 'eval-integration',
    pass: 3,
    edits: [
      change(
        'migrations/0003_loans.sql',
        'REFERENCES members (id) ON DELETE RESTRICT',
        'REFERENCES members (id)',
      ),
    ],
  },
  {
    id: 'own-error-as-summary',
    what: 'an error page of the catalogue is handed on as a summary',
    evaluator: 'eval-integration',
    pass: 4,
    edits: [
      change(
        'src/upstream/catalogue.ts',
        "      if (!response.ok) return { kind: 'unavailable' }\n      const text = textIn(await response.json())\n      return text === null ? { kind: 'unavailable' } : { kind: 'found', text }\n",
        "      return { kind: 'found', text: textIn(await response.json()) ?? '' }\n",
      ),
      change(
        'test/catalogue.test.ts',
        "  assert.deepEqual(await asking((_, response) => response.writeHead(500).end()), { kind: 'unavailable' })\n",
        '',
      ),
    ],
  },
  {
    id: 'own-env-committed',
    what: 'a file with the real settings is part of the project',
    evaluator: 'eval-integration',
    pass: 5,
    edits: [
      write(
        '.env.production',
        'NODE_ENV=production\nDATABASE_FILE=/srv/library.db\nCATALOGUE_URL=https://catalogue.example.org\nCATALOGUE_KEY=9f1c7ae0b34d4f0e8a55c2d6e77b1a90\n',
      ),
    ],
  },
  {
    id: 'own-small-targets',
    what: 'links of the menu are 24 px high on phones',
    evaluator: 'eval-ui-ux',
    pass: 4,
    edits: [
      change(
        'public/site.css',
        '.menu__link {\n  display: flex;\n  align-items: center;\n  min-height: var(--target);\n',
        '.menu__link {\n  display: flex;\n  align-items: center;\n',
      ),
    ],
  },
  {
    id: 'own-no-focus',
    what: 'focus is not seen on fields',
    evaluator: 'eval-ui-ux',
    pass: 7,
    edits: [
      change(
        'public/site.css',
        '  border-color: var(--color-sea);\n  outline: 3px solid var(--color-sea);\n',
        '  outline: none;\n',
      ),
    ],
  },
  {
    id: 'own-unhandled-promise',
    what: 'the page of a book waits for nothing and shows no error',
    evaluator: 'eval-code-quality',
    pass: 4,
    edits: [
      change(
        'public/request.js',
        "  } catch {\n    return { ok: false, status: 0, message: 'The library does not answer. Check your connection and try again.' }\n  }\n",
        "  } finally {\n    document.body.removeAttribute('aria-busy')\n  }\n",
      ),
    ],
  },
  {
    id: 'own-cycle',
    what: 'fines and cards import each other',
    evaluator: 'eval-code-quality',
    pass: 3,
    edits: [
      change(
        'src/domain/cards.ts',
        'export const isCard =',
        "export const describe = (card: Card): string => `${card}, ${mayBorrow(0) ? 'may borrow' : 'may not borrow'}`\n\nexport const isCard =",
      ),
      change(
        'src/domain/cards.ts',
        "export type Card = 'child' | 'adult' | 'scholar'\n",
        "import { mayBorrow } from './fines.ts'\n\nexport type Card = 'child' | 'adult' | 'scholar'\n",
      ),
      change(
        'src/domain/fines.ts',
        "import type { Card } from './cards.ts'",
        "import { type Card, isCard } from './cards.ts'",
      ),
      change(
        'src/domain/fines.ts',
        "  if (card === 'child') return 0",
        "  if (card === 'child' || !isCard(card)) return 0",
      ),
      change(
        'test/rules.test.ts',
        'import { isCard, termsOf }',
        'import { describe, isCard, termsOf }',
      ),
      change(
        'test/rules.test.ts',
        "  assert.equal(isCard('guest'), false)\n",
        "  assert.equal(isCard('guest'), false)\n  assert.equal(describe('child'), 'child, may borrow')\n",
      ),
    ],
  },
  {
    id: 'own-unplanned-export',
    what: 'a second way to get all members is added, and nobody planned it',
    evaluator: 'structural',
    pass: 'scope',
    edits: [
      write(
        'src/admin/export-members.ts',
        "import { writeFileSync } from 'node:fs'\nimport { openDatabase } from '../data/database.ts'\n\nconst db = openDatabase(process.env.DATABASE_FILE || ':memory:')\nwriteFileSync('members.csv', db.prepare('SELECT email, card FROM members').all().map(({ email, card }) => `${email},${card}`).join('\\n'))\n",
      ),
    ],
  },
]
