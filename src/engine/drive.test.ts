import { unkeyed } from '../kit/seal.contract.ts'
import { readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openNodeDisk } from '../adapters/disk-node/disk.ts'
import { openFileJournal } from '../adapters/journal-files/journal.ts'
import { openRunStore } from '../adapters/run-files/run-store.ts'
import { type Machine, refuse } from '../loop/machine.ts'
import { ok } from '../model/result.ts'
import type { Journal } from '../ports/journal.ts'
import { freshFolder } from '../../test/support/folder.ts'
import { drive } from './drive.ts'
import { handle, load } from './run.ts'

/** A second workflow, to prove that the engine knows nothing of the first: count down, ask, launch. */
type Rocket = {
  readonly count: number
  readonly launched: boolean
  readonly approved: boolean
  readonly scrubbed: string | null
}
type Order =
  | { readonly type: 'tick'; readonly from: number }
  | { readonly type: 'approve' }
  | { readonly type: 'launch' }
  | { readonly type: 'scrub'; readonly reason: string }

const rocket: Machine<Rocket, Order, 'tick' | 'launch'> = {
  workflow: 'rocket',
  version: 1,
  initial: { count: 3, launched: false, approved: false, scrubbed: null },
  decide(state, order) {
    const fact = (event: string, payload: Record<string, unknown> = {}) =>
      ok([{ iteration: state.count, phase: null, step: order.type, event, status: 'ok', payload }])
    if (state.scrubbed !== null || state.launched) return refuse('it is over')
    if (order.type === 'tick')
      return order.from === state.count ? fact('ticked') : refuse(`the count is ${state.count}`)
    if (order.type === 'approve')
      return state.count === 0 ? fact('approved') : refuse('still counting')
    if (order.type === 'scrub') return fact('scrubbed', { reason: order.reason })
    return state.approved ? fact('launched') : refuse('nobody approved')
  },
  evolve(state, { event, payload }) {
    if (event === 'ticked') return { ...state, count: state.count - 1 }
    if (event === 'approved') return { ...state, approved: true }
    if (event === 'scrubbed') return { ...state, scrubbed: String(payload['reason']) }
    return { ...state, launched: true }
  },
  due(state) {
    if (state.scrubbed !== null)
      return { type: 'ended', ending: { outcome: 'not-accepted', reason: state.scrubbed } }
    if (state.launched)
      return { type: 'ended', ending: { outcome: 'accepted', reason: 'launched' } }
    if (state.count > 0) return { type: 'step', step: 'tick' }
    if (state.approved) return { type: 'step', step: 'launch' }
    return {
      type: 'gate',
      gate: {
        id: 'launch',
        question: 'Launch?',
        options: [
          { name: 'go', effect: '' },
          { name: 'no', effect: '' },
        ],
        shown: '',
      },
    }
  },
}

const clock = { now: () => new Date('2026-01-01T00:00:00Z'), elapsedMs: () => 0 }
function padAt(folder = freshFolder()) {
  const disk = openNodeDisk(folder)
  const path = join(folder, 'history.jsonl')
  const store = openRunStore(disk, clock, {
    seal: unkeyed,
    folder: join(folder, 'private'),
    runId: 'r',
    journal: openFileJournal(disk, clock, { path, runId: 'r', version: 1 }),
  })
  onTestFinished(() => store.journal.close())
  return { folder, store }
}

function flight(
  store: ReturnType<typeof padAt>['store'],
  worked: string[],
  pause = new AbortController().signal,
) {
  let count = 3
  return drive({
    machine: rocket,
    store,
    work: async (step, signal): Promise<Order | null> => {
      worked.push(step)
      if (signal.aborted) return null
      if (step === 'launch') return { type: 'launch' }
      return { type: 'tick', from: count }
    },
    stopCommands: (request): readonly Order[] => [{ type: 'scrub', reason: request.reason }],
    changed: (state) => void (count = state.count),
    pause,
  })
}

async function approve(store: ReturnType<typeof padAt>['store']) {
  const run = await load(rocket, store)
  if (!run.ok) throw new Error(run.error.type)
  return handle(rocket, store, {
    run: run.value,
    seen: run.value.mark.events,
    command: { type: 'approve' },
  })
}

