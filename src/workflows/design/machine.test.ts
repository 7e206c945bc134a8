import { describe, expect, test } from 'vitest'
import {
  at,
  attempts,
  begun,
  designSetup,
  hashOf,
  intentOf,
  judged,
  live,
  type Order,
  orders,
  story,
  ways,
} from '../../../test/support/design.ts'
import type { Blobs } from '../../ports/blobs.ts'
import { FailureCode } from './events.ts'
import { featureFiles, projectArtifacts } from './files.ts'
import { approvalGate, remaining } from './gate.ts'
import { designMachine } from './machine.ts'
import { stateFile } from './kept-state.ts'
import type { Live } from './state.ts'
import { DesignStateName } from './transitions.ts'

const changed = (order: Order, changes: object): Order => {
  if (typeof order !== 'function') return { ...order, ...changes }
  return (state) => ({ ...order(state), ...changes })
}

describe('iterations', () => {
  test('1.11: are counted in one place, on entering REVISING, whoever sends the design back', () => {
    const run = begun(
      {},
      ...judged('one', 60),
      orders.revise,
      ...judged('two', 85),
      orders.reject(),
      orders.revise,
      ...judged('three', 85),
      orders.edit('mine'),
      orders.edit('mine again'),
      orders.revise,
      orders.edit('mine once more'),
      ...judged('mine once more', 85),
    )
    const { iteration, history } = at(run.state, 'CANDIDATE')
    expect(iteration).toBe(3)
    expect(history.filter(({ to }) => to === 'REVISING')).toHaveLength(3)
    expect(live(story(ways.EVALUATING).state).iteration).toBe(0)
  })

  test('1.11: count an unchanged score like any other', () => {
    expect(live(begun({}, ...attempts(70, 70, 70)).state).iteration).toBe(3)
  })

  const last = begun({ maxIterations: 2 }, ...attempts(60, 85))

  test('1.12: that are left are told at the gate, and what a rejection leads to', () => {
    const open = at(begun({ maxIterations: 5 }, ...attempts(60, 85)).state, 'CANDIDATE')
    expect(remaining(open)).toBe(3)
    expect(approvalGate(open).question).toContain('3 of 5 iterations are left')
    const gate = approvalGate(at(last.state, 'CANDIDATE'))
    expect(gate.question).toContain('0 of 2 iterations are left')
    expect(gate.options.find(({ name }) => name === 'reject')?.effect).toContain('FAILED')
  })

  test('1.12: rejecting with none left ends as FAILED at the limit, with no generation and the feedback kept', () => {
    const over = last.and(orders.reject('too dark'), orders.revise)
    expect(at(over.state, 'FAILED')).toMatchObject({
      iteration: 2,
      failure: {
        code: 'max_iterations',
        detail: 'score 85, threshold 80, after 2 of 2 iterations',
      },
      rejections: [{ feedback: 'too dark', by: 'ada' }],
    })
    expect(over.events.slice(-3)).toEqual(['gate_answered', 'revision_prepared', 'failed'])
    expect(over.events.filter((event) => event === 'intent_generated')).toHaveLength(2)
    expect(at(over.state, 'FAILED').history.slice(-3)).toMatchObject([
      { from: 'CANDIDATE', to: 'REVISING' },
      { from: 'REVISING', to: 'GENERATING' },
      { from: 'GENERATING', to: 'FAILED' },
    ])
  })
})

describe('a generator that breaks the contract', () => {
  test('[DESIGN-29] 1.13: may answer once more inside GENERATING, which is logged', () => {
    const once = begun({}, orders.breach('/goals: must state at least one goal'))
    expect(at(once.state, 'GENERATING').breaches).toEqual(['/goals: must state at least one goal'])
    expect(once.entries.at(-1)).toMatchObject({
      event: 'contract_breached',
      status: 'error',
      payload: { attempt: 1, problem: '/goals: must state at least one goal' },
    })
    expect(at(once.and(orders.generate('one')).state, 'EVALUATING').breaches).toEqual([])
    const twice = once.and(orders.breach('/goals: again'))
    expect(twice.events.slice(-2)).toEqual(['contract_breached', 'failed'])
    expect(at(twice.state, 'FAILED').failure).toMatchObject({
      code: 'schema_invalid',
      detail: '/goals: again',
    })
  })

  test('1.13: is FAILED at once where no retry is granted', () => {
    const run = begun({ contractRetries: 0 }, orders.breach('not JSON'))
    expect(at(run.state, 'FAILED').failure).toMatchObject({
      code: 'schema_invalid',
      detail: 'not JSON',
    })
  })

  test('1.13: has its retry anew in the next iteration', () => {
    const run = begun(
      {},
      orders.breach(),
      ...judged('one', 60),
      orders.revise,
      orders.breach('again'),
    )
    expect(at(run.state, 'GENERATING').breaches).toEqual(['again'])
  })
})

