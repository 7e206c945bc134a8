import { change, type Variant, write } from '../cases.ts'

const css = 'public/site.css'
const plan = 'track/plan.md'

/** Changes that nobody would mind. */
export const greensVariants: readonly Variant[] = [
  {
    id: 'boxes-in-their-own-file',
    what: 'the price list is a file of its own, planned as such',
    edits: [
      write(
        'src/price-list.js',
        "'use strict'\n\nmodule.exports = {\n  small: { title: 'Small', cents: 1450, items: 6 },\n  family: { title: 'Family', cents: 2300, items: 10 },\n  feast: { title: 'Feast', cents: 3600, items: 16 },\n}\n",
      ),
      change(
        'src/rules.js',
        "const BOXES = {\n  small: { title: 'Small', cents: 1450, items: 6 },\n  family: { title: 'Family', cents: 2300, items: 10 },\n  feast: { title: 'Feast', cents: 3600, items: 16 },\n}\n",
        "const BOXES = require('./price-list')\n\n",
      ),
      change(plan, '`src/rules.js`, ', '`src/rules.js`, `src/price-list.js`, '),
    ],
  },
  {
    id: 'states-by-switch',
    what: 'states are decided by a switch',
    edits: [
      change(
        'src/rules.js',
        'const canChange = (from, to) => NEXT[from].includes(to)',
        "function canChange(from, to) {\n  switch (from) {\n    case 'waiting':\n    case 'paused':\n      return to === 'active' || to === 'ended'\n    case 'active':\n      return to === 'paused' || to === 'ended'\n    case 'ended':\n      return false\n  }\n}",
      ),
      change(
        'src/rules.js',
        "/** @type {Record<State, readonly State[]>} */\nconst NEXT = {\n  waiting: ['active', 'ended'],\n  active: ['paused', 'ended'],\n  paused: ['active', 'ended'],\n  ended: [],\n}\n",
        "/** @type {readonly string[]} */\nconst STATES = ['waiting', 'active', 'paused', 'ended']\n",
      ),
      change('src/rules.js', 'Object.hasOwn(NEXT, value)', 'STATES.includes(value)'),
    ],
  },
  {
    id: 'discount-as-factor',
    what: 'the discount is a factor',
    edits: [
      change('src/rules.js', 'const QUARTER_DISCOUNT = 8', 'const QUARTER_FACTOR = 0.92'),
      change(
        'src/rules.js',
        '(BOXES[box].cents * (quarterly ? 100 - QUARTER_DISCOUNT : 100)) / 100)',
        'BOXES[box].cents * (quarterly ? QUARTER_FACTOR : 1))',
      ),
    ],
  },
  {
    id: 'early-limits',
    what: 'limits are compared the other way round',
    edits: [
      change(
        'src/subscriptions.js',
        'open.length >= MAX_SUBSCRIPTIONS',
        'MAX_SUBSCRIPTIONS <= open.length',
      ),
      change('src/subscriptions.js', 'skips.length >= MAX_SKIPS', '!(skips.length < MAX_SKIPS)'),
    ],
  },
  {
    id: 'other-token-names',
    what: 'spaces have other names',
    edits: [
      change(css, '  --space-5: 48px;', '  --space-5: 48px;\n  --space-6: 64px;'),
      change(
        css,
        '.main {\n  padding-top: var(--space-4);\n  padding-bottom: var(--space-5);',
        '.main {\n  padding-top: var(--space-4);\n  padding-bottom: var(--space-6);',
      ),
    ],
  },
  {
    id: 'ghost-button',
    what: 'plain buttons have no background',
    edits: [
      change(
        css,
        '.button--plain {\n  color: var(--leaf);\n  background: var(--white);',
        '.button--plain {\n  color: var(--leaf);\n  background: transparent;',
      ),
    ],
  },
  {
    id: 'price-as-definition',
    what: 'the kinds of vegetables are said in other words',
    edits: [
      change(
        'views/boxes.ejs',
        '<p><%= items %> kinds of vegetables</p>',
        '<p>With <%= items %> kinds of vegetables in season.</p>',
      ),
    ],
  },
  {
    id: 'module-path-style',
    what: 'modules are required with their extension',
    edits: [
      change('src/main.js', "require('./config')", "require('./config.js')"),
      change('src/main.js', "require('./server')", "require('./server.js')"),
    ],
  },
  {
    id: 'classic-functions',
    what: 'exports are assigned one by one',
    edits: [
      change('src/farm.js', 'module.exports = { harvestOf }', 'exports.harvestOf = harvestOf'),
    ],
  },
  {
    id: 'plan-with-dashes',
    what: 'the plan has CRLF, and SHAs in another form',
    edits: [
      change(
        plan,
        '* [x] Task 1.1: Prices, states and limits as pure functions <!-- commit: {{sha 1.1}} -->',
        '- [X] **Task 1.1**: Prices, states and limits as pure functions [{{sha 1.1}}]',
      ),
      change(
        plan,
        '* [ ] Task 3.2: A calendar of deliveries\n  * Deferred: the couriers decide on their days first',
        '- [ ] Task 3.2: A calendar of deliveries\r\n  - **Deferred:** the couriers decide on their days first',
      ),
    ],
  },
  {
    id: 'extra-test-and-changelog',
    what: 'a change log came in, and the plan says so',
    edits: [
      write('CHANGELOG.md', '# Changes\n\n- Boxes by subscription\n'),
      change(
        plan,
        '## Discovered Work\n\n- none',
        '## Discovered Work\n\n- `CHANGELOG.md`: asked for by the couriers',
      ),
    ],
  },
  {
    id: 'column-with-default',
    what: 'a later migration adds a column with a default',
    edits: [
      write(
        'migrations/003_phone.sql',
        "ALTER TABLE members ADD COLUMN phone TEXT NOT NULL DEFAULT '';\n",
      ),
      change(
        plan,
        '`migrations/002_subscriptions.sql`,',
        '`migrations/002_subscriptions.sql`, `migrations/003_phone.sql`,',
      ),
    ],
  },
  {
    id: 'rows-by-join',
    what: 'failures of the farm are noted as errors',
    edits: [change('src/farm.js', 'console.warn(', 'console.error(')],
  },
]
