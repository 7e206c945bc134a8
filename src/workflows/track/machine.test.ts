import { describe, expect, test } from 'vitest'
import type { Obligation } from '../../model/obligation.ts'
import { metadataOf } from './metadata-of.ts'
import { trackMachine } from './machine.ts'
import { tasksBeingFixed } from './tasks-in-question.ts'
import type { TrackSetup } from './events.ts'
import type { TrackCommand, TrackLive, TrackState } from './state.ts'

const { decide, evolve, due, initial } = trackMachine

const setup: TrackSetup = {
  trackId: 'exports_20260301',
  title: 'Export invoices',
  type: 'feature',
  folder: 'conductor/tracks/exports_20260301',
  spec: '# Export invoices\n\n- `toCsv([])` is ""\n',
  adopted: null,
  maxFixCycles: 3,
  maxPlanRevisions: 3,
  maxSteps: 50,
  maxWorkers: 5,
  caps: { iterations: 4, wall_time_s: 'unlimited', tokens: 'unlimited', cost_usd: 'unlimited' },
}

const sha = (digit: number) => String(digit).repeat(40)
const cost = { ms: 1 }
const plan = `# Plan

## Phase 1

- [ ] Task 1.1: Write the CSV
- [ ] Task 1.2: Link it
`

/** A track that takes commands and answers what became of it. */
function begin(given: Partial<TrackSetup> = {}) {
  let state: TrackState = initial
  let n = 0
  const told = (command: TrackCommand): TrackLive => {
    const decided = decide(state, command)
    if (!decided.ok) throw new Error(decided.error.reason)
    for (const fact of decided.value) {
      n += 1
      const ts = `2026-03-01T10:00:${String(n % 60).padStart(2, '0')}.000Z`
      state = evolve(state, { ...fact, ts, run_id: 'r', v: 1, n, hash: '' })
    }
    return now()
  }
  const now = (): TrackLive => {
    if (state.at === 'nowhere') throw new Error('nowhere')
    return state
  }
  const refused = (command: TrackCommand): string => {
    const decided = decide(state, command)
    return decided.ok ? 'taken' : decided.error.reason
  }
  const answer = (option: string, feedback?: string, only?: readonly string[]) => {
    const asked = due(state)
    if (asked.type !== 'gate') throw new Error('nobody is asked')
    const { id, shown } = asked.gate
    return told({
      type: 'answer-gate',
      answer: {
        gate: id,
        option,
        by: 'ada',
        at: 'now',
        shown,
        ...(feedback === undefined ? {} : { feedback }),
        ...(only === undefined ? {} : { change: { only } }),
      },
    })
  }
  const planEvaluated = (verdict: 'PASS' | 'FAIL', board = 'SKIPPED'): TrackLive =>
    told({
      type: 'record-plan-evaluated',
      verdict,
      passes: [{ number: 1, name: 'Scope', verdict, issues: [] }],
      reasons: verdict === 'FAIL' ? ['R2 has no task'] : [],
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the five
      board: { status: board as 'SKIPPED', reason: 'why', votes: [] },
      cto: { status: 'SKIPPED', reason: '', votes: [] },
      dag: null,
      cost,
    })
  const done = (task: string, commit: number): TrackLive =>
    told({
      type: 'record-executed',
      results: [
        {
          type: 'done',
          task,
          title: task,
          commit: sha(commit),
          message: `feat: ${task}`,
          summary: 'Did it.',
          paths: ['a.ts'],
          sync: null,
          discovered: [],
          by: 'agent',
        },
      ],
      cost,
    })
  const evaluated = (
    status: Obligation['status'],
    {
      syncRequired = false,
      items = ['Fix the rule'],
    }: { readonly syncRequired?: boolean; readonly items?: readonly string[] } = {},
  ): TrackLive =>
    told({
      type: 'record-evaluated',
      commit: now().head ?? '',
      verdict: status === 'met' ? 'PASS' : status === 'unmet' ? 'FAIL' : 'NOT DECIDED',
      runs: [
        { evaluator: 'eval-code-quality', verdict: status === 'met' ? 'PASS' : 'FAIL', issues: [] },
      ],
      failureItems: status === 'unmet' ? [...items] : [],
      syncRequired,
      affectedDocs: [],
      impact: [],
      obligations: [
        {
          id: 'task.1',
          statement: 'it exports',
          source: { kind: 'task', text: 'it exports' },
          weight: 'must',
          decided_by: 'check',
          status,
          reason: 'seen',
          evidence: [{ text: 'seen' }],
        },
      ],
      report: 'a'.repeat(64),
      agents: {},
      selfJudgement: false,
      cost,
    })
  const fixed = (commit: number, more: { plan?: string } = {}): TrackLive =>
    told({
      type: 'record-fixed',
      commit: sha(commit),
      fixes: [{ issue: 'Fix the rule', fix: 'Fixed.' }],
      remaining: [],
      sync: null,
      paths: ['a.ts'],
      by: 'agent',
      ...more,
      cost,
    })
  told({ type: 'start', runId: 'r', setup: { ...setup, ...given }, by: 'ada' })
  return { told, now, refused, answer, planEvaluated, done, evaluated, fixed }
}

