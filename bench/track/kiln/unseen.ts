import { change, type Failure, write } from '../cases.ts'

const app = 'web/styles/app.css'

/** Written after the checks were mended, and measured once. */
export const kilnUnseen: readonly Failure[] = [
  {
    id: 'own-cut-price',
    what: 'the price of a plan is cut off',
    evaluator: 'eval-ui-ux',
    pass: 4,
    edits: [
      change(
        app,
        '.card__price {\n  font-size',
        '.card__price {\n  width: 6ch;\n  overflow: hidden;\n  white-space: nowrap;\n  font-size',
      ),
    ],
  },
  {
    id: 'own-tab-first',
    what: 'the Tab key goes to the link of the plans before all else',
    evaluator: 'eval-ui-ux',
    pass: 7,
    edits: [
      change(
        'web/pages/HomePage.tsx',
        '<a class="button button--primary" href="/plans">',
        '<a class="button button--primary" href="/plans" tabindex="5">',
      ),
    ],
  },
  {
    id: 'own-click-here',
    what: 'a link says "Click here"',
    evaluator: 'eval-ui-ux',
    pass: 8,
    edits: [
      change('web/pages/HomePage.tsx', '            See the plans\n', '            Click here\n'),
    ],
  },
  {
    id: 'own-forced-root',
    what: 'what may be missing is said to be there',
    evaluator: 'eval-code-quality',
    pass: 2,
    edits: [
      change(
        'web/main.tsx',
        "document.querySelector('#root')?.replaceChildren",
        "document.querySelector('#root')!.replaceChildren",
      ),
    ],
  },
  {
    id: 'own-nobody-loads',
    what: 'a component that no page uses',
    evaluator: 'eval-code-quality',
    pass: 5,
    edits: [
      write(
        'web/components/Spinner.tsx',
        'import { h } from \'../h.ts\'\n\nexport function Spinner() {\n  return <span class="loading" role="status" />\n}\n',
      ),
      change(
        'track/plan.md',
        '`web/components/Shell.tsx`\n',
        '`web/components/Shell.tsx`, `web/components/Spinner.tsx`\n',
      ),
    ],
  },
  {
    id: 'own-made-as-200',
    what: 'a new piece is answered with 200',
    evaluator: 'eval-integration',
    pass: 1,
    edits: [
      change('server/routes/pieces.ts', 'res.status(201).json(workshop', 'res.json(workshop'),
      change(
        'tests/api.test.ts',
        "{ title: 'Bowl', litres: 2 }, token)\n  expect(status).toBe(201)",
        "{ title: 'Bowl', litres: 2 }, token)\n  expect(status).toBe(200)",
      ),
      change(
        'tests/api.test.ts',
        'litres: 60 }, token)).status).toBe(201)',
        'litres: 60 }, token)).status).toBe(200)',
      ),
      change('tests/api.test.ts', 'toEqual([201, 201, 409])', 'toEqual([200, 200, 409])'),
    ],
  },
  {
    id: 'own-for-ever',
    what: 'a session never ends by itself',
    evaluator: 'eval-integration',
    pass: 2,
    edits: [
      change(
        'server/repositories/users.ts',
        'WHERE token_hash = ? AND expires_at > ?',
        'WHERE token_hash = ?',
      ),
      change(
        'server/repositories/users.ts',
        '      .get(digest(token), this.now())',
        '      .get(digest(token))',
      ),
      change(
        'tests/api.test.ts',
        "  studio.wait(2)\n  expect((await studio.ask('GET', '/api/me', undefined, token)).status).toBe(401)\n",
        '',
      ),
    ],
  },
  {
    id: 'own-nothing-in-stock',
    what: 'while the supplier is silent, no glaze is in stock',
    evaluator: 'eval-integration',
    pass: 4,
    edits: [
      change(
        'server/routes/public.ts',
        "    if (glazes === null)\n      throw new HttpError(503, 'The supplier does not answer. Ask at the studio, or try later.')\n    res.json({ glazes })",
        '    res.json({ glazes: glazes ?? [] })',
      ),
      change(
        'server/routes/public.ts',
        'import { type HttpApp, HttpError }',
        'import type { HttpApp }',
      ),
      change('tests/supplier.test.ts', 'toBe(503)', 'toBe(200)'),
    ],
  },
  {
    id: 'own-twenty-attempts',
    what: 'an address has 20 attempts',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change('server/routes/auth.ts', 'limitAttempts(10,', 'limitAttempts(20,'),
      change('tests/api.test.ts', 'attempt < 10;', 'attempt < 20;'),
    ],
  },
  {
    id: 'own-archived',
    what: 'a finished piece can be archived',
    evaluator: 'eval-business-logic',
    pass: 4,
    edits: [
      change('shared/types.ts', "'finished' | 'cracked'", "'finished' | 'cracked' | 'archived'"),
      change('shared/piece-status.ts', "'glaze' | 'crack'", "'glaze' | 'crack' | 'archive'"),
      change(
        'shared/piece-status.ts',
        "    case 'finished':\n    case 'cracked':\n",
        "    case 'finished':\n      return event === 'archive' ? 'archived' : null\n    case 'archived':\n    case 'cracked':\n",
      ),
      change('shared/schemas.ts', "'glaze', 'crack']", "'glaze', 'crack', 'archive']"),
      change(
        'server/repositories/pieces.ts',
        "'finished', 'cracked']),",
        "'finished', 'cracked', 'archived']),",
      ),
      change(
        'server/db/schema.sql',
        "'finished', 'cracked')),",
        "'finished', 'cracked', 'archived')),",
      ),
      change(
        'web/components/StatusBadge.tsx',
        "  cracked: 'Cracked',\n",
        "  cracked: 'Cracked',\n  archived: 'Archived',\n",
      ),
    ],
  },
  {
    id: 'own-rounded',
    what: 'the size of a piece is rounded before it is kept',
    evaluator: 'eval-business-logic',
    pass: 5,
    edits: [
      change(
        'server/repositories/pieces.ts',
        '.run(userId, title, litres)',
        '.run(userId, title, Math.ceil(litres / 5) * 5)',
      ),
      change(
        'tests/api.test.ts',
        "toMatchObject({ title: 'Bowl', litres: 2, status: 'wet' })",
        "toMatchObject({ title: 'Bowl', litres: 5, status: 'wet' })",
      ),
    ],
  },
  {
    id: 'own-admin',
    what: 'a list of all accounts that nobody asked for',
    evaluator: 'structural',
    pass: 'scope',
    edits: [
      write(
        'server/routes/admin.ts',
        "import type { DatabaseSync } from 'node:sqlite'\nimport type { HttpApp } from '../kit/http-app.ts'\n\nexport function adminRoutes(app: HttpApp, db: DatabaseSync): void {\n  app.get('/api/admin/accounts', (_req, res) => {\n    res.json({ accounts: db.prepare('SELECT id, email FROM users').all() })\n  })\n}\n",
      ),
      change(
        'server/app.ts',
        '  publicRoutes(app, supplier)\n',
        '  publicRoutes(app, supplier)\n  adminRoutes(app, db)\n',
      ),
      change(
        'server/app.ts',
        'import { authRoutes }',
        "import { adminRoutes } from './routes/admin.ts'\nimport { authRoutes }",
      ),
    ],
  },
]
