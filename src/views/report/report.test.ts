import { expect, test } from 'vitest'
import type { Entry } from '../../model/entry.ts'
import { openReport } from './report.ts'
import { decidedBy } from './decided.ts'
import { reportAsFile, reportJson, reportMarkdown, reportSuites } from './formats.ts'
import { reportHtml } from './html.ts'
import { pageStyle } from './html-style.ts'
import { reportPretty } from './pretty.ts'
import type { RunView } from '../../model/run-view.ts'

const first = '1'.repeat(64)
const second = '2'.repeat(64)

const criteria = {
  name: 'notes_v1',
  version: 1,
  phase: {
    A: { threshold: 0.8, active_levels: ['A'] },
    B: { threshold: 0.9, active_levels: ['A', 'B'] },
  },
  rules: [
    {
      id: 'a.completeness.alpha',
      description: 'Says alpha',
      severity: 'fail',
      weight: 2,
      phase: 'A',
      check: '"alpha"',
    },
    {
      id: 'b.style.tone',
      description: 'Is kind',
      severity: 'warn',
      weight: 1,
      phase: 'B',
      check: 'kind',
    },
  ],
}
const confirmation = (gate: string) => ({
  gate,
  option: 'confirm',
  by: 'ada',
  at: '2026-01-01T00:00:00Z',
  shown: 'f'.repeat(64),
})

const evaluated = (
  score: number,
  passed: boolean,
  artifact: string,
  results: readonly object[],
) => ({
  score,
  passed,
  failed: passed ? [] : [{ id: 'a.completeness.alpha', severity: 'fail', message: 'x' }],
  warnings: [],
  rule_results: results,
  artifact_hash: artifact.slice(0, 8),
  artifact_sha256: artifact,
  stagnation_count: 0,
  sandbox: 'bwrap',
  cost: { ms: 500 },
})

const events: readonly (readonly [
  event: string,
  phase: string,
  iteration: number,
  payload: Record<string, unknown>,
])[] = [
  [
    'run_started',
    'A',
    1,
    {
      setup: { criteria, agents: { preparer: { kind: 'model', model: 'mind-1' } } },
      confirmed: [confirmation('criteria-1')],
    },
  ],
  [
    'plan_created',
    'A',
    1,
    { plan: ['x'], cost: { ms: 1000, tokens: 100, cost_usd: 0.01, calls: 1 } },
  ],
  ['artifact_created', 'A', 1, { artifact_hash: first, source: 'produced' }],
  [
    'checks_prepared',
    'A',
    1,
    {
      checks: [
        { rule_id: 'a.completeness.alpha', type: 'content', search: 'alpha', expected: 'present' },
        {
          rule_id: 'b.style.tone',
          type: 'executable',
          command: 'grep kind artifact.md',
          expected: 0,
        },
      ],
      cost: { ms: 500, tokens: 50, cost_usd: 0.01 },
    },
  ],
  [
    'evaluation_done',
    'A',
    1,
    evaluated(0, false, first, [
      { id: 'a.completeness.alpha', verdict: 'fail', details: 'check error: boom <b>' },
    ]),
  ],
  ['phase_error', 'A', 1, { phase: 'CRITIQUE', attempt: 1, error: 'nonsense' }],
  [
    'refinement_done',
    'A',
    1,
    {
      artifact_hash: second,
      previous_artifact_hash: first,
      fixed_by_machine: ['a.completeness.alpha'],
      cost: { ms: 2000 },
    },
  ],
  [
    'evaluation_done',
    'B',
    2,
    evaluated(2 / 3, false, second, [
      {
        id: 'a.completeness.alpha',
        verdict: 'pass',
        details: 'vacuous: no bad artifact makes this check fail',
      },
      { id: 'b.style.tone', verdict: 'warn', details: 'judged by mind-2: rude' },
    ]),
  ],
]

