import { change, type Failure, write } from '../cases.ts'

const css = 'public/style.css'
const plan = 'track/plan.md'

/** Written before any check was tried on this application. */
export const wrenchUnseen: readonly Failure[] = [
  {
    id: 'own-odd-card',
    what: 'one of three cards has a colour and a space of its own',
    evaluator: 'eval-ui-ux',
    pass: 2,
    edits: [
      change(
        'public/services.html',
        '<li class="card">\n          <h2>Brakes</h2>',
        '<li class="card special">\n          <h2>Brakes</h2>',
      ),
      change(
        css,
        '.price {\n',
        '.special {\n  padding: var(--gap-4);\n  border-radius: 0;\n  background: var(--fog);\n}\n\n.price {\n',
      ),
    ],
  },
  {
    id: 'own-fixed-table',
    what: 'cards are 360 px wide and stand in a row on phones',
    evaluator: 'eval-ui-ux',
    pass: 4,
    edits: [
      change(
        css,
        '.cards {\n  display: grid;\n  gap',
        '.cards {\n  display: grid;\n  grid-template-columns: repeat(3, 360px);\n  gap',
      ),
    ],
  },
  {
    id: 'own-raw-colours',
    what: 'the notice has colours and sizes that are no variables',
    evaluator: 'eval-ui-ux',
    pass: 1,
    edits: [
      change(
        css,
        '.notice {\n  padding: var(--gap-3);\n  border-left: 4px solid var(--green);\n  background: var(--paper);',
        '.notice {\n  padding: 13px 19px;\n  border-left: 4px solid #2e8b57;\n  background: #fdfdf0;',
      ),
    ],
  },
  {
    id: 'own-no-hover',
    what: 'plain buttons do not answer to the pointer',
    evaluator: 'eval-ui-ux',
    pass: 5,
    edits: [
      change(
        css,
        '.button.plain:hover,\n.button.plain:active {\n  background: var(--fog);',
        '.button.plain:hover,\n.button.plain:active {\n  background: var(--paper);',
      ),
    ],
  },
  {
    id: 'own-grey-hint',
    what: 'hints are too pale to read',
    evaluator: 'eval-ui-ux',
    pass: 7,
    edits: [change(css, '--soft: #4a5665;', '--soft: #9aa5b1;')],
  },
  {
    id: 'own-error-code',
    what: 'a failed sign-in says nothing one could do',
    evaluator: 'eval-ui-ux',
    pass: 8,
    edits: [
      change(
        'src/customers.ts',
        'Address or password is wrong. Check both and try again.',
        'Auth error: invalid credentials.',
      ),
    ],
  },
  {
    id: 'own-headings-skip',
    what: 'the services go from h1 to h4',
    evaluator: 'eval-ui-ux',
    pass: 3,
    edits: ['Check-up', 'Brakes', 'Full service'].map((title) =>
      change('public/services.html', `<h2>${title}</h2>`, `<h4>${title}</h4>`),
    ),
  },
  {
    id: 'own-status-cast',
    what: 'the state of a row is taken for what it should be',
    evaluator: 'eval-code-quality',
    pass: 2,
    edits: [
      change(
        'src/bookings.ts',
        '  if (!isServiceCode(service) || !isStatus(status)) throw new Error(`booking ${row.id} is damaged`)\n',
        '  if (!isServiceCode(service)) throw new Error(`booking ${row.id} is damaged`)\n',
      ),
      change('src/bookings.ts', '    status,\n  }\n}', '    status: status as any,\n  }\n}'),
      change('src/bookings.ts', '  isStatus,\n', ''),
    ],
  },
  {
    id: 'own-cycle',
    what: 'rules and bookings import each other',
    evaluator: 'eval-code-quality',
    pass: 3,
    edits: [
      change(
        'src/rules.ts',
        'export type Status =\n',
        "import type { Booking } from './bookings.ts'\nimport { isDay } from './bookings.ts'\n\n/** Whether a booking can still be moved to a day. */\nexport const canMoveTo = ({ status }: Booking, day: string): boolean => isOpen(status) && isDay(day)\n\nexport type Status =\n",
      ),
      change('src/bookings.ts', 'function isDay(', 'export function isDay('),
      change(
        'src/bookings.ts',
        '    if (on(day) >= placesPerDay)\n',
        "    if (!of(customer).every((booking) => canMoveTo(booking, day) || !isOpen(booking.status)))\n      throw new Failure(409, 'Choose another day.')\n    if (on(day) >= placesPerDay)\n",
      ),
      change('src/bookings.ts', '  canMove,\n', '  canMove,\n  canMoveTo,\n'),
    ],
  },
  {
    id: 'own-silent-list',
    what: 'a list that could not be loaded looks empty',
    evaluator: 'eval-code-quality',
    pass: 4,
    edits: [
      change(
        'public/js/bookings.js',
        '  else if (!ok) list.replaceChildren(line(body.message))\n  else if (body.length === 0)',
        '  else if (!ok || body.length === 0)',
      ),
    ],
  },
  {
    id: 'own-left-behind',
    what: 'an old way to work out prices is kept, and nobody calls it',
    evaluator: 'eval-code-quality',
    pass: 5,
    edits: [
      change(
        'src/catalogue.ts',
        'export function priceOf',
        'export function oldPriceOf(code: ServiceCode): number {\n  // TODO: remove after the spring\n  return services[code].cents + 500\n}\n\nexport function priceOf',
      ),
    ],
  },
  {
    id: 'own-untested-parts',
    what: 'nothing tests the wholesaler, nor settings',
    evaluator: 'eval-code-quality',
    pass: 6,
    edits: [
      { file: 'test/parts.test.ts', remove: true },
      change(plan, ', `test/parts.test.ts`', ''),
      change(
        'test/rules.test.ts',
        "test('prices', () => {\n  assert.equal(priceOf('check-up', false), 3500)\n  assert.equal(priceOf('check-up', true), 2975)\n  assert.equal(priceOf('brakes', true), 4080)\n  assert.equal(priceOf('full', true), 8075)\n})\n",
        '',
      ),
      change('test/rules.test.ts', "import { priceOf } from '../src/catalogue.ts'\n", ''),
    ],
  },
  {
    id: 'own-crash-on-null',
    what: 'a body that is null breaks the server',
    evaluator: 'eval-integration',
    pass: 1,
    edits: [
      change(
        'src/handle.ts',
        "    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>\n",
        "    if (typeof body === 'object') return body as Record<string, unknown>\n",
      ),
    ],
  },
  {
    id: 'own-others-cancel',
    what: 'anybody who is signed in can cancel the booking of somebody else',
    evaluator: 'eval-integration',
    pass: 2,
    edits: [
      change(
        'src/bookings.ts',
        '    const booking = one(id, customer)\n',
        '    const booking = one(id)\n',
      ),
      change('src/bookings.ts', 'const cancel = (customer: Customer, id', 'const cancel = (id'),
      change(
        'src/handle.ts',
        'bookings.cancel(customer(), Number(id)) }',
        'customer() && bookings.cancel(Number(id)) }',
      ),
      change(
        'test/api.test.ts',
        "  assert.equal((await ask('POST', '/api/bookings/1/cancel', undefined, bob)).status, 404)\n",
        '',
      ),
    ],
  },
  {
    id: 'own-key-not-asked',
    what: 'the state of a booking can be changed without the key',
    evaluator: 'eval-integration',
    pass: 2,
    edits: [
      change('src/handle.ts', '    requireShop(request, shopKey)\n', ''),
      change(
        'src/handle.ts',
        "function requireShop(request: IncomingMessage, shopKey: string): void {\n  const given = Buffer.from(String(request.headers['x-shop-key'] ?? ''))\n  const wanted = Buffer.from(shopKey)\n  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))\n    throw new Failure(403, 'Only the workshop can do this.')\n}\n\n",
        '',
      ),
      change('src/handle.ts', "import { timingSafeEqual } from 'node:crypto'\n", ''),
      change(
        'src/handle.ts',
        '{ bookings, customers, shopKey }: Context',
        '{ bookings, customers }: Context',
      ),
      change(
        'test/api.test.ts',
        "  assert.equal((await ask('PUT', '/api/bookings/3/status', { status: 'confirmed' }, ada)).status, 403)\n",
        '',
      ),
    ],
  },
  {
    id: 'own-no-index',
    what: 'the customer of a booking is searched without an index',
    evaluator: 'eval-integration',
    pass: 3,
    edits: [
      change(
        'src/database.ts',
        '  CREATE INDEX bookings_customer ON bookings (customer_id);\n',
        '',
      ),
    ],
  },
  {
    id: 'own-note-lost',
    what: 'the note to the mechanic is not kept',
    evaluator: 'eval-business-logic',
    pass: 5,
    edits: [
      change(
        'src/bookings.ts',
        "'INSERT INTO bookings (customer_id, service, day, note, cents) VALUES (?, ?, ?, ?, ?)'",
        "'INSERT INTO bookings (customer_id, service, day, cents) VALUES (?, ?, ?, ?)'",
      ),
      change(
        'src/bookings.ts',
        '.run(customer.id, service, day, note, priceOf',
        '.run(customer.id, service, day, priceOf',
      ),
      change('test/api.test.ts', "note: 'left pedal', cents", "note: '', cents"),
    ],
  },
  {
    id: 'own-waits-for-ever',
    what: 'the wholesaler is waited for without end',
    evaluator: 'eval-integration',
    pass: 4,
    edits: [
      change('src/parts.ts', '), {\n      signal: AbortSignal.timeout(timeoutMs),\n    })', '))'),
      change('src/parts.ts', '  { url, timeoutMs }: PartsOptions', '  { url }: PartsOptions'),
      change('test/parts.test.ts', '  assert.equal(await from(() => {}), null)\n', ''),
    ],
  },
  {
    id: 'own-hidden-variable',
    what: 'a variable that the example does not name',
    evaluator: 'eval-integration',
    pass: 5,
    edits: [
      change(
        'src/settings.ts',
        "  if (shopKey === '') throw",
        "  if (environment.SHOP_CLOSED === '1') throw new Error('The workshop is closed.')\n  if (shopKey === '') throw",
      ),
    ],
  },
  {
    id: 'own-club-discount',
    what: 'club members pay 10 % less',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change('src/catalogue.ts', 'clubDiscount = 0.15', 'clubDiscount = 0.1'),
      change('test/rules.test.ts', 'true), 2975)', 'true), 3150)'),
      change('test/rules.test.ts', 'true), 4080)', 'true), 4320)'),
      change('test/rules.test.ts', 'true), 8075)', 'true), 8550)'),
      change('track/spec.md', '- R5: `priceOf("check-up", true)` is 2975\n', ''),
      change(plan, '`priceOf("check-up", true)` is 2975', 'prices as in product.md'),
    ],
  },
  {
    id: 'own-four-open',
    what: 'a customer can have four open bookings',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change(
        'src/bookings.ts',
        'isOpen(status)).length >= mostOpenBookings)',
        'isOpen(status)).length > mostOpenBookings)',
      ),
      change(
        'test/api.test.ts',
        '  assert.equal((await book({ day: day(2) })).status, 409)\n',
        '  assert.equal((await book({ day: day(2) })).status, 201)\n  assert.equal((await book({ day: day(2) })).status, 409)\n',
      ),
      change('test/api.test.ts', 'ada)).body.length, 3)', 'ada)).body.length, 4)'),
    ],
  },
  {
    id: 'own-ready-to-work',
    what: 'a bicycle that is ready can go back to work',
    evaluator: 'eval-business-logic',
    pass: 4,
    edits: [
      change('src/rules.ts', "  ready: ['collected'],", "  ready: ['collected', 'in work'],"),
      change(
        'test/rules.test.ts',
        "    ready: ['collected'],",
        "    ready: ['collected', 'in work'],",
      ),
    ],
  },
  {
    id: 'own-late-fee-lost',
    what: 'a late cancellation costs nothing',
    evaluator: 'eval-business-logic',
    pass: 2,
    edits: [
      change(
        'src/bookings.ts',
        "    return move(booking, 'cancelled', cancellationCents(booking.day, now()))",
        "    return move(booking, 'cancelled')",
      ),
      change('src/bookings.ts', '  cancellationCents,\n', ''),
      change('test/api.test.ts', 'body.feeCents, 1000)', 'body.feeCents, 0)'),
    ],
  },
  {
    id: 'own-no-way-to-book',
    what: 'the first page leads to the bookings instead of the form',
    evaluator: 'eval-business-logic',
    pass: 6,
    edits: [
      change(
        'public/index.html',
        '<a class="button" href="/book">',
        '<a class="button" href="/bookings">',
      ),
      ...['index', 'services', 'bookings', 'sign-in', 'missing'].map((page) =>
        change(`public/${page}.html`, '          <a href="/book">Book</a>\n', ''),
      ),
    ],
  },
  {
    id: 'own-year-ahead',
    what: 'bookings are taken a year ahead',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change('src/rules.ts', 'daysAhead = 60', 'daysAhead = 365'),
      change('test/api.test.ts', '{ day: day(61) }', '{ day: day(366) }'),
      change(
        'test/rules.test.ts',
        "isBookable('2026-07-04', now), false)",
        "isBookable('2026-07-04', now), true)",
      ),
    ],
  },
  {
    id: 'own-newsletter',
    what: 'a newsletter that nobody planned',
    evaluator: 'structural',
    pass: 'scope',
    edits: [
      write(
        'src/newsletter.ts',
        "import type { DatabaseSync } from 'node:sqlite'\n\n/** The addresses of everybody, for the newsletter. */\nexport const subscribers = (db: DatabaseSync): string[] =>\n  db.prepare('SELECT email FROM customers').all().map(({ email }) => String(email))\n",
      ),
    ],
  },
]