describe('the engine', () => {
  test('drives any machine: steps, a gate that parks, and the end', async () => {
    const { store } = padAt()
    const worked: string[] = []
    expect(await flight(store, worked)).toMatchObject({ type: 'parked', gate: { id: 'launch' } })
    expect(worked).toEqual(['tick', 'tick', 'tick'])
    expect((await approve(store)).ok).toBe(true)
    expect(await flight(store, worked)).toMatchObject({
      type: 'ended',
      ending: { outcome: 'accepted' },
    })
    expect(worked).toEqual(['tick', 'tick', 'tick', 'launch'])
  })

  test('[ENGINE-2] a parked run stays parked, however often it is driven', async () => {
    const { store } = padAt()
    await flight(store, [])
    const worked: string[] = []
    expect((await flight(store, worked)).type).toBe('parked')
    expect(worked).toEqual([])
  })

  test('[ENGINE-3] a command that saw an older journal is a conflict, and changes nothing', async () => {
    const { store } = padAt()
    await flight(store, [])
    const run = await load(rocket, store)
    if (!run.ok) throw new Error(run.error.type)
    expect(
      await handle(rocket, store, { run: run.value, seen: 1, command: { type: 'approve' } }),
    ).toMatchObject({ ok: false, error: { type: 'conflict', expected: 1, found: 3 } })
  })

  test('a paused run goes on where it was', async () => {
    const { store } = padAt()
    const pause = new AbortController()
    pause.abort()
    expect((await flight(store, [], pause.signal)).type).toBe('paused')
    expect((await flight(store, [])).type).toBe('parked')
  })

  test('[ENGINE-5] a stop request from elsewhere ends the run at the next boundary, once', async () => {
    const { store } = padAt()
    await store.requestStop({ reason: 'weather', by: 'ada', at: 'now' })
    expect(await flight(store, [])).toMatchObject({ type: 'ended', ending: { reason: 'weather' } })
    expect(await store.stopRequested()).toBeNull()
  })

  test('a long journal is folded from its snapshot and tail, to the same state', async () => {
    const { folder, store } = padAt()
    const long: Machine<{ readonly count: number }, null, never> = {
      workflow: 'long',
      version: 1,
      initial: { count: 0 },
      decide: () =>
        ok([
          {
            iteration: 0,
            phase: null,
            step: 's',
            event: 'counted',
            status: 'ok',
            payload: { filler: 'x'.repeat(60_000) },
          },
        ]),
      evolve: ({ count }) => ({ count: count + 1 }),
      due: () => ({ type: 'ended', ending: { outcome: 'accepted', reason: '' } }),
    }
    let run = await load(long, store)
    for (let n = 0; n < 25; n += 1) {
      if (!run.ok) throw new Error(run.error.type)
      if (n === 20)
        await store.writeSnapshot({ version: 1, mark: run.value.mark, state: run.value.state })
      const next = await handle(long, store, { run: run.value, seen: n, command: null })
      if (!next.ok) throw new Error(next.error.type)
      run = next
    }
    let folded = 0
    const counting = {
      ...long,
      evolve: (state: { readonly count: number }) => {
        folded += 1
        return { count: state.count + 1 }
      },
    }
    expect(await load(counting, padAt(folder).store)).toMatchObject({
      ok: true,
      value: { state: { count: 25 } },
    })
    expect(folded).toBe(5)
    expect(await load({ ...counting, version: 2 }, padAt(folder).store)).toMatchObject({
      ok: true,
      value: { state: { count: 25 } },
    })
    expect(folded).toBe(30)
    // a snapshot does not hide that the history before it was cut
    truncateSync(join(folder, 'history.jsonl'), 700_000)
    expect(await load(long, padAt(folder).store)).toMatchObject({
      ok: false,
      error: { type: 'damaged', problem: 'missing', line: 12 },
    })
  })

  test('[ATTACK-5] notices a journal that lost its last lines since it was last folded', async () => {
    const { folder, store } = padAt()
    await flight(store, [])
    const path = join(folder, 'history.jsonl')
    truncateSync(path, readFileSync(path, 'utf8').indexOf('\n') + 1)
    expect(await load(rocket, padAt(folder).store)).toMatchObject({
      ok: false,
      error: { type: 'damaged', problem: 'missing', line: 2 },
    })
  })

  test('steps that never wait do not starve timers, so such a run can be paused', async () => {
    const { store } = padAt()
    const journal: Journal = {
      ...store.journal,
      append: async ({ events, ...at }, facts) => {
        const entry = { ts: '', run_id: 'r', v: 1, n: events + 1, hash: at.hash }
        const mark = { ...at, events: events + facts.length }
        return ok({ entries: facts.map((fact) => ({ ...fact, ...entry })), mark, tornBytes: 0 })
      },
    }
    const pause = new AbortController()
    const long = { ...rocket, initial: { ...rocket.initial, count: 100_000 } }
    let count = long.initial.count
    const rest = await drive({
      machine: long,
      store: { ...store, journal, stopRequested: async () => null },
      work: async (): Promise<Order> => {
        if (count === long.initial.count) setTimeout(() => pause.abort(), 5)
        return { type: 'tick', from: count }
      },
      stopCommands: (): readonly Order[] => [],
      changed: (state) => void (count = state.count),
      pause: pause.signal,
    })
    expect(rest.type).toBe('paused')
  })

  test('a step that records nothing again and again is not paid for for ever', async () => {
    const { store } = padAt()
    const worked: string[] = []
    const rest = await drive({
      machine: { ...rocket, decide: () => ok([]) },
      store,
      work: async (step): Promise<Order> => {
        worked.push(step)
        return { type: 'tick', from: 3 }
      },
      stopCommands: (): readonly Order[] => [],
      changed: () => undefined,
      pause: new AbortController().signal,
    })
    expect(rest).toMatchObject({ type: 'broken', failure: { type: 'refused' } })
    expect(worked).toHaveLength(3)
  })

  test('never writes an event that could not be folded again', async () => {
    const { folder, store } = padAt()
    const broken: typeof rocket = {
      ...rocket,
      evolve: () => {
        throw new Error('this event cannot be read')
      },
    }
    const run = await load(rocket, store)
    if (!run.ok) throw new Error(run.error.type)
    const order = { type: 'tick', from: 3 } as const
    await expect(
      handle(broken, store, { run: run.value, seen: 0, command: order }),
    ).rejects.toThrow('cannot be read')
    expect(await load(rocket, padAt(folder).store)).toMatchObject({
      ok: true,
      value: { mark: { events: 0 } },
    })
  })
})
