import { change, type Failure, remove, write } from '../cases.ts'

const css = 'public/site.css'
const plan = 'track/plan.md'

type Planted = Pick<Failure, 'id' | 'what' | 'edits'> & { readonly pass: number }
const ui = (each: Planted): Failure => ({ ...each, evaluator: 'eval-ui-ux' })
const code = (each: Planted): Failure => ({ ...each, evaluator: 'eval-code-quality' })
const integration = (each: Planted): Failure => ({ ...each, evaluator: 'eval-integration' })
const business = (each: Planted): Failure => ({ ...each, evaluator: 'eval-business-logic' })

/** Written with the application, before any check was tried on it. */
export const greensFailures: readonly Failure[] = [
  ui({
    id: 'raw-values',
    what: 'cards have colours and shadows that are no variables',
    pass: 1,
    edits: [
      change(
        css,
        '.card {\n  padding: var(--space-3);\n  border-radius: var(--radius);\n  background: var(--white);\n  box-shadow: var(--shadow);',
        '.card {\n  padding: var(--space-3);\n  border-radius: var(--radius);\n  background: #fffdf5;\n  box-shadow: 0 2px 9px #0003;',
      ),
    ],
  }),
  ui({
    id: 'style-attributes',
    what: 'the price is styled in the template, by values of its own',
    pass: 1,
    edits: [
      change(
        'views/boxes.ejs',
        '<p class="card__price"><%= price %> a week</p>',
        '<p style="color:#17452a;font-size:19px;margin:11px 0"><%= price %> a week</p>',
      ),
    ],
  }),
  ui({
    id: 'odd-button',
    what: 'the button for joining is round and in capitals, all others are not',
    pass: 2,
    edits: [
      change(
        'views/join.ejs',
        '<button class="button" type="submit">',
        '<button class="button button--join" type="submit">',
      ),
      change(
        css,
        '.button--busy {\n',
        '.button--join {\n  border-radius: 99px;\n  text-transform: uppercase;\n  padding: var(--space-1) var(--space-5);\n}\n\n.button--busy {\n',
      ),
    ],
  }),
  ui({
    id: 'no-main-heading',
    what: 'the page of the boxes begins with a heading of the third level',
    pass: 3,
    edits: [change('views/boxes.ejs', '<h1>Our boxes</h1>', '<h3>Our boxes</h3>')],
  }),
  ui({
    id: 'no-footer-on-pages',
    what: 'the layout has lost its footer',
    pass: 3,
    edits: [
      change(
        'views/layout.ejs',
        '    <footer class="footer">\n      <div class="wrap">\n        <p>Greens by Bike, 12 Mill Lane. We ride on Tuesdays and Fridays.</p>\n      </div>\n    </footer>\n',
        '',
      ),
    ],
  }),
  ui({
    id: 'wide-form',
    what: 'forms are wider than a phone',
    pass: 4,
    edits: [
      change(
        css,
        '  gap: var(--space-3);\n  max-width: 480px;',
        '  gap: var(--space-3);\n  width: 480px;',
      ),
    ],
  }),
  ui({
    id: 'tiny-links',
    what: 'links of the menu are 24 px high',
    pass: 4,
    edits: [
      change(
        css,
        '.menu__link {\n  display: inline-flex;\n  align-items: center;\n  min-height: var(--tap);',
        '.menu__link {\n  display: inline-flex;\n  align-items: center;\n  min-height: 24px;',
      ),
    ],
  }),
  ui({
    id: 'closed-for-ever',
    what: 'the menu on phones does not open',
    pass: 4,
    edits: [change('public/site.js', "toggle('menu--open')", "toggle('menu--is-open')")],
  }),
  ui({
    id: 'no-focus-no-hover',
    what: 'buttons do not answer to the pointer',
    pass: 5,
    edits: [
      change(
        css,
        '.button:hover,\n.button:active {\n  color: var(--white);\n  background: var(--leaf-dark);\n}\n\n',
        '',
      ),
      change(
        css,
        '.button--plain:hover,\n.button--plain:active {\n  color: var(--leaf-dark);\n  background: var(--mist);\n}\n\n',
        '',
      ),
    ],
  }),
  ui({
    id: 'wrong-field-looks-right',
    what: 'a field with a wrong value looks like any other',
    pass: 5,
    edits: [
      change(css, ".field__input[aria-invalid='true'] {\n  border-color: var(--beet);\n}\n\n", ''),
    ],
  }),
  ui({
    id: 'slow-heights',
    what: 'cards grow for a second and ignore people who want no motion',
    pass: 6,
    edits: [
      change(
        css,
        '.card__price {\n',
        '.card {\n  transition: height 1.2s, top 1.2s;\n}\n\n.card__price {\n',
      ),
      change(
        css,
        '@media (prefers-reduced-motion: reduce) {\n  * {\n    transition: none;\n  }\n}\n',
        '',
      ),
    ],
  }),
  ui({
    id: 'no-outline',
    what: 'nobody sees where the focus is',
    pass: 7,
    edits: [
      change(
        css,
        ':focus-visible {\n  outline: 3px solid var(--leaf);\n  outline-offset: 2px;\n}',
        ':focus {\n  outline: none;\n}',
      ),
    ],
  }),
  ui({
    id: 'placeholder-as-label',
    what: 'the password has a placeholder in place of a label',
    pass: 7,
    edits: [
      change(
        'views/sign-in.ejs',
        '    <label class="field__label" for="password">Password</label>\n',
        '',
      ),
      change(
        'views/sign-in.ejs',
        'name="password" type',
        'name="password" placeholder="Password" type',
      ),
    ],
  }),
  ui({
    id: 'vague-words',
    what: 'buttons say "Submit" and errors say nothing one could do',
    pass: 8,
    edits: [
      change('views/join.ejs', 'type="submit">Become a member<', 'type="submit">Submit<'),
      change(
        'src/members.js',
        'This address has an account. Sign in instead.',
        'Error: duplicate key.',
      ),
    ],
  }),

  code({
    id: 'types-break',
    what: 'a price is handed over as text',
    pass: 1,
    edits: [
      change(
        'src/subscriptions.js',
        'cents: weekPrice(box, quarterly === 1)',
        'cents: euros(weekPrice(box, quarterly === 1))',
      ),
      change('src/subscriptions.js', '  canChange,\n', '  canChange,\n  euros,\n'),
    ],
  }),
  code({
    id: 'any-in-comments',
    what: 'orders are read as any',
    pass: 2,
    edits: [
      change(
        'src/subscriptions.js',
        '/** @param {Record<string, unknown>} body */\nfunction readOrder',
        '/** @param {any} body */\nfunction readOrder',
      ),
      change(
        'src/subscriptions.js',
        "  if (typeof note !== 'string' || note.length > MAX_NOTE)",
        '  if (note.length > MAX_NOTE)',
      ),
    ],
  }),
  code({
    id: 'types-switched-off',
    what: 'the types of a file are not checked any more',
    pass: 2,
    edits: [change('src/routes/api.js', "'use strict'\n", "// @ts-nocheck\n'use strict'\n")],
  }),
  code({
    id: 'require-circle',
    what: 'members and sessions require each other',
    pass: 3,
    edits: [
      change(
        'src/members.js',
        "const { Failure } = require('../lib/failure')\n",
        "const { Failure } = require('../lib/failure')\nconst { cookieOf } = require('./session')\n",
      ),
      change(
        'src/members.js',
        '    /** @param {string} token */\n    signOut(token) {',
        '    cookieOf,\n\n    /** @param {string} token */\n    signOut(token) {',
      ),
      change(
        'src/session.js',
        "const { Failure } = require('../lib/failure')\n",
        "const { Failure } = require('../lib/failure')\nconst { createMembers } = require('./members')\n",
      ),
      change(
        'src/session.js',
        'module.exports = { cookieOf, memberOf, tokenOf }',
        'module.exports = { cookieOf, createMembers, memberOf, tokenOf }',
      ),
    ],
  }),
  code({
    id: 'copied-queries',
    what: 'the pages read subscriptions by a copy of the same code',
    pass: 3,
    edits: [
      write(
        'src/history.js',
        "'use strict'\n\nconst { isBox, isState, weekPrice } = require('./rules')\n\n/**\n * @param {Record<string, unknown>} row\n * @param {string[]} skips\n */\nfunction fromRow({ id, box, quarterly, note, state }, skips) {\n  if (!isBox(box) || !isState(state)) throw new Error(`subscription ${id} is damaged`)\n  return {\n    id: Number(id),\n    box,\n    quarterly: quarterly === 1,\n    note: String(note),\n    state,\n    cents: weekPrice(box, quarterly === 1),\n    skips,\n  }\n}\n\n/**\n * @param {import('node:sqlite').DatabaseSync} database\n * @param {number} memberId\n */\nconst endedOf = (database, memberId) =>\n  database\n    .prepare(\"SELECT * FROM subscriptions WHERE member_id = ? AND state = 'ended' ORDER BY id\")\n    .all(memberId)\n    .map((row) => fromRow(row, []))\n\nmodule.exports = { endedOf }\n",
      ),
      change(
        'src/server.js',
        "const { openDatabase } = require('./database')\n",
        "const { openDatabase } = require('./database')\nconst { endedOf } = require('./history')\n",
      ),
      change(
        'src/server.js',
        '    farm,\n  }\n',
        '    farm,\n    endedOf: (/** @type {number} */ id) => endedOf(database, id),\n  }\n',
      ),
      change(
        plan,
        '`src/subscriptions.js`, `lib/failure.js`',
        '`src/subscriptions.js`, `src/history.js`, `lib/failure.js`',
      ),
    ],
  }),
  code({
    id: 'swallowed',
    what: 'whatever goes wrong with an order, people are sent back as if it had worked',
    pass: 4,
    edits: [
      change(
        'src/routes/pages.js',
        "        subscriptions.change(memberId, Number(params.id), body)\n        return redirect('/my-boxes')\n      } catch (error) {\n        return again(error, 'my-boxes', data(memberId))\n      }",
        "        subscriptions.change(memberId, Number(params.id), body)\n      } catch {}\n      return redirect('/my-boxes')",
      ),
      change(
        'test/pages.test.js',
        "form({ state: 'paused' }), cookie)).status, 409)",
        "form({ state: 'paused' }), cookie)).status, 303)",
      ),
    ],
  }),
  code({
    id: 'floating',
    what: 'the harvest is noted by a promise that nobody waits for',
    pass: 4,
    edits: [
      change(
        'src/routes/pages.js',
        "  router.get('/boxes', () => ({\n    status: 200,\n    html: renderPage('boxes', { title: 'Our boxes', path: '/boxes', boxes }),\n  }))",
        "  router.get('/boxes', () => {\n    harvestOf(farm).then((vegetables) => console.info('harvest', vegetables?.length))\n    return { status: 200, html: renderPage('boxes', { title: 'Our boxes', path: '/boxes', boxes }) }\n  })",
      ),
    ],
  }),
  code({
    id: 'old-code',
    what: 'an old version of the price is kept in a comment, with a note to do it some day',
    pass: 5,
    edits: [
      change(
        'src/rules.js',
        '/** @param {number} cents */\n',
        '// const oldPrice = (box, quarterly) => {\n//   const cents = BOXES[box].cents\n//   if (quarterly) return cents - 100\n//   return cents\n// }\n// TODO: remove when the couriers are paid\n\n/** @param {number} cents */\n',
      ),
    ],
  }),
  code({
    id: 'nobody-asks',
    what: 'a function is exported that nobody calls',
    pass: 5,
    edits: [
      change(
        'src/rules.js',
        '/** @param {number} cents */\n',
        '/** @param {Box} box */\nconst itemsOf = (box) => BOXES[box].items\n\n/** @param {number} cents */\n',
      ),
      change(
        'src/rules.js',
        '  isState,\n  weekPrice,\n}',
        '  isState,\n  itemsOf,\n  weekPrice,\n}',
      ),
    ],
  }),
  code({
    id: 'tests-of-subscriptions-gone',
    what: 'orders, skips and states have no tests any more',
    pass: 6,
    edits: [
      write(
        'test/api.test.js',
        "'use strict'\n\nconst assert = require('node:assert/strict')\nconst { test } = require('node:test')\nconst { openShop } = require('./shop')\n\ntest('lists the boxes', async () => {\n  const { ask, close } = await openShop()\n  assert.equal((await ask('GET', '/api/health')).status, 200)\n  assert.equal((await ask('GET', '/api/boxes')).status, 200)\n  close()\n})\n",
      ),
      write(
        'test/pages.test.js',
        "'use strict'\n\nconst assert = require('node:assert/strict')\nconst { test } = require('node:test')\nconst { openShop } = require('./shop')\n\ntest('shows its pages', async () => {\n  const { ask, close } = await openShop()\n  for (const path of ['/', '/boxes']) assert.equal((await ask('GET', path)).status, 200)\n  close()\n})\n",
      ),
    ],
  }),

  integration({
    id: 'created-as-200',
    what: 'a new subscription is answered with 200',
    pass: 1,
    edits: [
      change(
        'src/routes/api.js',
        '    status: 201,\n    json: subscriptions.start(',
        '    status: 200,\n    json: subscriptions.start(',
      ),
      change(
        'test/api.test.js',
        '  assert.equal(first.status, 201)\n',
        '  assert.equal(first.status, 200)\n',
      ),
      change(
        'test/api.test.js',
        "note: 'x'.repeat(140) }, ada)).status, 201)",
        "note: 'x'.repeat(140) }, ada)).status, 200)",
      ),
      change(
        'test/api.test.js',
        "{ box: 'small' }, ada)).status, 201)",
        "{ box: 'small' }, ada)).status, 200)",
      ),
    ],
  }),
  integration({
    id: 'no-limit-of-attempts',
    what: 'passwords may be guessed for ever',
    pass: 1,
    edits: [
      change(
        'src/members.js',
        "      if (recentAttempts(email).length >= MAX_ATTEMPTS)\n        throw new Failure(429, 'Too many attempts. Wait ten minutes and try again.')\n",
        '',
      ),
      change(
        'src/members.js',
        '        attempts.set(email, [...recentAttempts(email), now()])\n',
        '',
      ),
      change(
        'src/members.js',
        '  /** @type {Map<string, number[]>} */\n  const attempts = new Map()\n\n  /** @param {string} email */\n  const recentAttempts = (email) => (attempts.get(email) ?? []).filter((at) => at > now() - ATTEMPTS_MS)\n\n',
        '',
      ),
      change('src/members.js', 'const MAX_ATTEMPTS = 5\nconst ATTEMPTS_MS = 10 * 60 * 1000\n', ''),
      change(
        'test/api.test.js',
        "  assert.equal((await ask('POST', '/api/sessions', wrong)).status, 429)\n",
        '',
      ),
    ],
  }),
  integration({
    id: 'open-list',
    what: 'whoever knows the number sees the box of somebody else',
    pass: 2,
    edits: [
      change(
        'src/subscriptions.js',
        "prepare('SELECT * FROM subscriptions WHERE id = ? AND member_id = ?').get(id, memberId)",
        "prepare('SELECT * FROM subscriptions WHERE id = ?').get(id)",
      ),
      change(
        'src/subscriptions.js',
        'function find(memberId, id) {',
        'function find(_memberId, id) {',
      ),
      change(
        'src/subscriptions.js',
        '   * @param {number} memberId\n   * @param {number} id\n   */\n  function',
        '   * @param {number} _memberId\n   * @param {number} id\n   */\n  function',
      ),
      change(
        'test/api.test.js',
        "  assert.equal((await ask('GET', path, undefined, bob)).status, 404)\n",
        '',
      ),
      change(
        'test/api.test.js',
        "  assert.equal((await ask('POST', `${path}/state`, { state: 'active' }, bob)).status, 404)\n",
        '',
      ),
    ],
  }),
  integration({
    id: 'session-outlives',
    what: 'signing out only takes the cookie away, the session goes on',
    pass: 2,
    edits: [
      change(
        'src/routes/api.js',
        "  router.delete('/api/sessions', (request) => {\n    members.signOut(tokenOf(request))\n    return {",
        "  router.delete('/api/sessions', () => {\n    return {",
      ),
      change('src/routes/api.js', 'cookieOf, memberOf, tokenOf }', 'cookieOf, memberOf }'),
      change(
        'test/api.test.js',
        "  assert.equal((await ask('DELETE', '/api/sessions', undefined, ada)).status, 204)\n  assert.equal((await ask('GET', '/api/subscriptions', undefined, ada)).status, 401)\n",
        "  assert.equal((await ask('DELETE', '/api/sessions', undefined, ada)).status, 204)\n",
      ),
    ],
  }),
  integration({
    id: 'skips-without-key',
    what: 'skips belong to no subscription as the database sees it, and have no index',
    pass: 3,
    edits: [
      change(
        'migrations/002_subscriptions.sql',
        'subscription_id INTEGER NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,',
        'subscription_id INTEGER,',
      ),
      change(
        'migrations/002_subscriptions.sql',
        '\nCREATE INDEX skips_subscription ON skips (subscription_id);\n',
        '',
      ),
    ],
  }),
  integration({
    id: 'new-column-needs-a-value',
    what: 'a later migration adds a column that existing rows cannot have',
    pass: 3,
    edits: [
      write('migrations/003_phone.sql', 'ALTER TABLE members ADD COLUMN phone TEXT NOT NULL;\n'),
      change(
        plan,
        '`migrations/002_subscriptions.sql`,',
        '`migrations/002_subscriptions.sql`, `migrations/003_phone.sql`,',
      ),
      change(
        'src/members.js',
        "'INSERT INTO members (email, password_hash) VALUES (?, ?)'",
        '"INSERT INTO members (email, password_hash, phone) VALUES (?, ?, \'\')"',
      ),
    ],
  }),
  integration({
    id: 'patient-with-the-farm',
    what: 'nothing ends the wait for a farm that hangs',
    pass: 4,
    edits: [
      change('src/farm.js', '      signal: AbortSignal.timeout(timeoutMs),\n', ''),
      change('src/farm.js', 'harvestOf({ url, key, timeoutMs })', 'harvestOf({ url, key })'),
      change('test/farm.test.js', '    () => undefined,\n', ''),
    ],
  }),
  integration({
    id: 'trusting-the-farm',
    what: 'whatever the farm answers is taken for a harvest',
    pass: 4,
    edits: [
      change(
        'src/farm.js',
        '    const body = await response.json()\n    return isHarvest(body) ? body.vegetables : null',
        '    const body = /** @type {{ vegetables: string[] }} */ (await response.json())\n    return body.vegetables',
      ),
      change(
        'src/farm.js',
        "/**\n * @param {unknown} value\n * @returns {value is { vegetables: string[] }}\n */\nconst isHarvest = (value) =>\n  typeof value === 'object' &&\n  value !== null &&\n  'vegetables' in value &&\n  Array.isArray(value.vegetables) &&\n  value.vegetables.every((each) => typeof each === 'string')\n\n",
        '',
      ),
      change(
        'test/farm.test.js',
        "    (/** @type {import('node:http').ServerResponse} */ response) => response.end('{\"vegetables\":[3]}'),\n",
        '',
      ),
    ],
  }),
  integration({
    id: 'unknown-variable',
    what: 'a variable is read that nobody is told about',
    pass: 5,
    edits: [change('.env.example', 'FARM_KEY=ask-the-farm\n', '')],
  }),
  integration({
    id: 'key-in-code',
    what: 'the key of the farm is in the code',
    pass: 5,
    edits: [
      change(
        'src/config.js',
        "key: env.FARM_KEY ?? ''",
        "key: env.FARM_KEY ?? 'sk_live_9fQ2vT7mXc41LrWbZ8yKd3Hs'",
      ),
    ],
  }),
  integration({
    id: 'join-leads-nowhere',
    what: 'whoever joined is sent to a page that does not exist',
    pass: 6,
    edits: [
      change(
        'src/routes/pages.js',
        "      members.join(body)\n      return redirect('/my-boxes',",
        "      members.join(body)\n      return redirect('/welcome',",
      ),
    ],
  }),
  integration({
    id: 'no-page-without-session',
    what: 'people who are not signed in get an error in place of the sign-in',
    pass: 6,
    edits: [
      change(
        'src/routes/pages.js',
        "    if (members.ofSession(tokenOf(request)) === null) return redirect('/sign-in')\n",
        '',
      ),
      change(
        'test/pages.test.js',
        "  assert.equal((await ask('GET', '/my-boxes')).headers.get('location'), '/sign-in')\n",
        "  assert.equal((await ask('GET', '/my-boxes')).status, 401)\n",
      ),
    ],
  }),

  business({
    id: 'family-costs-more',
    what: 'the family box costs 24.00 EUR',
    pass: 1,
    edits: [
      change('src/rules.js', 'cents: 2300', 'cents: 2400'),
      change(
        'test/rules.test.js',
        "weekPrice('family', false), 2300",
        "weekPrice('family', false), 2400",
      ),
      change('test/pages.test.js', '/23\\.00 EUR/', '/24\\.00 EUR/'),
    ],
  }),
  business({
    id: 'three-boxes',
    what: 'a member may have three subscriptions',
    pass: 1,
    edits: [
      change('src/rules.js', 'const MAX_SUBSCRIPTIONS = 2', 'const MAX_SUBSCRIPTIONS = 3'),
      change(
        'test/api.test.js',
        "  assert.equal((await ask('POST', '/api/subscriptions', { box: 'small' }, ada)).status, 409)\n",
        '',
      ),
    ],
  }),
  business({
    id: 'discount-on-items',
    what: 'whoever pays for a quarter pays 8 cents less, and not 8 %',
    pass: 2,
    edits: [
      change(
        'src/rules.js',
        'Math.round((BOXES[box].cents * (quarterly ? 100 - QUARTER_DISCOUNT : 100)) / 100)',
        'BOXES[box].cents - (quarterly ? QUARTER_DISCOUNT : 0)',
      ),
      change(
        'test/rules.test.js',
        "weekPrice('small', true), 1334",
        "weekPrice('small', true), 1442",
      ),
      change(
        'test/rules.test.js',
        "weekPrice('feast', true), 3312",
        "weekPrice('feast', true), 3592",
      ),
      change('test/api.test.js', 'first.body.cents, 1334', 'first.body.cents, 1442'),
      change('test/pages.test.js', '/33\\.12 EUR/', '/35\\.92 EUR/'),
    ],
  }),
  business({
    id: 'six-and-one',
    what: 'a seventh week can be skipped',
    pass: 3,
    edits: [
      change('src/subscriptions.js', 'skips.length >= MAX_SKIPS', 'skips.length > MAX_SKIPS'),
      change('test/api.test.js', "  assert.equal((await skip('2026-06-02')).status, 409)\n", ''),
    ],
  }),
  business({
    id: 'limits-untested',
    what: 'no test asks for the limits',
    pass: 3,
    edits: [
      change('test/api.test.js', "  assert.equal((await skip('2026-05-05')).status, 409)\n", ''),
      change('test/api.test.js', "  assert.equal((await skip('2026-06-02')).status, 409)\n", ''),
      change(
        'test/api.test.js',
        "  assert.equal((await ask('POST', '/api/subscriptions', { box: 'small' }, ada)).status, 409)\n",
        '',
      ),
      change(
        'test/api.test.js',
        "  assert.equal((await ask('POST', '/api/subscriptions', { box: 'small', note: 'x'.repeat(141) }, ada)).status, 400)\n",
        '',
      ),
      change('test/api.test.js', ", note: 'x'.repeat(140) }", ' }'),
      change('test/rules.test.js', '  assert.deepEqual([MAX_NOTE, MAX_SKIPS], [140, 6])\n', ''),
      change('test/rules.test.js', 'BOXES, MAX_NOTE, MAX_SKIPS, canChange', 'BOXES, canChange'),
      change(
        'test/rules.test.js',
        "  assert.equal(isSkippable(delivery, Date.parse('2026-05-27T00:00:01Z')), false)\n",
        '',
      ),
    ],
  }),
  business({
    id: 'back-from-the-end',
    what: 'an ended subscription can be started again',
    pass: 4,
    edits: [
      change('src/rules.js', '  ended: [],', "  ended: ['active'],"),
      change('test/rules.test.js', "  assert.equal(canChange('ended', 'active'), false)\n", ''),
      change(
        'test/api.test.js',
        "  assert.equal((await ask('POST', `${path}/state`, { state: 'active' }, ada)).status, 409)\n",
        '',
      ),
      change('track/spec.md', '| FR-4 | `canChange("ended", "active")` is false |\n', ''),
    ],
  }),
  business({
    id: 'states-by-hand',
    what: 'ending a box does not ask the table of states',
    pass: 4,
    edits: [
      change(
        'src/subscriptions.js',
        '        if (!canChange(subscription.state, state))',
        "        if (state !== 'paused' && !canChange(subscription.state, state))",
      ),
      change(
        'test/pages.test.js',
        "  assert.equal((await ask('POST', '/my-boxes/1', form({ state: 'paused' }), cookie)).status, 409)\n",
        '',
      ),
    ],
  }),
  business({
    id: 'note-is-lost',
    what: 'the note to the courier is taken and never kept',
    pass: 5,
    edits: [
      change(
        'src/subscriptions.js',
        "prepare('INSERT INTO subscriptions (member_id, box, quarterly, note) VALUES (?, ?, ?, ?)')\n          .run(memberId, box, quarterly ? 1 : 0, note)",
        "prepare('INSERT INTO subscriptions (member_id, box, quarterly) VALUES (?, ?, ?)')\n          .run(memberId, box, quarterly ? 1 : 0)",
      ),
      change(
        'src/subscriptions.js',
        'const { box, note, quarterly } = readOrder(body)',
        'const { box, quarterly } = readOrder(body)',
      ),
    ],
  }),
  business({
    id: 'nothing-to-choose',
    what: 'the page of the boxes leads nowhere',
    pass: 6,
    edits: [
      change('views/boxes.ejs', '    <a class="button" href="/join">Choose <%= title %></a>\n', ''),
      change('views/layout.ejs', "['/join', 'Join'], ", ''),
      change(
        'views/sign-in.ejs',
        '<p>You are new here? <a href="/join">Become a member</a>.</p>\n',
        '',
      ),
    ],
  }),

  {
    id: 'unticked',
    what: 'a task is open and nobody says why',
    evaluator: 'structural',
    pass: 'no-skipped',
    edits: [change(plan, '  * Deferred: the couriers decide on their days first\n', '')],
  },
  {
    id: 'wrong-commit',
    what: 'a task names the commit of the start',
    evaluator: 'structural',
    pass: 'plan-updated',
    edits: [
      change(plan, 'harvest <!-- commit: {{sha 2.2}} -->', 'harvest <!-- commit: {{sha base}} -->'),
    ],
  },
  {
    id: 'coupons',
    what: 'coupons came in, and nobody planned them',
    evaluator: 'structural',
    pass: 'scope',
    edits: [
      write(
        'src/coupons.js',
        "'use strict'\n\n/** @param {string} code */\nconst couponCents = (code) => (code === 'LEEK' ? 200 : 0)\n\nmodule.exports = { couponCents }\n",
      ),
      change(
        'src/routes/api.js',
        "const { BOXES } = require('../rules')\n",
        "const { couponCents } = require('../coupons')\nconst { BOXES } = require('../rules')\n",
      ),
      change(
        'src/routes/api.js',
        "  router.get('/api/harvest'",
        "  router.get('/api/coupons/:code', ({ params }) => ({ status: 200, json: { cents: couponCents(params.code ?? '') } }))\n\n  router.get('/api/harvest'",
      ),
    ],
  },
  {
    id: 'view-broken',
    what: 'a template does not compile',
    evaluator: 'structural',
    pass: 'build',
    edits: [
      change(
        'views/home.ejs',
        '<% } else if (data.vegetables.length === 0) { %>',
        '<% } else if (data.vegetables.length === 0 { %>',
      ),
    ],
  },
  {
    id: 'silent-about-prices',
    what: 'the summary denies that documents of the business are concerned',
    evaluator: 'structural',
    pass: 'business-docs',
    edits: [
      change(
        plan,
        '- Business Doc Sync Required: Yes\n- Reason: prices and limits are decided by code now\n- Affected Docs: `conductor/product.md`, `conductor/tech-stack.md`\n',
        '- Business Doc Sync Required: No\n',
      ),
      change('src/rules.js', 'cents: 3600', 'cents: 3900'),
      change(
        'test/rules.test.js',
        "weekPrice('feast', false), 3600",
        "weekPrice('feast', false), 3900",
      ),
      change(
        'test/rules.test.js',
        "weekPrice('feast', true), 3312",
        "weekPrice('feast', true), 3588",
      ),
      change('test/pages.test.js', '/33\\.12 EUR/', '/35\\.88 EUR/'),
    ],
  },
  {
    id: 'reads-removed',
    what: 'a file of the plan was never made',
    evaluator: 'structural',
    pass: 'plan-updated',
    edits: [remove('test/farm.test.js')],
  },
]
