import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteRecords } from '../../../adapters/records-sql/open-sqlite-records.ts'
import type { Entry } from '../../../model/entry.ts'
import { recordIdOf } from '../../../model/records-sampling.ts'
import { bandOf } from '../../../model/records-values.ts'
import { EscalationLimits } from '../../../model/workorder-config.ts'
import type { Records } from '../../../ports/records.ts'
import type { EventName, OrderSetup, Payload } from '../events.ts'
import { evolve } from '../evolve.ts'
import { Order } from '../order.ts'
import type { OrderLive, OrderState } from '../state.ts'

export const start = Date.parse('2026-03-01T00:00:00.000Z')

/** The moment `hours` after the start. */
export const after = (hours: number): string => new Date(start + hours * 3_600_000).toISOString()

/** Records in a folder of their own, and how to leave nothing behind. */
export async function openSample(): Promise<{
  readonly records: Records
  readonly path: string
  reopen(): Promise<Records>
  close(): Promise<void>
}> {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-lessons-'))
  const path = join(folder, 'records.db')
  const opened: Records[] = []
  const open = async () => {
    const records = await openSqliteRecords({ path, now: after(0) })
    if (!records.ok) throw new Error(records.error.what)
    opened.push(records.value)
    return records.value
  }
  return {
    records: await open(),
    path,
    reopen: open,
    async close() {
      for (const records of opened) await records.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const sha = 'a'.repeat(64)

const git = 'b'.repeat(40)

const cost = { ms: 1 }

export const orderIdOf = (number: number): string => recordIdOf('sample order', number)

export function sampleSetup(number: number, changes: Partial<OrderSetup> = {}): OrderSetup {
  return {
    orderId: orderIdOf(number),
    order: Order.parse({ title: `Order ${number}`, description: 'change something' }),
    project: 'shop',
    base: git,
    complexity: { score: 0.35, band: bandOf(0.35), strongest: false, why: '' },
    proposers: [{ name: 'small', agent: 'default', complexity_threshold: 1, cost: 1 }],
    attempts: 3,
    escalation: EscalationLimits.parse({}),
    threshold: 7,
    mostGuidelines: 5,
    mutationSeconds: 0,
    commands: {},
    parent: null,
    feedback: null,
    startFrom: null,
    plan: null,
    caps: { iterations: 4, wall_time_s: 3600, tokens: 1000, cost_usd: 1 },
    agents: { default: { kind: 'model', model: 'one' } },
    promptsSha256: sha,
    ...changes,
  }
}

type Told = { [Name in EventName]: readonly [event: Name, payload: Payload<Name>] }[EventName]

/** A journal of these events, an hour apart from each other by a thousandth, and the state they fold to. */
export function played(
  told: readonly Told[],
  hours: number,
): { readonly entries: readonly Entry[]; readonly state: OrderLive } {
  const entries = told.map(([event, payload], index): Entry => ({
    iteration: 1,
    phase: null,
    step: event,
    event,
    status: 'ok',
    payload,
    ts: after(hours + index / 1000),
    run_id: 'sample',
    v: 1,
    n: index + 1,
    hash: sha,
  }))
  const state = entries.reduce<OrderState>(evolve, { at: 'nowhere' })
  if (state.at === 'nowhere') throw new Error('no events')
  return { entries, state }
}

export const begun = (setup: OrderSetup): readonly Told[] => [
  ['run_started', { runId: `run-${setup.orderId.slice(0, 8)}`, setup, by: 'ada' }],
  ['based', { base: git }],
  [
    'baseline_measured',
    { measurement: sha, build: 'passed', tests: 'passed', compilerErrors: 0, notes: [], cost },
  ],
]

export const briefed = (changes: Partial<Payload<'briefed'>> = {}): Told => [
  'briefed',
  {
    prompt: sha,
    template: { id: recordIdOf('no prompt'), number: 1, sha256: sha },
    guidelines: [],
    assignments: [],
    proposer: 'small',
    why: 'cheapest',
    cost,
    ...changes,
  },
]

/** One attempt up to what the compiler said of it. */
export const attempted = (
  codes: readonly string[],
  changes: Partial<Payload<'compiled'>> = {},
): readonly Told[] => [
  [
    'proposed',
    {
      attempt: 1,
      proposer: 'small',
      tree: git,
      paths: ['src/a.ts'],
      counts: { files: 1, added: 1, deleted: 0 },
      how: 'files',
      notes: '',
      cost,
    },
  ],
  [
    'compiled',
    {
      tree: git,
      errorsBefore: codes.length,
      errors: codes.map((code) => ({
        code,
        message: `${code} here`,
        path: 'src/a.ts',
        line: 1,
        column: 2,
      })),
      codes: [...new Set(codes)],
      kept: true,
      sanitizer: null,
      violations: [],
      cost,
      ...changes,
    },
  ],
]

export const failedAttempt = (next: string | null): Told => [
  'attempt_failed',
  {
    attempt: 1,
    proposer: 'small',
    failure_class: 'compile_error' as const,
    failure_category: 'import_error',
    error: 'does not compile',
    next,
    cost,
  },
]

export function scored(score: number, changes: Partial<Payload<'measured'>['acceptance']> = {}) {
  const whole = Math.round(score)
  return {
    dimension_scores: {
      architecture: whole,
      readability: whole,
      completeness: whole,
      test_coverage: whole,
      build_success: 10,
    },
    acceptance_score: score,
    build_passed: true,
    tests_passed: true,
    lint_errors: 0,
    todo_count: 0,
    test_coverage_percent: 80,
    timestamp: after(0),
    ...changes,
  }
}

/** Measured, delivered and ended as the score says. */
export function measuredAt(score: number, codes: readonly string[], hours = 0): readonly Told[] {
  return [
    ['ready_to_measure', { compilation_warnings: 0 }],
    [
      'measured',
      {
        tree: git,
        acceptance: scored(score, { timestamp: after(hours) }),
        report: sha,
        objections: [],
        warnings: 0,
        notes: [],
        codes: [...codes],
        mutation: null,
        cost,
      },
    ],
    ['delivered', { commit: git, branch: 'order/sample', patch: sha }],
    ['ended', { outcome: score >= 7 ? 'completed' : 'needs_review', reason: `${score} of 10` }],
  ]
}
