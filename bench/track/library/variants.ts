import { change, type Variant, write } from '../cases.ts'

/** Changes that no pass may refuse. */
export const libraryVariants: readonly Variant[] = [
  {
    id: 'terms-by-switch',
    what: 'the terms of cards are a switch',
    edits: [
      change(
        'src/domain/cards.ts',
        'export const termsOf = (card: Card): CardTerms => terms[card]\n',
        "export function termsOf(card: Card): CardTerms {\n  switch (card) {\n    case 'child':\n      return terms.child\n    case 'adult':\n      return terms.adult\n    case 'scholar':\n      return terms.scholar\n  }\n}\n",
      ),
    ],
  },
  {
    id: 'fine-constants-multiplied',
    what: 'the limit of fines is written as a product',
    edits: [
      change(
        'src/domain/fines.ts',
        'const mostCentsPerLoan = 800',
        'const mostCentsPerLoan = 8 * 100',
      ),
    ],
  },
  {
    id: 'limit-written-otherwise',
    what: 'the limit of holds is asked the other way around',
    edits: [change('src/domain/holds.ts', 'openHolds < mostHolds', '!(openHolds >= mostHolds)')],
  },
  {
    id: 'moves-as-pairs',
    what: 'moves of loans are pairs',
    edits: [
      change(
        'src/domain/states.ts',
        "const loanMoves: Readonly<Record<LoanState, readonly LoanState[]>> = {\n  active: ['overdue', 'returned'],\n  overdue: ['returned', 'lost'],\n  lost: ['returned'],\n  returned: [],\n}\n",
        "const loanMoves: readonly (readonly [LoanState, LoanState])[] = [\n  ['active', 'overdue'],\n  ['active', 'returned'],\n  ['overdue', 'returned'],\n  ['overdue', 'lost'],\n  ['lost', 'returned'],\n]\n",
      ),
      change(
        'src/domain/states.ts',
        'loanMoves[from].includes(to)',
        'loanMoves.some(([one, other]) => one === from && other === to)',
      ),
    ],
  },
  {
    id: 'session-in-seconds',
    what: 'the length of a session is in seconds',
    edits: [
      change(
        'src/data/members.ts',
        'const sessionMs = 20 * 60 * 1000',
        'const sessionSeconds = 1200',
      ),
      change('src/data/members.ts', '> sessionMs', '> sessionSeconds * 1000'),
    ],
  },
  {
    id: 'another-book',
    what: 'another book is on the shelves',
    edits: [
      write(
        'migrations/0005_more_books.sql',
        "INSERT INTO books (title, author, isbn, copies) VALUES ('Knots for Beginners', 'Per Lind', '9780000000057', 2);\n",
      ),
      change(
        'track/plan.md',
        '`migrations/0004_holds.sql`',
        '`migrations/0004_holds.sql`, `migrations/0005_more_books.sql`',
      ),
      change(
        'test/api.test.ts',
        "'/api/books')).body.length, 4)",
        "'/api/books')).body.length, 5)",
      ),
    ],
  },
  {
    id: 'nullable-column',
    what: 'a column is added that may be empty',
    edits: [
      write('migrations/0005_shelf_mark.sql', 'ALTER TABLE books ADD COLUMN shelf_mark TEXT;\n'),
      change(
        'track/plan.md',
        '`migrations/0004_holds.sql`',
        '`migrations/0004_holds.sql`, `migrations/0005_shelf_mark.sql`',
      ),
    ],
  },
  {
    id: 'catalogue-retried',
    what: 'the catalogue is asked twice',
    edits: [
      change(
        'src/upstream/catalogue.ts',
        "      if (!response.ok) return { kind: 'unavailable' }\n",
        "      if (response.status === 429) return { kind: 'unavailable' }\n      if (!response.ok) return { kind: 'unavailable' }\n",
      ),
    ],
  },
  {
    id: 'other-words',
    what: 'messages are worded otherwise',
    edits: [
      change(
        'src/http/book-routes.ts',
        'The catalogue does not answer. Try again in a minute.',
        'We cannot reach the catalogue right now. Please try again later.',
      ),
    ],
  },
  {
    id: 'paragraph-more',
    what: 'the page of loans says when the library is open',
    edits: [
      change(
        'src/pages/loans-page.ts',
        '<h1>Your books and when they are due</h1>',
        '<h1>Your books and when they are due</h1>\n<p>Bring books back to the desk, or through the flap beside the door.</p>',
      ),
    ],
  },
  {
    id: 'token-more',
    what: 'another shade is a token',
    edits: [
      change(
        'public/tokens.css',
        '  --color-wrong: #9a1c1c;\n',
        '  --color-wrong: #9a1c1c;\n  --color-wrong-soft: #fdeaea;\n',
      ),
      change(
        'public/site.css',
        '.error {\n  color: var(--color-wrong);\n}\n',
        '.error {\n  color: var(--color-wrong);\n  background: var(--color-wrong-soft);\n}\n',
      ),
    ],
  },
  {
    id: 'grid-by-minmax',
    what: 'the grid finds its own number of columns',
    edits: [
      change(
        'public/site.css',
        '  display: grid;\n  grid-template-columns: 1fr;\n',
        '  display: grid;\n  grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));\n',
      ),
    ],
  },
  {
    id: 'arrow-to-function',
    what: 'an arrow function is a declaration',
    edits: [
      change(
        'src/domain/fines.ts',
        'export const mayBorrow = (owedCents: number): boolean => owedCents < blockedFromCents\n',
        'export function mayBorrow(owedCents: number): boolean {\n  return owedCents < blockedFromCents\n}\n',
      ),
    ],
  },
  {
    id: 'catch-with-reason',
    what: 'an error is ignored on purpose, with the reason',
    edits: [
      change(
        'src/upstream/catalogue.ts',
        "    } catch {\n      return { kind: 'unavailable' }\n",
        "    } catch {\n      // Time-outs, refused connections and broken JSON are all the same to a reader.\n      return { kind: 'unavailable' }\n",
      ),
    ],
  },
  {
    id: 'more-tests',
    what: 'another test',
    edits: [
      change(
        'test/rules.test.ts',
        "test('five holds, kept for seven days'",
        "test('a scholar renews four times', () => {\n  const loan = { card: 'scholar', state: 'active', dueOn: '2026-05-01', waiting: 0 } as const\n  assert.equal(renew({ ...loan, renewals: 3 }).ok, true)\n  assert.equal(renew({ ...loan, renewals: 4 }).ok, false)\n})\n\ntest('five holds, kept for seven days'",
      ),
    ],
  },
  {
    id: 'plan-stars',
    what: 'tasks of the plan begin with stars',
    edits: [
      change('track/plan.md', '- [x] Task 1.1', '* [x] Task 1.1'),
      change('track/plan.md', '- [x] Task 2.1', '* [X] Task 2.1'),
    ],
  },
  {
    id: 'plan-discovered',
    what: 'a script was added and is documented',
    edits: [
      write(
        'scripts/seed.ts',
        "import { openDatabase } from '../src/data/database.ts'\n\nopenDatabase(process.env.DATABASE_FILE || ':memory:').close()\n",
      ),
      change(
        'track/plan.md',
        '## Discovered Work\n\n- none\n',
        '## Discovered Work\n\n- The desk needs a database before the first start: `scripts/seed.ts` makes one.\n',
      ),
    ],
  },
  {
    id: 'health-says-more',
    what: 'the health answer has the version',
    edits: [
      change(
        'src/http/server.ts',
        "json(200, { status: 'ok' })",
        "json(200, { status: 'ok', version: '2.1.0' })",
      ),
    ],
  },
  {
    id: 'status-lower',
    what: 'moves are asked in one function',
    edits: [
      change(
        'src/domain/states.ts',
        'export const canMoveLoan = (from: LoanState, to: LoanState): boolean => loanMoves[from].includes(to)\nexport const canMoveHold = (from: HoldState, to: HoldState): boolean => holdMoves[from].includes(to)\n',
        'const allows = <State extends string>(moves: Readonly<Record<State, readonly State[]>>, from: State, to: State): boolean =>\n  moves[from].includes(to)\n\nexport const canMoveLoan = (from: LoanState, to: LoanState): boolean => allows(loanMoves, from, to)\nexport const canMoveHold = (from: HoldState, to: HoldState): boolean => allows(holdMoves, from, to)\n',
      ),
    ],
  },
  {
    id: 'settings-renamed',
    what: 'a setting has another name, everywhere',
    edits: [
      change(
        'src/settings.ts',
        "wholeNumber(env, 'CATALOGUE_TIMEOUT_MS', 1500)",
        "wholeNumber(env, 'CATALOGUE_PATIENCE_MS', 1500)",
      ),
      change('.env.example', 'CATALOGUE_TIMEOUT_MS=1500', 'CATALOGUE_PATIENCE_MS=1500'),
      change('test/settings.test.ts', 'CATALOGUE_TIMEOUT_MS', 'CATALOGUE_PATIENCE_MS'),
    ],
  },
]
