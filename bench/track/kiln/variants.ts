import { change, type Variant, write } from '../cases.ts'

const app = 'web/styles/app.css'
const shelf = 'web/pages/ShelfPage.tsx'

/** Harmless: other ways to say the same, and small additions that break nothing. */
export const kilnVariants: readonly Variant[] = [
  {
    id: 'tokens-renamed',
    what: 'a token has another name',
    edits: [
      change('web/styles/tokens.css', '--moss: #2f6b3a', '--leaf: #2f6b3a'),
      change(
        app,
        '.badge--finished {\n  color: var(--white);\n  background: var(--moss);',
        '.badge--finished {\n  color: var(--white);\n  background: var(--leaf);',
      ),
      change(
        app,
        '.toast--success {\n  background: var(--moss);',
        '.toast--success {\n  background: var(--leaf);',
      ),
    ],
  },
  {
    id: 'hero-fades-in',
    what: 'the lead fades in for those who like motion',
    edits: [
      change(
        app,
        '.steps li {',
        '@media (prefers-reduced-motion: no-preference) {\n  .lead {\n    animation: appear 240ms ease-out;\n  }\n}\n\n@keyframes appear {\n  from {\n    opacity: 0;\n  }\n}\n\n.steps li {',
      ),
    ],
  },
  {
    id: 'two-columns-later',
    what: 'the grid has two columns from 768 px',
    edits: [
      change(app, '@media (min-width: 640px) {\n  .grid', '@media (min-width: 768px) {\n  .grid'),
    ],
  },
  {
    id: 'status-by-table',
    what: 'the way of a piece is a table instead of a switch',
    edits: [
      write(
        'shared/piece-status.ts',
        "import type { PieceStatus } from './types.ts'\n\nexport type PieceEvent = 'rest' | 'fire' | 'glaze' | 'crack'\n\nconst WAYS: Record<PieceStatus, Partial<Record<PieceEvent, PieceStatus>>> = {\n  wet: { rest: 'drying', crack: 'cracked' },\n  drying: { fire: 'bisque', crack: 'cracked' },\n  bisque: { glaze: 'glazed' },\n  glazed: { fire: 'finished', crack: 'cracked' },\n  finished: {},\n  cracked: {},\n}\n\n/** The next status of a piece, or null where the event is not for it. */\nexport function nextStatus(status: PieceStatus, event: PieceEvent): PieceStatus | null {\n  return WAYS[status][event] ?? null\n}\n",
      ),
    ],
  },
  {
    id: 'plans-as-list',
    what: 'plans in another order of keys',
    edits: [
      change(
        'shared/plans.ts',
        "regular: { name: 'Regular', monthly: 2900, shelf: 10, discount: 10 }",
        "regular: { name: 'Regular', discount: 10, shelf: 10, monthly: 2900 }",
      ),
    ],
  },
  {
    id: 'named-limit',
    what: 'the limit of attempts has a name',
    edits: [
      change(
        'server/routes/auth.ts',
        'limitAttempts(10, 15 * 60_000, now)',
        'limitAttempts(MOST_ATTEMPTS, ATTEMPT_MINUTES * 60_000, now)',
      ),
      change(
        'server/routes/auth.ts',
        'export function authRoutes',
        'const MOST_ATTEMPTS = 10\nconst ATTEMPT_MINUTES = 15\n\nexport function authRoutes',
      ),
    ],
  },
  {
    id: 'arrow-routes',
    what: 'a handler has its own name',
    edits: [
      change(
        'server/routes/public.ts',
        "  app.get('/api/health', (_req, res) => {\n    res.json({ status: 'ok' })\n  })\n",
        "  app.get('/api/health', sayHealthy)\n",
      ),
      change(
        'server/routes/public.ts',
        'export function publicRoutes',
        "const sayHealthy: Handler = (_req, res) => res.json({ status: 'ok' })\n\nexport function publicRoutes",
      ),
      change(
        'server/routes/public.ts',
        'import { type HttpApp, HttpError }',
        'import { type Handler, type HttpApp, HttpError }',
      ),
    ],
  },
  {
    id: 'finally-instead',
    what: 'the list is drawn in another order',
    edits: [
      change(
        shelf,
        "  pieces = before\n  draw(list)\n  toast('error', answer.message)",
        "  toast('error', answer.message)\n  pieces = before\n  draw(list)",
      ),
    ],
  },
  {
    id: 'pieces-limit',
    what: 'the list of pieces ends at 200',
    edits: [
      change('server/repositories/pieces.ts', 'ORDER BY id DESC`)', 'ORDER BY id DESC LIMIT 200`)'),
    ],
  },
  {
    id: 'check-constraint',
    what: 'the database knows the largest piece, too',
    edits: [
      change('server/db/schema.sql', 'CHECK (litres > 0)', 'CHECK (litres > 0 AND litres <= 60)'),
    ],
  },
  {
    id: 'longer-timeout',
    what: 'the supplier has three seconds',
    edits: [change('server/services/glaze-supplier.ts', 'timeoutMs = 2000', 'timeoutMs = 3000')],
  },
  {
    id: 'more-tests',
    what: 'one more test',
    edits: [
      change(
        'tests/rules.test.ts',
        "    expect(firingPrice('visitor', 4)).toBe(1400)",
        "    expect(firingPrice('visitor', 2)).toBe(700)\n    expect(firingPrice('visitor', 4)).toBe(1400)",
      ),
    ],
  },
  {
    id: 'other-words',
    what: 'the home page says it in other words',
    edits: [
      change(
        'web/pages/HomePage.tsx',
        '<h2>How a pot is made here</h2>',
        '<h2>From clay to pot</h2>',
      ),
    ],
  },
  {
    id: 'plan-with-stars',
    what: 'the plan uses other bullets',
    edits: [
      change(
        'track/plan.md',
        '- [x] Task 2.2: Read the configuration <!-- {{sha 2.2}} -->',
        '* [x] Task 2.2: Read the configuration (commit: `{{sha 2.2}}`)',
      ),
    ],
  },
  {
    id: 'documented-work',
    what: 'work that was found on the way is documented',
    edits: [
      write(
        'server/kit/clock.ts',
        '/** Minutes in milliseconds. */\nexport const minutes = (count: number): number => count * 60_000\n',
      ),
      change(
        'server/repositories/users.ts',
        'this.now() + SESSION_MINUTES * 60_000)',
        'this.now() + minutes(SESSION_MINUTES))',
      ),
      change(
        'server/repositories/users.ts',
        "import type { Account, PlanId } from '../../shared/types.ts'",
        "import type { Account, PlanId } from '../../shared/types.ts'\nimport { minutes } from '../kit/clock.ts'",
      ),
      change(
        'track/plan.md',
        '## Discovered Work\n\n- none\n',
        '## Discovered Work\n\n- `server/kit/clock.ts`: minutes were reckoned in two places\n',
      ),
    ],
  },
  {
    id: 'graceful-end',
    what: 'the server ends when it is told to',
    edits: [
      change(
        'server/main.ts',
        'app.listen(config.PORT, () => console.info(`the studio listens on ${config.PORT}`))',
        "const server = app.listen(config.PORT, () => console.info(`the studio listens on ${config.PORT}`))\nprocess.once('SIGTERM', () => server.close())",
      ),
    ],
  },
]
