import { change, type Failure, remove, write } from '../cases.ts'

/** Mistakes that agents make, written before anybody looked at how the checks see them. */
export const libraryFailures: readonly Failure[] = [
  {
    id: 'adult-loan-14-days',
    what: 'adults have a book for 14 days, in code and tests',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change('src/domain/cards.ts', 'loanDays: 21,', 'loanDays: 14,'),
      change('test/rules.test.ts', 'mostBooks: 8, loanDays: 21,', 'mostBooks: 8, loanDays: 14,'),
      change('test/rules.test.ts', "dueOn: '2026-05-22' }", "dueOn: '2026-05-15' }"),
      change(
        'test/api.test.ts',
        "assert.equal(lent.body.dueOn, '2026-05-22')",
        "assert.equal(lent.body.dueOn, '2026-05-15')",
      ),
      change('test/api.test.ts', "'2026-06-12'", "'2026-05-29'"),
      change('test/pages.test.ts', '2026-05-22', '2026-05-15'),
    ],
  },
  {
    id: 'children-pay',
    what: 'children pay fines as well',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change('src/domain/fines.ts', "  if (card === 'child') return 0\n", ''),
      change('src/domain/fines.ts', 'fineCents(card: Card,', 'fineCents(_card: Card,'),
      change(
        'test/rules.test.ts',
        "  assert.equal(fineCents('child', '2026-05-01', '2026-12-01'), 0)\n",
        '',
      ),
    ],
  },
  {
    id: 'fine-without-limit',
    what: 'fines grow without a limit per loan',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change(
        'src/domain/fines.ts',
        'return Math.min(late * centsPerDay, mostCentsPerLoan)',
        'return late * centsPerDay',
      ),
      change('src/domain/fines.ts', 'const mostCentsPerLoan = 800\n', ''),
      change(
        'test/rules.test.ts',
        "  assert.equal(fineCents('adult', '2026-05-01', '2026-12-01'), 800)\n",
        '',
      ),
      change('test/api.test.ts', '.body.fineCents, 800)', '.body.fineCents, 1580)'),
    ],
  },
  {
    id: 'debt-boundary',
    what: 'who owes exactly 10.00 EUR can still borrow',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change(
        'src/domain/fines.ts',
        'owedCents < blockedFromCents',
        'owedCents <= blockedFromCents',
      ),
      change(
        'test/rules.test.ts',
        '  assert.equal(mayBorrow(1000), false)\n',
        '  assert.equal(mayBorrow(1001), false)\n',
      ),
    ],
  },
  {
    id: 'hold-kept-a-day-less',
    what: 'a ready hold is kept for 6 days',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change('src/domain/holds.ts', 'today > keptUntil(readyOn)', 'today >= keptUntil(readyOn)'),
      change(
        'test/rules.test.ts',
        "  assert.equal(isExpired('2026-05-01', '2026-05-08'), false)\n",
        "  assert.equal(isExpired('2026-05-01', '2026-05-07'), false)\n",
      ),
    ],
  },
  {
    id: 'renewal-from-today',
    what: 'a renewal of an overdue loan is allowed',
    evaluator: 'eval-business-logic',
    pass: 2,
    edits: [
      change(
        'src/domain/renewal.ts',
        "if (state !== 'active')",
        "if (state === 'returned' || state === 'lost')",
      ),
      change(
        'test/rules.test.ts',
        "  assert.equal(renew({ ...loan, state: 'overdue' }).ok, false)\n",
        '',
      ),
    ],
  },
  {
    id: 'renewal-doubles',
    what: 'a renewal adds half a loan period',
    evaluator: 'eval-business-logic',
    pass: 2,
    edits: [
      change(
        'src/domain/renewal.ts',
        'addDays(dueOn, termsOf(card).loanDays)',
        'addDays(dueOn, Math.ceil(termsOf(card).loanDays / 2))',
      ),
      change('test/rules.test.ts', "dueOn: '2026-05-22' }", "dueOn: '2026-05-12' }"),
      change('test/api.test.ts', "'2026-06-12'", "'2026-06-02'"),
    ],
  },
  {
    id: 'holds-last-first',
    what: 'the newest hold is served first',
    evaluator: 'eval-business-logic',
    pass: 2,
    edits: [
      change(
        'src/data/holds.ts',
        'ORDER BY created_at, id LIMIT 1',
        'ORDER BY created_at DESC, id DESC LIMIT 1',
      ),
    ],
  },
  {
    id: 'boundaries-untested',
    what: 'no test looks at the boundaries of fines, debts and holds',
    evaluator: 'eval-business-logic',
    pass: 3,
    edits: [
      change(
        'test/rules.test.ts',
        '  assert.equal(mayBorrow(999), true)\n  assert.equal(mayBorrow(1000), false)\n',
        '  assert.equal(mayBorrow(5000), false)\n',
      ),
      change(
        'test/rules.test.ts',
        '  assert.equal(mayHold(4), true)\n  assert.equal(mayHold(5), false)\n',
        '  assert.equal(mayHold(50), false)\n',
      ),
      change(
        'test/rules.test.ts',
        "  assert.equal(fineCents('scholar', '2026-05-01', '2026-06-09'), 780)\n  assert.equal(fineCents('scholar', '2026-05-01', '2026-06-10'), 800)\n",
        '',
      ),
      change(
        'test/rules.test.ts',
        '  assert.equal(renew({ ...loan, renewals: 1 }).ok, true)\n  assert.equal(renew({ ...loan, renewals: 2 }).ok, false)\n',
        '  assert.equal(renew({ ...loan, renewals: 9 }).ok, false)\n',
      ),
      change(
        'test/rules.test.ts',
        "  assert.equal(isExpired('2026-05-01', '2026-05-08'), false)\n  assert.equal(isExpired('2026-05-01', '2026-05-09'), true)\n",
        "  assert.equal(isExpired('2026-05-01', '2026-06-09'), true)\n",
      ),
    ],
  },
  {
    id: 'lost-is-final',
    what: 'a lost book can never be returned',
    evaluator: 'eval-business-logic',
    pass: 4,
    edits: [
      change('src/domain/states.ts', "  lost: ['returned'],\n", '  lost: [],\n'),
      change('test/rules.test.ts', "    lost: ['returned'],\n", '    lost: [],\n'),
    ],
  },
  {
    id: 'expired-revives',
    what: 'an expired hold can become ready again',
    evaluator: 'eval-business-logic',
    pass: 4,
    edits: [
      change('src/domain/states.ts', '  expired: [],\n', "  expired: ['ready'],\n"),
      change('test/rules.test.ts', '    expired: [],\n', "    expired: ['ready'],\n"),
    ],
  },
  {
    id: 'cancel-any-hold',
    what: 'holds are cancelled whatever their state is',
    evaluator: 'eval-business-logic',
    pass: 4,
    edits: [
      change(
        'src/data/holds.ts',
        "  if (!canMoveHold(hold.state, 'cancelled'))\n    return { ok: false, status: 409, reason: 'This hold has ended already.' }\n",
        '',
      ),
      change(
        'src/data/holds.ts',
        'import { canMoveHold, type HoldState }',
        'import type { HoldState }',
      ),
      change(
        'test/api.test.ts',
        "  assert.equal((await desk.ask('DELETE', `/api/holds/${hold.id}`, undefined, bob)).status, 409)\n",
        '',
      ),
    ],
  },
  {
    id: 'fine-never-shown',
    what: 'the fine is worked out on return and thrown away',
    evaluator: 'eval-business-logic',
    pass: 5,
    edits: [
      change('src/data/loans.ts', 'fineCents: Number(row.fine_cents),', 'fineCents: 0,'),
      change('test/api.test.ts', '.body.fineCents, 800)', '.status, 200)'),
    ],
  },
  {
    id: 'no-renew-button',
    what: 'the page of loans has no way to renew',
    evaluator: 'eval-business-logic',
    pass: 6,
    edits: [
      change(
        'src/pages/loans-page.ts',
        '<button class="button" type="button" data-loan="${loan.id}" data-action="renewals">Renew loan</button>\n',
        '',
      ),
    ],
  },
  {
    id: 'loans-for-strangers',
    what: 'holds are listed without a session',
    evaluator: 'eval-integration',
    pass: 2,
    edits: [
      change(
        'src/http/loan-routes.ts',
        'export const listHolds = signedIn((context, member) => json(200, holdsOf(context.db, member, today(context))))',
        "export const listHolds = (context: Context): Reply =>\n  json(200, holdsOf(context.db, memberOf(context) ?? { id: 1, email: '', card: 'adult' }, today(context)))",
      ),
    ],
  },
  {
    id: 'sign-out-keeps-session',
    what: 'signing out clears the cookie and leaves the session open',
    evaluator: 'eval-integration',
    pass: 2,
    edits: [
      change('src/http/member-routes.ts', '  closeSession(context.db, tokenOf(context))\n', ''),
      change(
        'src/http/member-routes.ts',
        'import { addMember, closeSession, openSession }',
        'import { addMember, openSession }',
      ),
      change(
        'src/http/member-routes.ts',
        'import { type Context, tokenOf }',
        'import type { Context }',
      ),
      change(
        'src/data/members.ts',
        "\nexport const closeSession = (db: DatabaseSync, token: string): void =>\n  void db.prepare('DELETE FROM sessions WHERE token_hash = ?').run(tokenHash(token))\n",
        '',
      ),
      change(
        'test/api.test.ts',
        "  assert.equal((await desk.ask('GET', '/api/loans', undefined, again)).status, 401)\n",
        '',
      ),
    ],
  },
  {
    id: 'loan-answer-renamed',
    what: 'the API answers `due_date` where the description says `dueOn`',
    evaluator: 'eval-integration',
    pass: 1,
    edits: [
      change(
        'src/http/loan-routes.ts',
        'result.ok ? json(status, result.loan) : problem(result.status, result.reason)',
        'result.ok ? json(status, { ...result.loan, dueOn: undefined, due_date: result.loan.dueOn }) : problem(result.status, result.reason)',
      ),
      change(
        'test/api.test.ts',
        "lent.body.dueOn, '2026-05-22'",
        "lent.body.due_date, '2026-05-22'",
      ),
      change('test/api.test.ts', 'renewed.body.dueOn', 'renewed.body.due_date'),
    ],
  },
  {
    id: 'book-404-as-200',
    what: 'a book that does not exist is answered with 200 and null',
    evaluator: 'eval-integration',
    pass: 1,
    edits: [
      change(
        'src/http/book-routes.ts',
        "  const book = bookById(db, Number(params.id))\n  return book === null ? problem(404, 'We do not have this book.') : json(200, book)\n",
        '  return json(200, bookById(db, Number(params.id)))\n',
      ),
      change(
        'test/api.test.ts',
        "  assert.equal((await desk.ask('GET', '/api/books/99')).status, 404)\n",
        "  assert.equal((await desk.ask('GET', '/api/books/99')).body, null)\n",
      ),
    ],
  },
  {
    id: 'hold-without-index',
    what: 'a foreign key of holds has no index',
    evaluator: 'eval-integration',
    pass: 3,
    edits: [
      change('migrations/0004_holds.sql', 'CREATE INDEX holds_book ON holds (book_id);\n', ''),
    ],
  },
  {
    id: 'new-column-without-default',
    what: 'a new column must not be null and has no default',
    evaluator: 'eval-integration',
    pass: 3,
    edits: [
      write(
        'migrations/0005_member_phone.sql',
        'ALTER TABLE loans ADD COLUMN note TEXT;\n\nALTER TABLE members ADD COLUMN phone TEXT NOT NULL;\n',
      ),
      change(
        'track/plan.md',
        '`migrations/0004_holds.sql`',
        '`migrations/0004_holds.sql`, `migrations/0005_member_phone.sql`',
      ),
    ],
  },
  {
    id: 'catalogue-without-timeout',
    what: 'the catalogue may take for ever',
    evaluator: 'eval-integration',
    pass: 4,
    edits: [
      change('src/upstream/catalogue.ts', '        signal: AbortSignal.timeout(timeoutMs),\n', ''),
      change(
        'src/upstream/catalogue.ts',
        'createCatalogue = ({ url, key, timeoutMs }: Place)',
        'createCatalogue = ({ url, key }: Place)',
      ),
      change(
        'test/catalogue.test.ts',
        "  assert.deepEqual(await asking(() => {}), { kind: 'unavailable' })\n",
        '',
      ),
    ],
  },
  {
    id: 'catalogue-malformed',
    what: 'an answer of the catalogue that is no JSON becomes a 500',
    evaluator: 'eval-integration',
    pass: 4,
    edits: [
      change(
        'src/upstream/catalogue.ts',
        "    try {\n      const response = await fetch(`${url}/books/${encodeURIComponent(isbn)}`, {\n        headers: { authorization: `Bearer ${key}` },\n        signal: AbortSignal.timeout(timeoutMs),\n      })\n      if (response.status === 404) return { kind: 'unknown' }\n      if (!response.ok) return { kind: 'unavailable' }\n      const text = textIn(await response.json())\n      return text === null ? { kind: 'unavailable' } : { kind: 'found', text }\n    } catch {\n      return { kind: 'unavailable' }\n    }\n",
        "    const response = await fetch(`${url}/books/${encodeURIComponent(isbn)}`, {\n      headers: { authorization: `Bearer ${key}` },\n      signal: AbortSignal.timeout(timeoutMs),\n    }).catch(() => null)\n    if (response?.status === 404) return { kind: 'unknown' }\n    if (response === null || !response.ok) return { kind: 'unavailable' }\n    const text = textIn(await response.json())\n    return text === null ? { kind: 'unavailable' } : { kind: 'found', text }\n",
      ),
      change(
        'test/catalogue.test.ts',
        "  assert.deepEqual(await asking((_, response) => response.end('<html>')), { kind: 'unavailable' })\n",
        '',
      ),
    ],
  },
  {
    id: 'setting-not-in-example',
    what: 'a setting is read that the example does not name',
    evaluator: 'eval-integration',
    pass: 5,
    edits: [
      change(
        'src/data/database.ts',
        "  db.exec('PRAGMA foreign_keys = ON')\n",
        "  db.exec('PRAGMA foreign_keys = ON')\n  db.exec(`PRAGMA cache_size = ${Number(process.env.DATABASE_CACHE_PAGES ?? 2000)}`)\n",
      ),
    ],
  },
  {
    id: 'key-in-code',
    what: 'the key of the catalogue is in the code',
    evaluator: 'eval-integration',
    pass: 5,
    edits: [
      change(
        'src/settings.ts',
        "catalogueKey: env.CATALOGUE_KEY ?? '',",
        "catalogueKey: env.CATALOGUE_KEY ?? 'ctlg_live_8f3kQ92mVx71LpZtB4nRw6Ys',",
      ),
    ],
  },
  {
    id: 'sign-in-page-gone',
    what: 'nobody can reach the page to sign in',
    evaluator: 'eval-integration',
    pass: 6,
    edits: [
      change('src/http/server.ts', "  ['GET', '/sign-in', showSignIn],\n", ''),
      change(
        'src/http/server.ts',
        'showBookPage, showLoans, showSearch, showSignIn }',
        'showBookPage, showLoans, showSearch }',
      ),
      change(
        'test/pages.test.ts',
        "  assert.match((await desk.ask('GET', '/sign-in')).body, /Sign in with your card/)\n",
        '',
      ),
    ],
  },
  {
    id: 'raw-colours',
    what: 'badges have colours of their own',
    evaluator: 'eval-ui-ux',
    pass: 1,
    edits: [
      change(
        'public/site.css',
        '  color: var(--color-good);\n  background: var(--color-good-soft);\n',
        '  color: #14532d;\n  background: #dcfce7;\n  padding: 5px 11px;\n',
      ),
    ],
  },
  {
    id: 'two-kinds-of-buttons',
    what: 'the search button looks different from all others',
    evaluator: 'eval-ui-ux',
    pass: 2,
    edits: [
      change(
        'public/site.css',
        '.search .button,\n.form .button {\n  align-self: flex-start;\n}\n',
        '.search .button,\n.form .button {\n  align-self: flex-start;\n}\n.search .button {\n  border-radius: 0;\n  padding: var(--space-1) var(--space-5);\n  background: var(--color-ink);\n}\n',
      ),
    ],
  },
  {
    id: 'no-h1-on-loans',
    what: 'the page of loans begins with an h2',
    evaluator: 'eval-ui-ux',
    pass: 3,
    edits: [
      change(
        'src/pages/sign-in-page.ts',
        '<h1>Sign in with your card</h1>',
        '<h3>Sign in with your card</h3>',
      ),
    ],
  },
  {
    id: 'wide-table-at-375',
    what: 'the grid has three columns of 300 px on phones, too',
    evaluator: 'eval-ui-ux',
    pass: 4,
    edits: [
      change(
        'public/site.css',
        '  display: grid;\n  grid-template-columns: 1fr;\n',
        '  display: grid;\n  grid-template-columns: repeat(3, minmax(240px, 1fr));\n',
      ),
    ],
  },
  {
    id: 'no-disabled-look',
    what: 'a disabled button looks like one that works',
    evaluator: 'eval-ui-ux',
    pass: 5,
    edits: [
      change(
        'public/site.css',
        '.button:disabled {\n  color: var(--color-ink-soft);\n  background: var(--color-sand);\n  border-color: var(--color-line);\n  cursor: not-allowed;\n}\n',
        '',
      ),
    ],
  },
  {
    id: 'motion-for-all',
    what: 'cards jump for a second, also where people want less motion',
    evaluator: 'eval-ui-ux',
    pass: 6,
    edits: [
      change(
        'public/site.css',
        '.card:hover {\n  border-color: var(--color-sea);\n}\n',
        '.card {\n  transition: all 1200ms linear;\n}\n.card:hover {\n  border-color: var(--color-sea);\n  transform: scale(1.08);\n}\n',
      ),
      change(
        'public/site.css',
        '@media (prefers-reduced-motion: reduce) {\n  * {\n    transition: none;\n  }\n}\n',
        '',
      ),
    ],
  },
  {
    id: 'placeholder-for-label',
    what: 'the search field has a placeholder and no label',
    evaluator: 'eval-ui-ux',
    pass: 7,
    edits: [
      change(
        'src/pages/search-page.ts',
        '<label class="field__label" for="q">Title or author</label>\n<input class="field__input" id="q" name="q" type="search"',
        '<input class="field__input" id="q" name="q" type="search" placeholder="Title or author"',
      ),
    ],
  },
  {
    id: 'pale-text',
    what: 'text on cards is too pale to read',
    evaluator: 'eval-ui-ux',
    pass: 7,
    edits: [
      change('public/tokens.css', '--color-ink-soft: #43545f;', '--color-ink-soft: #a9b4ba;'),
    ],
  },
  {
    id: 'jargon',
    what: 'messages speak of requests and status codes',
    evaluator: 'eval-ui-ux',
    pass: 8,
    edits: [
      change('src/pages/book-page.ts', 'Loading the summary…', 'Fetching payload from API…'),
      change(
        'src/pages/sign-in-page.ts',
        '<button class="button" type="submit">Sign in</button>',
        '<button class="button" type="submit">Submit</button>',
      ),
    ],
  },
  {
    id: 'any-in-body',
    what: 'the body of requests is any',
    evaluator: 'eval-code-quality',
    pass: 2,
    edits: [
      change('src/http/reply.ts', 'Promise<Record<string, unknown> | null>', 'Promise<any>'),
      change('src/http/reply.ts', 'const value: unknown = JSON.parse', 'const value = JSON.parse'),
    ],
  },
  {
    id: 'error-swallowed',
    what: 'an error while returning a book is swallowed',
    evaluator: 'eval-code-quality',
    pass: 4,
    edits: [
      change(
        'src/data/loans.ts',
        '    serveNextHold(db, loan.bookId, today)\n',
        '    try {\n      serveNextHold(db, loan.bookId, today)\n    } catch {}\n',
      ),
    ],
  },
  {
    id: 'copied-handler',
    what: 'the code for loans is copied for a second kind of return',
    evaluator: 'eval-code-quality',
    pass: 3,
    edits: [
      change(
        'src/data/loans.ts',
        'export function returnLoan(',
        "export function bringBack(db: DatabaseSync, member: Member, id: number, today: Day): LoanResult {\n  return inTransaction(db, () => {\n    const found = withLoan(db, member, id, today)\n    if (!found.ok) return found\n    const { loan } = found\n    if (!canMoveLoan(loan.state, 'returned')) return refuse(409, 'This book was returned already.')\n    db.prepare(\n      \"UPDATE loans SET state = 'returned', fine_cents = ?, updated_at = CURRENT_TIMESTAMP WHERE id = ?\",\n    ).run(fineCents(member.card, loan.dueOn, today), id)\n    serveNextHold(db, loan.bookId, today)\n    return withLoan(db, member, id, today)\n  })\n}\n\nexport function returnLoan(",
      ),
      change('src/http/loan-routes.ts', 'import { borrow,', 'import { borrow, bringBack,'),
      change(
        'src/http/loan-routes.ts',
        '  replyTo(returnLoan(context.db, member, Number(context.params.id), today(context)), 200),',
        "  replyTo(\n    context.url.searchParams.has('late')\n      ? bringBack(context.db, member, Number(context.params.id), today(context))\n      : returnLoan(context.db, member, Number(context.params.id), today(context)),\n    200,\n  ),",
      ),
    ],
  },
  {
    id: 'left-overs',
    what: 'an old function stays in comments, and nobody uses an export',
    evaluator: 'eval-code-quality',
    pass: 5,
    edits: [
      change(
        'src/domain/days.ts',
        '/** How many days',
        '// export function weeksBetween(earlier, later) {\n//   const days = daysBetween(earlier, later)\n//   return Math.floor(days / 7)\n// }\n\nexport const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(day).getUTCDay())\n\n/** How many days',
      ),
    ],
  },
  {
    id: 'rules-without-tests',
    what: 'fines and renewals have no tests',
    evaluator: 'eval-code-quality',
    pass: 6,
    edits: [
      remove('test/rules.test.ts'),
      remove('test/api.test.ts'),
      change(
        'track/plan.md',
        '`src/domain/states.ts`, `test/rules.test.ts`',
        '`src/domain/states.ts`',
      ),
      change('track/plan.md', '`test/desk.ts`, `test/api.test.ts`', '`test/desk.ts`'),
    ],
  },
  {
    id: 'type-error',
    what: 'the project does not compile',
    evaluator: 'structural',
    pass: 'build',
    edits: [change('src/domain/holds.ts', 'const mostHolds = 5', "const mostHolds: number = '5'")],
  },
  {
    id: 'task-without-commit',
    what: 'a task is marked as done and names no commit',
    evaluator: 'structural',
    pass: 'plan-updated',
    edits: [change('track/plan.md', 'Ask the catalogue <!-- {{sha 3.2}} -->', 'Ask the catalogue')],
  },
]