describe('the same input', () => {
  test('[DESIGN-32] 1.15, 1.16: with another score is FAILED as a determinism violation that names both', () => {
    const run = begun(
      {},
      ...judged('one', 60),
      orders.revise,
      orders.generate('one'),
      orders.evaluate('one', 61),
    )
    expect(at(run.state, 'FAILED').failure).toMatchObject({
      code: 'determinism_violation',
      detail: expect.stringMatching(
        new RegExp(`60 before and 61 now.*${hashOf('input of one').slice(0, 12)}`),
      ),
    })
    expect(run.events.at(-1)).toBe('fault')
  })

  test('1.16: with the same score goes on, and is recorded each time', () => {
    const run = begun({}, ...judged('one', 60), orders.revise, ...judged('one', 60))
    expect(at(run.state, 'REVISING').evaluations).toEqual(
      [0, 1].map((iteration) => ({ iteration, inputHash: hashOf('input of one'), score: 60 })),
    )
  })

  test('[DESIGN-32] 1.16: is remembered over the runs of a feature, and another critic is another input', () => {
    const next = [orders.fail(), orders.reset, orders.start({}, { runId: 'run-2' })]
    const once = begun({}, ...judged('one', 60), orders.revise, ...next, orders.generate('one'))
    expect(once.and(orders.evaluate('one', 99)).state).toMatchObject({
      at: 'FAILED',
      failure: { code: 'determinism_violation' },
    })
    const other = orders.evaluate('one', 99, { inputHash: hashOf('another critic') })
    expect(once.and(other).state.at).toBe('CANDIDATE')
  })

  test('is not confused with another intent: an evaluation of that is refused', () => {
    const waiting = story(ways.EVALUATING)
    const other = waiting.and(orders.evaluate('two', 99))
    expect(other.refused?.reason).toContain('another intent')
    expect(other.state).toEqual(waiting.state)
  })
})

describe('an intent edited by hand', () => {
  test('[DESIGN-36] 1.20: at CANDIDATE goes through REVISING, GENERATING and EVALUATING before anyone can approve it', () => {
    const candidate = story(ways.CANDIDATE)
    const stale = approvalGate(at(candidate.state, 'CANDIDATE'))
    const edited = candidate.and(orders.edit('mine'))
    expect(edited.entries.at(-1)?.payload).toMatchObject({ to: 'REVISING' })
    expect(at(edited.state, 'REVISING')).toMatchObject({
      intent: intentOf('mine'),
      given: intentOf('mine'),
    })
    expect(at(edited.and(orders.revise).state, 'GENERATING').given).toEqual(intentOf('mine'))
    const open = edited.and(orders.revise, ...judged('mine', 90))
    const state = at(open.state, 'CANDIDATE')
    expect(state.history.slice(-4)).toMatchObject([
      { to: 'REVISING', trigger: 'intent.json was edited by hand' },
      { to: 'GENERATING' },
      { to: 'EVALUATING' },
      { to: 'CANDIDATE' },
    ])
    expect(approvalGate(state)).toMatchObject({ id: 'approval-2', shown: hashOf('mine') })
    const late = open.and(orders.answer('approve', undefined, { gate: stale.id }))
    expect(late.refused?.reason).toContain('approval-2')
    expect(at(open.and(orders.approve).state, 'FROZEN').decision.intentHash).toBe(hashOf('mine'))
  })

  test('1.20: makes critique and preview of the old one invalid until there are new ones', async () => {
    const edited = live(story([...ways.CANDIDATE, orders.edit('mine')]).state)
    const shown = await filesOf(edited)
    expect(shown['intent.json']).toBe(hashOf('text of mine'))
    expect(shown['critique.json']).toBeNull()
    expect(shown['preview.html']).toBeNull()
  })

  test('while the run works is taken as it is; what was made of the old one is not taken any more', () => {
    const evaluating = story([...ways.EVALUATING, orders.edit('mine')])
    expect(at(evaluating.state, 'EVALUATING').intent).toEqual(intentOf('mine'))
    expect(evaluating.and(orders.evaluate('one', 99)).refused?.reason).toContain('another intent')
    expect(at(story([...ways.GENERATING, orders.edit('mine')]).state, 'GENERATING').given).toEqual(
      intentOf('mine'),
    )
    expect(at(story([...ways.REVISING, orders.edit('mine')]).state, 'REVISING').given).toEqual(
      intentOf('mine'),
    )
  })

  test.each(['IDLE', 'FROZEN', 'FAILED'] as const)('while %s is not taken into the run', (name) => {
    const before = story(ways[name])
    const after = before.and(orders.edit('mine'))
    expect(after.refused?.reason).toContain(name)
    expect(after.state).toEqual(before.state)
  })
})