/** A track whose tasks are done. */
function executed(text = plan) {
  const track = begin()
  track.told({ type: 'record-base', base: sha(0) })
  track.told({ type: 'record-plan', plan: text, by: 'agent', notes: [], cost })
  track.planEvaluated('PASS')
  track.done('1.1', 1)
  track.done('1.2', 2)
  return track
}

const loopOf = (state: TrackLive) => metadataOf(state).loop_state

describe('the steps of a track', () => {
  test('3.15: it begins with version 2 at PLAN, not started', () => {
    const { now } = begin()
    expect(metadataOf(now())).toMatchObject({
      version: 2,
      status: 'new',
      loop_state: { current_step: 'PLAN', step_status: 'NOT_STARTED', fix_cycle_count: 0 },
    })
  })

  test('go from the plan through its evaluation to the tasks, which are resumed after the last one', () => {
    const track = begin()
    track.told({ type: 'record-base', base: sha(0) })
    expect(track.told({ type: 'record-plan', plan, by: 'agent', notes: [], cost }).at).toBe(
      'evaluating-plan',
    )
    expect(track.planEvaluated('PASS').at).toBe('executing')
    const half = track.done('1.1', 1)
    expect(half.plan).toContain('- [x] Task 1.1: Write the CSV <!-- 1111111111 -->')
    expect(loopOf(half)).toMatchObject({
      current_step: 'EXECUTE',
      step_status: 'IN_PROGRESS',
      checkpoints: {
        EXECUTE: { tasks_completed: 1, tasks_total: 2, last_task: '1.1', last_commit: sha(1) },
      },
    })
    expect(track.done('1.2', 2)).toMatchObject({ at: 'evaluating', head: sha(2) })
  })

  test('what is being fixed is open again, for people and at the gate', () => {
    const withFiles = plan.replace('CSV\n', 'CSV\n  - Files: `src/csv.ts`\n')
    const track = executed(withFiles)
    const items = ['src/csv.ts:3 a comma is lost: quote it']
    const shownOf = (state: TrackLive) => tasksBeingFixed(state).map(({ id }) => id)
    expect(shownOf(track.evaluated('unmet', { items }))).toEqual(['1.1', 'F1.1'])
    expect(shownOf(track.fixed(3))).toEqual([])
    for (const commit of [4, 5]) {
      track.evaluated('unmet', { items })
      track.fixed(commit)
    }
    const asked = track.evaluated('unmet', { items })
    const waits = due(asked)
    expect(waits.type === 'gate' ? waits.gate.question : '').toContain('task 1.1 "Write the CSV"')
  })

  test('a step that begins again has no end that lies before its start', () => {
    const track = executed()
    track.evaluated('unmet')
    const again = track.fixed(3)
    const { checkpoints } = loopOf(again) ?? {}
    expect(checkpoints?.['EVALUATE_EXECUTION']).toMatchObject({ completed_at: undefined })
  })

  test('[TRACK-4] vector 12, 3.1, 3.2, 3.3, 3.4: four failures are three fixes, then blocked with blocker-1', () => {
    const track = executed()
    for (const cycle of [1, 2, 3]) {
      const failed = track.evaluated('unmet')
      expect(failed).toMatchObject({ at: 'fixing', fixCycles: cycle })
      expect(failed.plan).toContain(`## Fix Phase ${cycle}`)
      expect(loopOf(failed)).toMatchObject({
        current_step: 'FIX',
        fix_cycle_count: cycle,
        checkpoints: { FIX: { cycle } },
      })
      expect(track.fixed(2 + cycle).at).toBe('evaluating')
    }
    const blocked = track.evaluated('unmet')
    expect(blocked).toMatchObject({ at: 'asking', trigger: 'fix_limit', fixCycles: 3 })
    expect(metadataOf(blocked)).toMatchObject({
      loop_state: { current_step: 'FIX', step_status: 'BLOCKED', fix_cycle_count: 3 },
      blockers: [{ id: 'blocker-1', blocked_step: 'FIX', status: 'ACTIVE' }],
    })
    expect(track.answer('another_fix', 'look at rounding')).toMatchObject({
      at: 'fixing',
      fixCycles: 4,
      guidance: ['look at rounding'],
      blockers: [{ status: 'RESOLVED' }],
    })
  })

  test('[TRACK-6] vector 12, 3.5, 3.19: a pass without business impact is COMPLETE, PASSED; with it BUSINESS_SYNC comes first', () => {
    const plain = executed()
    expect(plain.evaluated('met').at).toBe('completing')
    const ended = plain.told({
      type: 'record-completed',
      commit: sha(9),
      retrospective: null,
      why: 'no fix cycle',
      knowledge: null,
      at: '2026-03-02T00:00:00.000Z',
    })
    expect(metadataOf(ended)).toMatchObject({
      status: 'complete',
      completed_at: '2026-03-02T00:00:00.000Z',
      loop_state: { current_step: 'COMPLETE', step_status: 'PASSED' },
    })
    expect(executed().evaluated('met', { syncRequired: true }).at).toBe('syncing')
  })

  test('[TRACK-4] 3.14: a plan that fails is revised three times, then a person is asked', () => {
    const track = begin()
    track.told({ type: 'record-base', base: sha(0) })
    for (const version of [1, 2, 3, 4]) {
      const planned = track.told({ type: 'record-plan', plan, by: 'agent', notes: [], cost })
      expect(planned.planVersion).toBe(version)
      expect(track.planEvaluated('FAIL').at).toBe(version < 4 ? 'planning' : 'asking')
    }
    expect(track.now()).toMatchObject({ trigger: 'plan_limit', detail: 'R2 has no task' })
    expect(track.answer('revise_plan').at).toBe('planning')
  })

  test('a board that rejects a plan, or is split, leaves it to a person', () => {
    for (const status of ['REJECTED', 'ESCALATE']) {
      const track = begin()
      track.told({ type: 'record-base', base: sha(0) })
      track.told({ type: 'record-plan', plan, by: 'agent', notes: [], cost })
      expect(track.planEvaluated('PASS', status)).toMatchObject({
        at: 'asking',
        trigger: 'board_rejected',
      })
      expect(track.answer('approve').at).toBe('executing')
    }
  })

  test('[TRACK-5] what nobody could decide is decided by a person, for the commit they saw', () => {
    const track = executed()
    expect(track.evaluated('undecided')).toMatchObject({ at: 'asking', trigger: 'undecided' })
    expect(track.answer('met', undefined, ['task.1']).at).toBe('completing')
    const other = executed()
    other.evaluated('undecided')
    expect(other.answer('unmet')).toMatchObject({ at: 'fixing', fixCycles: 1 })
  })

  test('[TRACK-8] what is edited while a question is open is evaluated before anything counts', () => {
    const track = executed()
    expect(track.evaluated('undecided').at).toBe('asking')
    for (const more of ['- Dates are ISO\n', '- Dates are ISO\n- Times, too\n'])
      expect(track.told({ type: 'record-edit', spec: `${setup.spec}${more}` })).toMatchObject({
        at: 'asking',
        detail: '1 undecided; edited since: it is evaluated anew once you answer',
      })
    expect(track.answer('met').at).toBe('evaluating-plan')
    // all of its tasks are done already
    expect(track.planEvaluated('PASS').at).toBe('evaluating')
  })

  test('a plan that is approved by a person and has nothing left to execute is evaluated', () => {
    const track = executed()
    track.evaluated('unmet')
    track.fixed(3, { plan: track.now().plan })
    expect(track.planEvaluated('PASS', 'REJECTED').at).toBe('asking')
    expect(track.answer('approve').at).toBe('evaluating')
  })

  test('a task that fails three times is marked and asked about; deferring it needs a reason', () => {
    const track = begin()
    track.told({ type: 'record-base', base: sha(0) })
    track.told({ type: 'record-plan', plan, by: 'agent', notes: [], cost })
    track.planEvaluated('PASS')
    const fail = (): TrackLive =>
      track.told({
        type: 'record-executed',
        results: [{ type: 'failed', task: '1.1', error: 'no network' }],
        cost,
      })
    fail()
    fail()
    const blocked = fail()
    expect(blocked).toMatchObject({ at: 'asking', trigger: 'blocked', task: '1.1' })
    expect(blocked.plan).toContain('- [!] Task 1.1')
    expect(() => track.answer('defer')).toThrow('needs feedback')
    expect(track.answer('defer', 'next quarter')).toMatchObject({
      at: 'executing',
      plan: expect.stringContaining('Deferred: next quarter'),
    })
  })

  test('a fixer that changes the plan sends it back to the plan evaluator', () => {
    const track = executed()
    track.evaluated('unmet')
    const other = plan.replace('Link it', 'Link it to the page')
    expect(track.fixed(3, { plan: other })).toMatchObject({ at: 'evaluating-plan', planVersion: 2 })
  })

  test('50 steps are a loop: a person is asked', () => {
    const track = begin({ maxPlanRevisions: 100 })
    track.told({ type: 'record-base', base: sha(0) })
    while (track.now().at !== 'asking') {
      track.told({ type: 'record-plan', plan, by: 'agent', notes: [], cost })
      if (track.now().at !== 'asking') track.planEvaluated('FAIL')
    }
    expect(track.now()).toMatchObject({ trigger: 'max_iterations' })
    expect(track.answer('go_on').at).not.toBe('asking')
  })

  test('3.16: a track of others is gone on with where it stands', () => {
    const adopt = (step: 'EXECUTE' | 'EVALUATE_EXECUTION' | 'PLAN', text: string) => {
      const adopted = { step, plan: text, planVersion: 1, fixCycles: 2, commits: [] }
      return begin({ adopted }).told({ type: 'record-base', base: sha(0) })
    }
    expect(adopt('EXECUTE', plan)).toMatchObject({ at: 'executing', fixCycles: 2 })
    expect(adopt('EVALUATE_EXECUTION', plan).at).toBe('evaluating')
    expect(adopt('PLAN', '').at).toBe('planning')
    expect(loopOf(adopt('EXECUTE', plan))).toMatchObject({ current_step: 'EXECUTE' })
  })

  test('what comes at the wrong time, or of another commit, is refused', () => {
    const track = begin()
    expect(track.refused({ type: 'record-plan', plan, by: 'a', notes: [], cost })).toContain(
      'not planning',
    )
    const late = executed()
    late.evaluated('unmet')
    expect(late.refused({ type: 'record-base', base: sha(0) })).toContain('not basing')
    late.told({ type: 'stop', reason: 'enough', by: 'ada' })
    expect(late.refused({ type: 'stop', reason: 'again', by: 'ada' })).toContain('ended')
  })

  test('[TRACK-8] a plan that a person edits is evaluated again and keeps what is done', () => {
    const track = begin()
    track.told({ type: 'record-base', base: sha(0) })
    track.told({ type: 'record-plan', plan, by: 'agent', notes: [], cost })
    track.planEvaluated('PASS')
    const half = track.done('1.1', 1)
    const edited = track.told({
      type: 'record-edit',
      plan: `${half.plan}- [ ] Task 1.3: Test it\n`,
    })
    expect(edited).toMatchObject({ at: 'evaluating-plan', planVersion: 2 })
    expect(track.planEvaluated('PASS').at).toBe('executing')
  })

  test('work beside which the checkout changed costs what it costs, and waits for a person', () => {
    const track = begin()
    track.told({ type: 'record-base', base: sha(0) })
    track.told({ type: 'record-plan', plan, by: 'agent', notes: [], cost })
    const { spent } = track.planEvaluated('PASS')
    const asked = track.told({
      type: 'record-executed',
      results: [],
      touched: 'file a.ts changed',
      cost: { ms: 5, tokens: 100 },
    })
    expect(asked).toMatchObject({ at: 'asking', trigger: 'checkout_touched' })
    expect(asked.spent.tokens).toBe(spent.tokens + 100)
    expect(track.answer('keep')).toMatchObject({ at: 'executing', touchAllowed: true })
  })
})