const entries: readonly Entry[] = events.map(([event, phase, iteration, payload], index) => ({
  ts: '2026-01-01T00:00:00Z',
  run_id: 'notes-20260101-000000',
  iteration,
  phase,
  step: 'X',
  event,
  status: 'ok',
  payload,
  v: 1,
  n: index + 1,
  hash: 'h',
}))

const run = (over: Partial<RunView> = {}): RunView => ({
  alias: 'notes',
  runId: 'notes-20260101-000000',
  task: 'Notes <img src=x> & more',
  taskType: 'docs',
  status: 'stopped',
  iteration: 2,
  maxIterations: 4,
  phase: 'B',
  step: 'EVALUATE',
  plan: [],
  lastScore: 2 / 3,
  evaluation: {
    iteration: 2,
    phase: 'B',
    score: 2 / 3,
    threshold: 0.9,
    passed: false,
    failed: ['a.completeness.alpha'],
    warnings: [],
    rules: [{ id: 'a.completeness.alpha', verdict: 'fail', details: '' }],
    artifact: second,
  },
  critique: [],
  artifact: second,
  artifactPath: '.ai-factory/evolution/notes/artifact.md',
  artifactStatus: 'evaluated',
  best: { hash: second, score: 2 / 3, phase: 'B', iteration: 2 },
  stop: { reason: 'iteration_limit', code: 'iteration_limit', passed: false, detail: {} },
  question: null,
  used: { seconds: 4, tokens: 150, costUsd: 0.02, calls: 2 },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:01:00Z',
  ...over,
})

function buildReport(of: RunView, told: readonly Entry[], around: { artifact?: string | null }) {
  const building = openReport()
  for (const entry of told) building.take(entry)
  return building.build(of, around)
}

const report = (over: Partial<RunView> = {}, artifact: string | null = null) =>
  buildReport(run(over), entries, { artifact })

test('each evaluation carries what the way to it took', () => {
  const [one, two] = report().evaluations
  expect(one).toMatchObject({
    iteration: 1,
    phase: 'A',
    threshold: 0.8,
    seconds: 2,
    tokens: 150,
    costUsd: 0.02,
    failed: ['a.completeness.alpha'],
  })
  expect(two).toMatchObject({ iteration: 2, phase: 'B', threshold: 0.9, seconds: 2.5, tokens: 0 })
})

test('[REPORT-2] every verdict says who decided, and broken, vacuous and judged ones are called so', () => {
  const [one, two] = report().evaluations
  expect(one?.rules[0]).toMatchObject({
    verdict: 'error',
    decidedBy: 'text check prepared by mind-1, which broke',
  })
  expect(two?.rules[0]?.decidedBy).toContain('cannot fail and proves nothing')
  expect(two?.rules[1]?.decidedBy).toBe('judged by mind-2')
  const builtin = {
    rule_id: 'x',
    type: 'executable',
    command: 'builtin:openapi/auth',
    expected: 'pass',
  } as const
  expect(decidedBy({ verdict: 'pass', details: 'fine' }, [builtin], {}).by).toBe(
    'built-in check openapi/auth',
  )
  expect(
    decidedBy(
      { verdict: 'na', details: 'no deterministic check can decide this, and no judge is bound' },
      [builtin],
      {},
    ),
  ).toMatchObject({ verdict: 'undecided' })
  expect(decidedBy({ verdict: 'fail', details: '' }, [], {}).by).toBe('not recorded')
})

test('versions are listed with their score, the best and the last marked', () => {
  expect(report().versions).toMatchObject([
    { number: 1, hash: first, source: 'produced', score: 0, best: false, last: false },
    {
      number: 2,
      hash: second,
      source: 'refined',
      fixedByMachine: ['a.completeness.alpha'],
      best: true,
      last: true,
    },
  ])
})

