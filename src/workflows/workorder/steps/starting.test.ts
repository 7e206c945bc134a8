import { describe, expect, test } from 'vitest'
import { openLedger } from '../../../loop/budget.ts'
import { openMeter } from '../../../asking/meter.ts'
import { Caps, nothingSpent } from '../../../model/caps.ts'
import { err, ok } from '../../../model/result.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { FileChange, OrderTree } from '../../../ports/repository.ts'
import {
  anOrder,
  cost,
  live,
  orders,
  orderSetup,
  proposing,
  tree,
} from '../sample-order.contract.ts'
import { touchedBetween } from '../../../asking/ask-in-worktree.ts'
import { askForWork } from './ask.ts'
import type { StepBench } from './bench.ts'
import { brief } from './brief.ts'
import { propose } from './propose.ts'
import { takeWork } from './take-work.ts'

/** A worktree whose files depend on what it was restored to. */
function aTree(given: Partial<OrderTree> = {}): OrderTree {
  return {
    id: 'wo1',
    folder: '/worktree',
    base: tree(1),
    made: 'created',
    keep: async () => ok(tree(11)),
    changes: async () => ok([]),
    ignored: async () => ok([]),
    files: async (of) =>
      ok({
        files: new Map([['src/a.ts', of === tree(1) ? 'of the base' : `of ${Number(of)}`]]),
        left: [],
      }),
    checkOut: async (of) => ok({ folder: `/measured/${of}`, close: async () => undefined }),
    write: async () => ok(tree(11)),
    setAside: async () => ok(null),
    restore: async () => ok(null),
    commit: async () => err({ type: 'failed', what: 'nobody commits here' }),
    remove: async () => ok(undefined),
    ...given,
  }
}

const texts = new Map<string, string>()

function aBench(worktree: OrderTree, given: Partial<StepBench> = {}): StepBench {
  const part: Partial<StepBench> = {
    openTree: async () => ok(worktree),
    blobs: {
      put: async (text) => {
        texts.set(tree(texts.size), text)
        return tree(texts.size - 1)
      },
      get: async (hash) => texts.get(hash) ?? null,
    },
    route: async () =>
      ok({
        proposer: 'small',
        why: 'cheap',
        bound: { proposers: [], agents: {}, promptsSha256: '' },
      }),
    before: async () => ({ last: null, before: null }),
    teach: async () => ({
      template: { id: 't', number: 1, text: '{{task}}\n{{context}}', sha256: '' },
      assignments: [],
      taught: [],
      promoted: {},
    }),
    tell: () => undefined,
    ledger: openLedger(Caps.parse({}), nothingSpent),
    meter: openMeter(),
    signal: new AbortController().signal,
    ...given,
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the steps under test use nothing else
  return part as StepBench
}

const run = live(proposing().state)
const scoped = anOrder({ files_in_scope: ['src/**'] })

describe('a brief', () => {
  const promptFor = async (startFrom: string | null) => {
    const outcome = await brief(aBench(aTree()), {
      ...run,
      setup: orderSetup({ order: scoped, startFrom }),
    })
    const command = outcome(cost)
    return command?.type === 'record-briefing' ? texts.get(command.prompt) : undefined
  }

  test('of a rework shows the change that is reworked, not what was before it', async () => {
    expect(await promptFor(tree(42))).toContain('of 42')
    expect(await promptFor(tree(42))).not.toContain('of the base')
    expect(await promptFor(null)).toContain('of the base')
  })
})

describe('a proposer', () => {
  test('[WOBUG-18] is not asked where the money of the day is not enough for it; a person is', async () => {
    const poor = aBench(aTree(), { affords: async () => err('the money is used up') })
    const orderCommand = (await propose(poor, run))(cost)
    expect(orderCommand).toMatchObject({ type: 'record-failure', error: 'the money is used up' })
    if (orderCommand === null) throw new Error('it is told')
    const asked = proposing().and(orderCommand)
    expect(asked.state).toMatchObject({ at: 'asking', trigger: 'technical_blocker', failed: [] })
    // once there is money, the same proposer is asked
    expect(asked.and(orders.answer('retry')).state).toMatchObject({ at: 'proposing', attempt: 1 })
  })
})

describe('a change that a person mends', () => {
  test('goes back to the person at once where nothing was mended', async () => {
    const outcome = await propose(aBench(aTree()), { ...run, byHand: true })
    expect(outcome(cost)).toMatchObject({
      type: 'record-attempt-failed',
      askPerson: true,
      error: expect.stringContaining('nothing was mended'),
    })
  })
})

const change = (path: string): FileChange => ({
  type: 'added',
  path,
  kind: 'file',
  linesAdded: 1,
  linesDeleted: 0,
  binary: false,
})

describe('answered files', () => {
  const taken = (changes: readonly FileChange[]) =>
    takeWork(
      aTree({ changes: async () => ok(changes), ignored: async () => ok(['dist/', '.env']) }),
      run,
      {
        answer: {
          files: ['src/a.ts', 'dist/a.js', '.env', 'src/same.ts'].map((path) => ({
            path,
            content: 'x\n',
          })),
          deleted: [],
          notes: '',
        },
        workspace: tree(7),
        touched: null,
      },
    )

  test('that git ignores are named, as they are part of no change', async () => {
    const result = await taken([change('src/a.ts')])
    expect(result.ok && result.value.warnings).toEqual([
      'dist/a.js: git ignores it, so it is no part of the change',
      '.env: git ignores it, so it is no part of the change',
    ])
    expect(await taken([])).toMatchObject({
      error: { error: expect.stringMatching(/^nothing was changed; dist\/a\.js: git ignores it/) },
    })
  })
})

describe('an agent', () => {
  test('that changes a file of the checkout is told of as one that changed it', () => {
    const touched = touchedBetween({ head: 'a' }, { head: 'a', 'file:src/price.ts': 'M' })
    expect(touched).toBe('file src/price.ts changed')
  })

  test('that leaves no worktree behind is told of as such', async () => {
    const gone = aTree({ keep: async () => err({ type: 'failed', what: 'there is no folder' }) })
    const agent: Agent = {
      identity: { kind: 'scripted' },
      ceiling: () => ({ tokens: 1, costUsd: 0 }),
      ask: async () => ok({ output: {} }),
    }
    const answers = { get: async () => null, keep: async () => undefined }
    const bench = aBench(gone, {
      agentFor: () => agent,
      answers,
      fingerprint: async () => ok({}),
    })
    const answered = await askForWork(bench, run, {
      who: 'small',
      role: 'proposer',
      phase: 'PROPOSE',
      prompt: '',
      input: {},
      tree: gone,
      from: tree(1),
      place: 'propose',
    })
    expect(answered.ok || answered.error({ ms: 0 })).toMatchObject({
      error: expect.stringContaining('its worktree was not usable after its work'),
    })
  })
})
