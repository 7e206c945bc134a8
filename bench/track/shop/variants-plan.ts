import { change, readApplication, type Variant, write } from '../cases.ts'

const plan = 'track/plan.md'
const planText = readApplication(import.meta.dirname)[plan] ?? ''
const written = (text: string) => write(plan, text)

export const planVariants: readonly Variant[] = [
  {
    id: 'plan-crlf',
    what: 'the plan has Windows line ends',
    edits: [written(planText.replaceAll('\n', '\r\n'))],
  },
  {
    id: 'plan-commit-words',
    what: 'commits are named with the word commit',
    edits: [
      written(planText.replaceAll(/<!-- \{\{sha ([\d.]+)\}\} -->/g, '<!-- commit: {{sha $1}} -->')),
    ],
  },
  {
    id: 'plan-stars',
    what: 'the plan uses stars and four spaces',
    edits: [written(planText.replaceAll(/^- \[x\]/gm, '* [x]').replaceAll(/^ {2}- /gm, '    * '))],
  },
  {
    id: 'plan-without-graph',
    what: 'the plan has no graph of tasks',
    edits: [written(planText.replace(/```yaml[\s\S]*?```\n\n/, ''))],
  },
  {
    id: 'plan-deferred',
    what: 'a task was put off, with a reason',
    edits: [
      change(
        plan,
        '\n## Discovered Work',
        '- [ ] Task 3.3: Limit attempts to sign in\n  - Type: code\n  - Deferred: the proxy limits requests until the next track\n\n## Discovered Work',
      ),
    ],
  },
  {
    id: 'plan-blocked',
    what: 'a task is blocked, with a reason',
    edits: [
      change(
        plan,
        '\n## Discovered Work',
        '- [!] Task 3.3: Connect the payment provider\n  - Type: integration\n  - Reason: the contract with the provider is not signed\n\n## Discovered Work',
      ),
    ],
  },
  {
    id: 'plan-discovered',
    what: 'a file that nobody planned is written down as discovered work',
    edits: [
      write(
        'src/server/security-headers.ts',
        `/** Headers that every answer gets. */
export function withSecurityHeaders(response: Response): Response {
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'same-origin')
  return response
}
`,
      ),
      change(
        'src/server/node-listener.ts',
        "import { mostBytes } from './read-body.ts'",
        "import { mostBytes } from './read-body.ts'\nimport { withSecurityHeaders } from './security-headers.ts'",
      ),
      change(
        'src/server/node-listener.ts',
        'const response = await shop(await requestOf(message))',
        'const response = withSecurityHeaders(await shop(await requestOf(message)))',
      ),
      change(
        'test/pages.test.ts',
        '    assert.equal((await fetch(`${origin}/api/health`)).status, 200)',
        "    const health = await fetch(`${origin}/api/health`)\n    assert.equal(health.status, 200)\n    assert.equal(health.headers.get('x-content-type-options'), 'nosniff')",
      ),
      change(
        plan,
        '- Orders are lost on restart;',
        '- Answers had no security headers: added `src/server/security-headers.ts` with task 3.2.\n- Orders are lost on restart;',
      ),
    ],
  },
  {
    id: 'plan-bold-sync',
    what: 'the summary is written in bold words',
    edits: [
      change(plan, '- Business Doc Sync Required: Yes', '- **Business Doc Sync Required**: Yes'),
      change(plan, '- Reason: the shop', '- **Reason**: the shop'),
      change(
        plan,
        '- Affected Docs: `conductor/product.md`, `conductor/tech-stack.md`',
        '- **Affected Docs**: conductor/product.md (tiers, prices), conductor/tech-stack.md (storage)',
      ),
    ],
  },
  {
    id: 'plan-fix-phase',
    what: 'a fix phase stands at the end of the plan',
    edits: [
      change(
        plan,
        '\n## Discovered Work',
        '\n## Fix Phase 1\n\n- [x] Fix 1: Answer 409 for a fourth open order <!-- {{sha 3.2}} -->\n  - Issue: the API answered 400\n  - Acceptance: `POST /api/orders` answers 409\n  - Summary: refusals have a kind of their own\n\n## Discovered Work',
      ),
    ],
  },
  {
    id: 'spec-ticked',
    what: 'the criteria of the spec are ticked',
    edits: [
      write(
        'track/spec.md',
        (readApplication(import.meta.dirname)['track/spec.md'] ?? '').replaceAll('- [ ]', '- [x]'),
      ),
    ],
  },
  {
    id: 'metadata-more',
    what: 'the metadata knows more than it must',
    edits: [
      change(
        'track/metadata.json',
        '"discovered_work": []',
        '"discovered_work": [{ "id": "dw-1", "title": "Database for orders", "status": "NEW_TRACK" }],\n  "owner": "ana"',
      ),
    ],
  },
  {
    id: 'readme-planned',
    what: 'the README was changed as a task says',
    edits: [
      change(
        'README.md',
        '- `src/client` runs in the browser.',
        '- `src/client` runs in the browser and speaks to the API through `src/client/api.js` alone.',
      ),
      change(plan, '`src/client/api.js`, ', '`src/client/api.js`, `README.md`, '),
    ],
  },
]
