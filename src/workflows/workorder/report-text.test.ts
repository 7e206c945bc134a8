import { describe, expect, test } from 'vitest'
import type { OrderReport } from './report-data.ts'
import { orderReportMarkdown, orderReportPretty } from './report-text.ts'
import { orderNext, orderStatus } from './summary.ts'
import type { OrderView } from './view.ts'

const paint = (_: unknown, text: string) => text

const view = (given: Partial<OrderView> = {}): OrderView => ({
  runId: 'wo1-round',
  title: 'Round',
  state: 'ended',
  outcome: 'completed',
  reason: '10 of 10',
  status: 'completed',
  attempt: 1,
  attempts: 3,
  proposer: 'small',
  why: '',
  complexity: { score: 0.2, band: '0.2-0.3' },
  threshold: 7,
  score: null,
  dimensions: null,
  facts: null,
  objections: [],
  obligations: [],
  allowed: {},
  warnings: 0,
  notes: [],
  mutation: null,
  guidelines: [],
  errors: null,
  failed: [],
  change: { files: 1, added: 2, deleted: 0 },
  branch: null,
  commit: null,
  worktree: '.loopwright/worktrees/wo1-round',
  question: null,
  options: [],
  paths: { folder: 'orders/wo1', patch: 'p', pullRequest: 'r', acceptance: 'a' },
  plan: null,
  used: { calls: 1, seconds: 1, tokens: 0, costUsd: 0 },
  updatedAt: '2026-02-18T12:00:00Z',
  ...given,
})

const report = (given: Partial<OrderReport> = {}): OrderReport => ({
  view: view(),
  description: 'To cents.',
  criteria: [],
  baseline: { build: 'passed', tests: 'passed', compilerErrors: 1 },
  losses: [],
  cycles: [],
  findings: [],
  notes: [],
  ...given,
})

const spent = view({ outcome: 'cap_reached', reason: 'wall_time_s', status: 'failed' })
const measured = view({
  score: 10,
  dimensions: {
    architecture: 10,
    readability: 10,
    completeness: 10,
    test_coverage: 10,
    build_success: 10,
  },
  notes: ['no lint command'],
  objections: [{ rule: 'integrity/test-removed', where: 'a.test.ts:1', message: 'a test is gone' }],
})

describe('an order that ended', () => {
  test('says why, and what to do, wherever one looks', () => {
    const shown = [orderStatus(spent, paint), orderReportPretty(report({ view: spent }), paint)]
    for (const lines of shown) {
      expect(lines).toContain('  cap reached: wall_time_s')
      expect(lines.join('\n')).toContain('raise caps.wall_time_s in loopwright.yaml')
    }
    expect(orderReportMarkdown(report({ view: spent }))).toContain('Why: wall_time_s')
    expect(orderNext(spent, paint).join('\n')).toContain('add --file orders/wo1/order.json')
    expect(orderStatus(view(), paint).join('\n')).not.toContain('10 of 10')
  })

  test('names who failed at it', () => {
    const failed = [
      { attempt: 1, proposer: 'small', class: 'compile_error' as const, error: 'TS1' },
    ]
    const text = 'attempt 1 by small: compile_error, TS1'
    expect(orderStatus(view({ failed }), paint).join('\n')).toContain(text)
    const orderReport = report({ view: view({ failed }) })
    expect(orderReportPretty(orderReport, paint).join('\n')).toContain(text)
    expect(orderReportMarkdown(orderReport)).toContain(text)
  })
})

describe('the report of an order', () => {
  test('says everything once, and has no empty parts', () => {
    const findings = [
      {
        rule: 'integrity/test-removed',
        severity: 'fail',
        message: 'a test is gone',
        where: 'a.test.ts:1',
      },
    ]
    const orderReport = report({ view: measured, notes: ['no lint command'], findings })
    const pretty = orderReportPretty(orderReport, paint).join('\n')
    expect(pretty.split('no lint command')).toHaveLength(2)
    expect(pretty.split('a test is gone')).toHaveLength(2)
    expect(pretty).toContain('1 compiler error\n')
    const empty = orderReportMarkdown(report({ view: measured }))
    expect(empty).not.toContain('| severity |')
    expect(empty).not.toContain('\n\n\n')
    expect(orderReportMarkdown(orderReport)).toContain('## Findings')
  })
})