describe('what a run starts with', () => {
  test.each([
    [70, true],
    [95, true],
    [82.5, true],
    [69.99, false],
    [95.01, false],
    [Number.NaN, false],
  ])('[DESIGN-40] 1.21: a threshold of %s is taken: %s', (threshold, taken) => {
    const run = begun({ threshold })
    expect(run.state.at).toBe(taken ? 'GENERATING' : 'nowhere')
    expect(run.refused?.reason ?? '').toMatch(taken ? /^$/ : /threshold/)
  })

  test('1.21: a fraction counts: 82.49 is below a threshold of 82.5', () => {
    const close = begun({ threshold: 82.5 }, ...judged('one', 82.49))
    expect(close.state.at).toBe('REVISING')
    expect(begun({ threshold: 82.5 }, ...judged('one', 82.5)).state.at).toBe('CANDIDATE')
  })

  test('[DESIGN-40] is not changed by anything while it runs: a start with another threshold is a violation', () => {
    for (const name of DesignStateName.options) {
      if (name === 'IDLE') continue
      const before = story(ways[name])
      const after = before.and(orders.start({ threshold: 70 }, { runId: 'run-2' }))
      expect(live(after.state).setup).toEqual(designSetup())
      expect(live(after.state).refused).toMatchObject([
        { from: name, to: 'GENERATING', trigger: 'start', by: 'ada' },
      ])
    }
  })

  test('an intent of one’s own, and what to change in it, are there from the start', () => {
    const run = story([orders.start({}, { given: intentOf('mine'), feedback: 'add a price' })])
    expect(at(run.state, 'GENERATING')).toMatchObject({
      given: intentOf('mine'),
      intent: intentOf('mine'),
      pending: ['add a price'],
      rejections: [{ feedback: 'add a price', by: 'ada' }],
    })
  })

  test('nothing but a start or an adoption begins a feature', () => {
    for (const order of [orders.stop, orders.generate('one'), orders.fault()])
      expect(story([order]).refused?.reason).toContain('not begun')
  })
})

