import { describe, expect, test } from 'vitest'
import { logDecision } from './decision-log.ts'
import { fixLog } from './fix-log.ts'
import { brief } from './knowledge.ts'
import { addPatterns } from './patterns.ts'
import { retrospective, type RetrospectiveFacts, whyNoRetrospective } from './retrospective.ts'

describe('the decision log', () => {
  const row = {
    date: '2026-02-18',
    decision: 'Pro costs $29 | was $19',
    source: 'stripe_1',
    documents: ['conductor/product.md', 'AGENTS.md'],
    commit: 'abc1234',
  }
  const own = String.raw`| 2026-02-18 | Pro costs $29 \| was $19 | stripe_1 | conductor/product.md, AGENTS.md | abc1234 |`

  test('is written where it is missing, and the same row once', () => {
    const md = logDecision(null, row)
    expect(md).toContain(`|--------|\n${own}\n`)
    expect(logDecision(md, row)).toBe(md)
    expect(logDecision(md, { ...row, commit: 'fff0000' })).not.toBe(md)
  })

  test('uses a table with other columns without losing anything', () => {
    const md =
      '# Log\n\n| Date | Decision | Impact |\n|------|----------|--------|\n| 2026-01-01 | a | b |\n\nThe end.\n'
    const logged = logDecision(md, row)
    expect(logged).toBe(
      md.replace(
        '| b |\n',
        String.raw`| b |
| 2026-02-18 | Pro costs $29 \| was $19 | conductor/product.md, AGENTS.md; abc1234 |
`,
      ),
    )
    expect(logDecision(logged, row)).toBe(logged)
  })

  test('gets a table behind decisions that are written as sections', () => {
    const md = '# Decision Log\n\n### DECISION-001: Use Hono\n- **Date**: 2026-01-01\n'
    const logged = logDecision(md, row)
    expect(logged.startsWith(md)).toBe(true)
    expect(logged).toContain(own)
    expect(logDecision(logged, row)).toBe(logged)
  })
})

test('the fix log tells issues, fixes and what remains of each cycle', () => {
  const md = fixLog([
    {
      cycle: 1,
      date: '2026-02-18',
      issues: ['contrast is\n3.1'],
      fixes: [{ issue: 'contrast', fix: 'darken it', commit_sha: 'abc1234def' }],
      remaining: [],
    },
  ])
  expect(md).toBe(
    '# Fix Log\n\n## Cycle 1 (2026-02-18)\n\n### Issues\n\n- contrast is 3.1\n\n### Fixes\n\n- contrast: darken it (`abc1234`)\n\n### Remaining\n\nNone.\n',
  )
})

describe('a retrospective', () => {
  const facts = { fixCycles: 1, consultations: 0, tasks: 5, types: ['code', 'docs'] }

  test.each([
    ['no fix cycle and no consultation', { fixCycles: 0 }],
    ['fewer than 3 tasks (2)', { tasks: 2 }],
    ['documentation only', { types: ['docs', 'docs'] }],
  ])('is left out for %s', (why, changed) => {
    expect(whyNoRetrospective({ ...facts, ...changed })).toBe(why)
  })

  test('is due where something was fixed or asked', () => {
    expect(whyNoRetrospective(facts)).toBeNull()
    expect(whyNoRetrospective({ ...facts, fixCycles: 0, consultations: 1 })).toBeNull()
  })

  test('tells what went well, what failed and in which pass, what was learned, and the figures', () => {
    const all: RetrospectiveFacts = {
      ...facts,
      trackId: 'stripe_1',
      title: 'Stripe',
      date: '2026-02-18',
      commits: 7,
      findings: [{ evaluator: 'eval-ui-ux', issues: 2 }],
      failures: [
        { pass: 'eval-ui-ux.7 Accessibility', issue: 'no label', fix: 'added one' },
        { pass: 'eval-ui-ux.7 Accessibility', issue: 'contrast', fix: null },
      ],
      smooth: ['eval-code-quality.1 Build'],
      errors: [{ id: 'err-003', pattern: 'no label' }],
      milliseconds: 3_700_000,
      dollars: 1.5,
    }
    const md = retrospective(all)
    for (const line of [
      '| 5 | 7 | 1 | 0 | 62 min | $1.50 |',
      '- eval-ui-ux: 2',
      '- eval-code-quality.1 Build passed at once',
      '- eval-ui-ux.7 Accessibility: no label → added one',
      '- eval-ui-ux.7 Accessibility: contrast → not fixed',
      '- eval-ui-ux.7 Accessibility failed 2 times: check it before the evaluation',
      '- err-003 is known now: `no label`',
    ])
      expect(md.split('\n')).toContain(line)
    expect(retrospective({ ...all, dollars: null })).toContain('| not known |')
  })
})

describe('the patterns', () => {
  const lesson = {
    trackId: 'quotes_1',
    title: 'Quotes by seats',
    date: '2026-03-01',
    fixes: [{ issue: 'src/quote.js:3 the price is\n wrong', fix: 'read prices from tiers.json' }],
    words: ['Prices never come from the client'],
  }

  test('get a section for a track, once, which the next planner is told', () => {
    const md = addPatterns(null, lesson)
    expect(md).toBe(
      '# Patterns\n\n## Quotes by seats (quotes_1, 2026-03-01)\n\n- src/quote.js:3 the price is wrong → read prices from tiers.json\n- A person decided: Prices never come from the client\n',
    )
    expect(addPatterns(md, lesson)).toBe(md)
    expect(brief(md, [], 'Show prices to clients')).toContain('Prices never come from the client')
  })

  test('keep what people wrote, and say nothing twice', () => {
    const own = '# Patterns\r\n\r\n## API\r\n\r\n- (add as discovered)\r\n'
    const md = addPatterns(own, lesson)
    expect(md).toContain('## API\r\n')
    expect(md).not.toContain('add as discovered')
    expect(addPatterns(md, { ...lesson, trackId: 'other_1' })).toBe(md)
    expect(addPatterns(own, { ...lesson, fixes: [], words: [] })).toBe(own)
  })
})
