import { change, type Failure, write } from '../cases.ts'

const plan = 'track/plan.md'
const css = 'public/site.css'

/** Written after what the first ones showed was mended, and measured once. */
export const greensUnseen: readonly Failure[] = [
  {
    id: 'own-long-session',
    what: 'a session lasts for twelve days',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change('src/members.js', 'const SESSION_HOURS = 12', 'const SESSION_HOURS = 288'),
      change('src/session.js', 'Max-Age=43200', 'Max-Age=1036800'),
      change('test/api.test.js', '  wait(12 * hour)\n', '  wait(288 * hour)\n'),
    ],
  },
  {
    id: 'own-no-second-start',
    what: 'a paused box cannot be started again',
    evaluator: 'eval-business-logic',
    pass: 4,
    edits: [
      change('src/rules.js', "  paused: ['active', 'ended'],", "  paused: ['ended'],"),
      change('test/rules.test.js', "  assert.equal(canChange('paused', 'active'), true)\n", ''),
    ],
  },
  {
    id: 'own-quarter-ignored',
    what: 'who pays for a quarter is not noted, so everybody pays the full price',
    evaluator: 'eval-business-logic',
    pass: 5,
    edits: [
      change(
        'src/subscriptions.js',
        '.run(memberId, box, quarterly ? 1 : 0, note)',
        '.run(memberId, box, 0, note)',
      ),
      change(
        'src/subscriptions.js',
        'const { box, note, quarterly } = readOrder(body)',
        'const { box, note } = readOrder(body)',
      ),
      change('test/api.test.js', 'first.body.cents, 1334', 'first.body.cents, 1450'),
      change('test/pages.test.js', '/33\\.12 EUR/', '/36\\.00 EUR/'),
    ],
  },
  {
    id: 'own-others-are-changed',
    what: 'anybody who is signed in changes the state of any box',
    evaluator: 'eval-integration',
    pass: 2,
    edits: [
      change(
        'src/subscriptions.js',
        '        const subscription = find(memberId, id)\n        if (!canChange(',
        "        const row = database.prepare('SELECT * FROM subscriptions WHERE id = ?').get(id)\n        if (!row) throw new Failure(404, 'You have no such subscription. Look at your boxes.')\n        const subscription = fromRow(row, [])\n        if (!canChange(",
      ),
      change(
        'src/subscriptions.js',
        '          .run(state, id)\n        return find(memberId, id)',
        '          .run(state, id)\n        return { ...subscription, state }',
      ),
      change(
        'test/api.test.js',
        "  assert.equal((await ask('POST', `${path}/state`, { state: 'active' }, bob)).status, 404)\n",
        '',
      ),
    ],
  },
  {
    id: 'own-known-as-200',
    what: 'joining with a known address is answered as if it had worked',
    evaluator: 'eval-integration',
    pass: 1,
    edits: [
      change(
        'src/members.js',
        "        throw new Failure(409, 'This address has an account. Sign in instead.')",
        '        return { id: 0, email }',
      ),
      change(
        'test/api.test.js',
        "'/api/members', ada)).status, 409)",
        "'/api/members', ada)).status, 201)",
      ),
    ],
  },
  {
    id: 'own-plain-passwords',
    what: 'passwords are kept as they are',
    evaluator: 'eval-integration',
    pass: 2,
    edits: [
      change(
        'src/members.js',
        "const hash = (password, salt = randomBytes(16).toString('hex')) =>\n  `${salt}:${scryptSync(password, salt, 32).toString('hex')}`",
        "const hash = (password, salt = randomBytes(4).toString('hex')) => `${salt}:${password}`",
      ),
      change(
        'src/members.js',
        '  return timingSafeEqual(Buffer.from(hash(password, salt)), Buffer.from(stored))',
        '  return hash(password, salt) === stored',
      ),
      change(
        'src/members.js',
        'const { createHash, randomBytes, scryptSync, timingSafeEqual }',
        'const { createHash, randomBytes }',
      ),
    ],
  },
  {
    id: 'own-twice-a-member',
    what: 'the database takes two members with one address',
    evaluator: 'eval-integration',
    pass: 3,
    edits: [
      change(
        'migrations/001_members.sql',
        '  email TEXT NOT NULL UNIQUE,',
        '  email TEXT NOT NULL,',
      ),
    ],
  },
  {
    id: 'own-stack-shown',
    what: 'whoever breaks something is shown the inside of the server',
    evaluator: 'eval-integration',
    pass: 1,
    edits: [
      change(
        'lib/router.js',
        "  return new Failure(500, 'Something broke on our side. Try again in a minute.')",
        '  return new Failure(500, error instanceof Error ? String(error.stack) : String(error))',
      ),
      change(
        'src/subscriptions.js',
        "  if (typeof note !== 'string' || note.length > MAX_NOTE)",
        '  if (String(note).length > MAX_NOTE)',
      ),
    ],
  },
  {
    id: 'own-debug-left',
    what: 'what people order is printed for debugging',
    evaluator: 'eval-code-quality',
    pass: 5,
    edits: [
      change(
        'src/subscriptions.js',
        '      const { box, note, quarterly } = readOrder(body)\n',
        "      const { box, note, quarterly } = readOrder(body)\n      console.log('DEBUG order', box, note)\n",
      ),
    ],
  },
  {
    id: 'own-unread-promise',
    what: 'an error of the farm is thrown where nobody catches it',
    evaluator: 'eval-integration',
    pass: 4,
    edits: [
      change(
        'src/farm.js',
        "  } catch (error) {\n    console.warn('the farm does not answer', error)\n    return null\n  }",
        '  } finally {\n    clearTimeout(0)\n  }',
      ),
      change(
        'test/farm.test.js',
        "    (/** @type {import('node:http').ServerResponse} */ response) => response.end('<p>no</p>'),\n",
        '',
      ),
      change('test/farm.test.js', '    () => undefined,\n', ''),
      change('test/pages.test.js', "['/', '/boxes',", "['/boxes',"),
    ],
  },
  {
    id: 'own-pale-lead',
    what: 'soft texts are too pale to read',
    evaluator: 'eval-ui-ux',
    pass: 7,
    edits: [change(css, '--soft: #584d42;', '--soft: #b5a899;')],
  },
  {
    id: 'own-long-page',
    what: 'cards never stand beside each other, and the text runs over the whole width',
    evaluator: 'eval-ui-ux',
    pass: 3,
    edits: [
      change(css, 'p,\nli {\n  max-width: var(--measure);\n}\n\n', ''),
      change(css, '--wide: 1024px;', '--wide: 100%;'),
      change(
        'views/boxes.ejs',
        '<p>Pay for a quarter at once and save 8 %.</p>',
        '<p>Pay for a quarter at once and save 8 %. All boxes come with a letter that tells what is in them, how long it keeps, where it stood in the field until this morning, and what others made of it last week, so that nothing has to be thrown away and nobody has to eat the same twice.</p>',
      ),
    ],
  },
  {
    id: 'own-undone-marked',
    what: 'a phase is marked as done and has an open task without a reason',
    evaluator: 'structural',
    pass: 'no-skipped',
    edits: [
      change(
        plan,
        '* [ ] Task 3.2: A calendar of deliveries\n  * Deferred: the couriers decide on their days first',
        '* [ ] Task 3.2: Mails before each delivery\n  * Files: `src/mails.js`',
      ),
    ],
  },
  {
    id: 'own-workflow-added',
    what: 'a workflow of the repository came in with the pages',
    evaluator: 'structural',
    pass: 'scope',
    edits: [
      write(
        '.github/workflows/deploy.yml',
        'on: push\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm run deploy\n',
      ),
    ],
  },
]