describe('a reset', () => {
  test('[DESIGN-45] 1.23: needs an acknowledgement of what happened, and a name', () => {
    const failed = story(ways.FAILED)
    expect(failed.and(changed(orders.reset, { acknowledge: ' \n' })).refused?.reason).toContain(
      'acknowledgement',
    )
    expect(failed.and(changed(orders.reset, { by: ' ' })).refused?.reason).toContain('name')
    const idle = failed.and(orders.reset)
    expect(at(idle.state, 'IDLE').history.at(-1)).toMatchObject({
      trigger: 'reset by ada',
      detail: 'looked into it',
    })
  })

  test('1.24: archives the old run; the next has its own id, iteration, history and budget', () => {
    const idle = begun({}, ...attempts(60, 61), orders.stop, orders.reset)
    expect(at(idle.state, 'IDLE')).toMatchObject({
      archives: [{ runId: 'run-1', text: hashOf('archive of run-1') }],
      intent: intentOf('attempt 2'),
    })
    const next = idle.and(orders.start({ threshold: 90 }, { runId: 'run-2' }))
    expect(at(next.state, 'GENERATING')).toMatchObject({
      runId: 'run-2',
      iteration: 0,
      scores: [],
      history: [{ from: 'IDLE', to: 'GENERATING', trigger: 'started by ada' }],
      refused: [],
      decision: null,
      best: null,
      spent: { tokens: 0, calls: 0 },
      setup: { threshold: 90 },
      archives: [{ runId: 'run-1' }],
    })
  })

  test('1.24: an id that an earlier run had is refused for a new one', () => {
    const second = begun({}, orders.stop, orders.reset, orders.start({}, { runId: 'run-2' }))
    const idle = second.and(orders.stop, orders.reset)
    for (const runId of ['run-1', 'run-2'])
      expect(idle.and(orders.start({}, { runId })).refused?.reason).toContain(runId)
    expect(idle.and(orders.start({}, { runId: 'run-3' })).state.at).toBe('GENERATING')
  })

  test('1.24: keeps the artifacts where they are', async () => {
    const before = begun({}, ...judged('one', 60), orders.stop)
    const after = before.and(orders.reset)
    expect(await filesOf(live(after.state))).toEqual(await filesOf(live(before.state)))
  })
})

describe('an abort', () => {
  test('[DESIGN-45] 1.26: preserves every artifact and records reason and time in state.json alone', async () => {
    const candidate = story(ways.CANDIDATE)
    const aborted = candidate.and(orders.abort('we buy it instead'))
    const state = at(aborted.state, 'FAILED')
    expect(await filesOf(state)).toEqual(await filesOf(live(candidate.state)))
    expect(stateFile(state)).toMatchObject({
      state: 'FAILED',
      approval: { choice: 'abort', by: 'ada', intentHash: hashOf('one') },
      abort: { reason: 'we buy it instead', at: aborted.entries.at(-1)?.ts },
      failure: { code: 'aborted', detail: 'we buy it instead' },
    })
    expect(state.history.at(-1)).toMatchObject({ trigger: 'aborted by ada' })
  })
})

describe('the caps', () => {
  const caps = { iterations: 10, wall_time_s: 60, tokens: 100, cost_usd: 1 }

  test.each([
    ['tokens', { ms: 0, tokens: 100 }],
    ['cost_usd', { ms: 0, cost_usd: 1 }],
    ['wall_time_s', { ms: 60_000 }],
  ])('%s used up by an evaluation ends a run that would go on', (cap, cost) => {
    const run = begun({ caps }, orders.generate('one'), orders.evaluate('one', 60, { cost }))
    expect(at(run.state, 'FAILED').failure).toMatchObject({
      code: 'cap_reached',
      detail: `${cap} is used up`,
    })
    expect(designMachine.due(run.state)).toMatchObject({ ending: { outcome: 'cap-reached' } })
  })

  test('[DESIGN-51] do not take away what is good enough: a CANDIDATE needs nothing more', () => {
    const spent = { cost: { ms: 0, tokens: 100 } }
    const run = begun({ caps }, orders.generate('one'), orders.evaluate('one', 80, spent))
    expect(run.state.at).toBe('CANDIDATE')
  })

  test('count every step, breaches and failures too, and start anew only with a new run', () => {
    const cost = { ms: 5, tokens: 10, cost_usd: 0.25, calls: 1 }
    const run = begun(
      {},
      changed(orders.breach(), { cost }),
      changed(orders.generate('one'), { cost }),
      changed(orders.evaluate('one', 60), { cost }),
      orders.revise,
      changed(orders.fail(), { cost }),
    )
    const all = { activeMs: 20, tokens: 40, costUsd: 1, calls: 4 }
    expect(at(run.state, 'FAILED').spent).toEqual(all)
    expect(at(run.and(orders.reset).state, 'IDLE').spent).toEqual(all)
  })
})