test('who confirmed what, and trouble on the way, are part of it', () => {
  const pretty = reportPretty(report(), {
    paint: (_, text) => text,
    width: 120,
    plain: false,
  }).join('\n')
  expect(pretty).toContain('ada: confirm criteria-1 (saw ffffffff)')
  expect(pretty).toContain('CRITIQUE, attempt 1: nonsense')
  expect(pretty).toContain('Sandbox      bwrap')
  expect(pretty).toContain('blocking rules: 1 (a.completeness.alpha)')
  expect(pretty).toMatch(/Stop reason {2}iteration_limit/)
})

test('a narrow screen gets counts instead of long lists', () => {
  const narrow = reportPretty(report(), { paint: (_, text) => text, width: 90, plain: true })
  expect(
    Math.max(
      ...narrow
        .slice(narrow.indexOf('Iterations'))
        .filter((line) => line.includes('|'))
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(110)
})

test('an artifact that changed after its evaluation has no final score and no distance', () => {
  const stale = report({ artifactStatus: 'stale' })
  expect(stale.distance).toBeNull()
  expect(reportJson(stale).final_score).toBeNull()
  expect(reportMarkdown(stale)).toContain('unavailable: the artifact is stale')
})

test('the page is self-contained, ordered, and takes text as text', () => {
  const html = reportHtml(report({}, 'line <one>\nline & two'))
  expect(html).not.toMatch(/<script|<link|<img|https?:|@import|url\(/)
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(html).toContain('name="viewport"')
  expect(html).toContain('prefers-color-scheme: dark')
  expect(html).toContain('line &lt;one&gt;\nline &amp; two')
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect([...html.matchAll(/<h(\d)/g)].slice(1).every(([, level]) => level === '2')).toBe(true)
  expect(html.match(/<table/g)?.length).toBe(html.match(/<caption/g)?.length)
  for (const [, id] of html.matchAll(/aria-labelledby="([\w-]+)"/g))
    expect(html).toContain(`id="${id}"`)
})

test('every text colour has a contrast of at least 4.5 on both grounds, in both schemes', () => {
  const [light = '', dark = ''] = pageStyle.split('@media (prefers-color-scheme: dark)')
  for (const scheme of [light, dark]) {
    const colours = new Map(
      [...scheme.matchAll(/--(\w+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [
        name,
        value ?? '',
      ]),
    )
    expect(colours.size).toBe(9)
    for (const text of ['ink', 'muted', 'pass', 'fail', 'warn', 'accent'])
      for (const ground of ['ground', 'raised'])
        expect(
          contrast(colours.get(text) ?? '', colours.get(ground) ?? ''),
          `${text} on ${ground}`,
        ).toBeGreaterThanOrEqual(4.5)
  }
})

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('[REPORT-8] SARIF and JUnit come from the same data', () => {
  expect(reportAsFile(report())).toMatchObject({
    path: '.ai-factory/evolution/notes/artifact.md',
    sha256: second,
    score: 2 / 3,
  })
  expect(reportSuites(report()).map(({ name }) => name)).toEqual([
    'notes iteration 1 phase A',
    'notes iteration 2 phase B',
  ])
  expect(reportMarkdown(report()).trimEnd().endsWith('```')).toBe(true)
  expect(reportMarkdown(report())).toContain('"blocking": true')
})

test('a journal that holds little, or what nobody knows, is still reported', () => {
  const odd: Entry = { ...entries[0]!, event: 'something_new', payload: {} }
  const empty = buildReport(
    run({
      artifactStatus: 'not_created',
      evaluation: null,
      artifact: null,
      best: null,
      stop: null,
      status: 'waiting',
      question: 'Confirm?',
    }),
    [odd],
    {},
  )
  expect(empty.evaluations).toEqual([])
  expect(reportAsFile(empty)).toBeNull()
  expect(reportHtml(empty)).toContain('waits: Confirm?')
  expect(
    reportPretty(empty, { paint: (_, text) => text, width: 80, plain: false }).join('\n'),
  ).toContain('not created')
  expect(reportMarkdown(empty)).toContain('aif-gate-result')
})