describe('a stop', () => {
  const expected = {
    GENERATING: 'stopped',
    EVALUATING: 'stopped',
    REVISING: 'stopped',
    CANDIDATE: 'aborted',
  } as const

  test.each(Object.entries(expected))(
    'in %s ends the run as FAILED (%s), with reason and name',
    (name, code) => {
      const from = DesignStateName.parse(name)
      const run = story([...ways[from], orders.stop])
      expect(at(run.state, 'FAILED').failure).toMatchObject({ code, detail: 'enough' })
      expect(at(run.state, 'FAILED').history.at(-1)?.trigger).toBe(`${code} by ada`)
    },
  )

  test.each(['IDLE', 'FROZEN', 'FAILED'] as const)(
    'in %s stops nothing and is recorded as a violation',
    (from) => {
      const run = story([...ways[from], orders.stop])
      expect(run.state.at).toBe(from)
      expect(live(run.state).refused).toMatchObject([{ from, to: 'FAILED', trigger: 'stop' }])
    },
  )

  test('of a run whose rejection left no iteration ends at the limit, not as stopped', () => {
    const run = begun({ maxIterations: 1 }, ...judged('one', 85), orders.reject(), orders.stop)
    expect(at(run.state, 'FAILED').failure.code).toBe('max_iterations')
  })
})

describe('the gate', () => {
  const candidate = story(ways.CANDIDATE)

  test('has three options, no default, and shows the hash of the very intent that was judged', () => {
    expect(designMachine.due(candidate.state)).toMatchObject({
      type: 'gate',
      gate: { id: 'approval-1', shown: hashOf('one') },
    })
    const gate = approvalGate(at(candidate.state, 'CANDIDATE'))
    expect(gate.options.map(({ name }) => name)).toEqual(['approve', 'reject', 'abort'])
    for (const option of ['', 'yes', 'toString', 'APPROVE'])
      expect(candidate.and(orders.answer(option, 'why')).refused?.reason).toContain('not an option')
  })

  test.each([
    [
      'of another hash',
      orders.answer('approve', undefined, { shown: hashOf('two') }),
      'look again',
    ],
    ['to another gate', orders.answer('approve', undefined, { gate: 'approval-2' }), 'approval-1'],
    ['by nobody', orders.answer('approve', undefined, { by: ' ' }), 'name'],
    ['that rejects without feedback', orders.answer('reject', ' \n'), 'feedback'],
    ['that rejects in silence', orders.answer('reject'), 'feedback'],
    ['that aborts without a reason', orders.answer('abort', ''), 'reason'],
  ])('[GATE-3] refuses an answer %s', (_, order, said) => {
    const refused = candidate.and(order)
    expect(refused.refused?.reason).toContain(said)
    expect(refused.state).toEqual(candidate.state)
  })

  test('[GATE-4] records who approved, when, the hash they saw, the score and the iteration', () => {
    const frozen = candidate.and(orders.answer('approve', 'clear and complete'))
    const state = at(frozen.state, 'FROZEN')
    expect(stateFile(state).approval).toEqual({
      choice: 'approve',
      by: 'ada',
      at: '2026-01-02T03:04:05.000Z',
      intentHash: hashOf('one'),
      rationale: 'clear and complete',
    })
    expect(state).toMatchObject({ judged: { score: 85 }, iteration: 0 })
    expect(state.history.at(-1)).toMatchObject({
      to: 'FROZEN',
      trigger: 'approved by ada',
      detail: hashOf('one').slice(0, 12),
    })
  })

  test('is closed by its answer: a second one is a violation, whatever it says', () => {
    for (const first of [orders.approve, orders.reject(), orders.abort()])
      for (const second of [orders.approve, orders.reject(), orders.abort()]) {
        const once = candidate.and(first)
        const twice = once.and(second)
        expect(twice.state.at).toBe(once.state.at)
        expect(twice.events.at(-1)).toBe('transition_refused')
        expect(live(twice.state).decision).toEqual(live(once.state).decision)
      }
  })

  test('has a new name every time, over all runs, so that an old answer fits none', () => {
    const again = candidate.and(orders.reject(), orders.revise, ...judged('two', 85))
    expect(approvalGate(at(again.state, 'CANDIDATE')).id).toBe('approval-2')
    const next = again.and(
      orders.abort(),
      orders.reset,
      orders.start({}, { runId: 'run-2' }),
      ...judged('one', 85),
    )
    expect(approvalGate(at(next.state, 'CANDIDATE')).id).toBe('approval-3')
    const replayed = next.and(orders.answer('approve', undefined, { gate: 'approval-1' }))
    expect(replayed.refused).not.toBeNull()
  })

  test('[TRACE-7] hands a rejection to the next generation, once, and keeps it', () => {
    const rejected = candidate.and(orders.reject('more contrast'), orders.revise)
    expect(at(rejected.state, 'GENERATING')).toMatchObject({
      pending: ['more contrast'],
      rejections: [{ feedback: 'more contrast', by: 'ada' }],
      iteration: 1,
    })
    expect(rejected.entries.at(-1)?.payload).toMatchObject({ feedback: ['more contrast'] })
    expect(live(rejected.and(orders.generate('two')).state)).toMatchObject({
      pending: [],
      rejections: [{ feedback: 'more contrast' }],
    })
  })
})

describe('a freeze', () => {
  const approved = story([...ways.CANDIDATE, orders.approve])

  test('is a step of its own after the approval, and ends the run as accepted', () => {
    expect(designMachine.due(approved.state)).toMatchObject({ step: { do: 'FREEZE' } })
    expect(stateFile(live(approved.state)).checksumSHA256).toBeNull()
    const frozen = approved.and(orders.freeze)
    expect(designMachine.due(frozen.state)).toEqual({
      type: 'ended',
      ending: { outcome: 'accepted', reason: 'frozen' },
    })
    expect(stateFile(live(frozen.state))).toMatchObject({
      checksumSHA256: hashOf('one'),
      approval: { intentHash: hashOf('one') },
    })
  })

  test('of anything but what was approved is refused, and so is a second one', () => {
    const seal = { checksumSHA256: hashOf('two'), marker: hashOf('m'), preview: hashOf('p') }
    const other = approved.and({ type: 'record-freeze', seal })
    expect(other.refused?.reason).toContain('not what was approved')
    expect(approved.and(orders.freeze, orders.freeze).refused?.reason).toContain('already')
  })

  test('[DESIGN-CLI-42] makes every write through Loopwright a violation with path, user and time', () => {
    const path = 'features/a-feature/design/final/intent.json'
    const write = story([...ways.FROZEN, { type: 'refuse-write', path, by: 'eve' }])
    expect(stateFile(live(write.state)).violations).toEqual([
      { kind: 'write', path, by: 'eve', at: write.entries.at(-1)?.ts },
    ])
    expect(write.state.at).toBe('FROZEN')
  })
})

describe('what a feature waits for', () => {
  test('is the work of its state, a person at CANDIDATE, and nothing where it rests', () => {
    const due = (name: DesignStateName) => designMachine.due(story(ways[name]).state)
    expect(due('GENERATING')).toMatchObject({ step: { do: 'GENERATE' } })
    expect(due('EVALUATING')).toMatchObject({ step: { do: 'EVALUATE' } })
    expect(due('REVISING')).toMatchObject({ step: { do: 'REVISE' } })
    expect(due('CANDIDATE').type).toBe('gate')
    for (const name of ['IDLE', 'FROZEN', 'FAILED'] as const) expect(due(name).type).toBe('ended')
    expect(() => designMachine.due(designMachine.initial)).toThrow('not begun')
  })

  test.each(FailureCode.options)('after %s is told as an ending', (code) => {
    const failed = at(story(ways.FAILED).state, 'FAILED')
    const outcome = {
      max_iterations: 'cap-reached',
      cap_reached: 'cap-reached',
      no_progress: 'not-accepted',
      aborted: 'not-accepted',
      stopped: 'not-accepted',
    }
    expect(designMachine.due({ ...failed, failure: { ...failed.failure, code } })).toEqual({
      type: 'ended',
      ending: { outcome: outcome[code as keyof typeof outcome] ?? 'failed', reason: code },
    })
  })
})

/** The artifacts as they would lie on the disk: name → hash of the content, or null for no file. */
async function filesOf(state: Live): Promise<Record<string, string | null>> {
  const blobs: Blobs = { put: async () => '', get: async (hash) => hash }
  const files = projectArtifacts(featureFiles('/features', 'a-feature'), state, blobs)
  const shown: Record<string, string | null> = {}
  for (const { path, content } of files) {
    const text = (typeof content === 'function' ? await content() : content) ?? null
    shown[path.split('/').at(-1) ?? ''] = text === null ? null : text.toString()
  }
  return shown
}
