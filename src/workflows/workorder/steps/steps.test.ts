import { describe, expect, test } from 'vitest'
import { openLedger } from '../../../loop/budget.ts'
import { openMeter } from '../../../asking/meter.ts'
import { Caps, nothingSpent } from '../../../model/caps.ts'
import type { AgentAnswer } from '../../../model/agent.ts'
import { err, ok } from '../../../model/result.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { FileChange, OrderTree } from '../../../ports/repository.ts'
import { filesIn, answerOfflineOrder } from '../../../offline/workorder/answer.ts'
import { anOrder, errorsOf, live, orderSetup, proposing, tree } from '../sample-order.contract.ts'
import { askForWork } from './ask.ts'
import { newErrors } from './baseline.ts'
import type { StepBench } from './bench.ts'
import { contextOf } from './brief.ts'
import { takeWork } from './take-work.ts'

describe('compiler errors', () => {
  test('[WOSTEP-1] that were there before do not count, wherever their lines went', () => {
    const before = errorsOf(2)
    const moved = before.map((error) => ({ ...error, line: (error.line ?? 0) + 40 }))
    expect(newErrors(moved, before)).toEqual([])
    const more = [...moved, { ...errorsOf(1)[0]!, line: 99 }]
    // the same complaint once more is a new one
    expect(newErrors(more, before)).toEqual([{ ...errorsOf(1)[0]!, line: 99 }])
    expect(newErrors(before, [])).toEqual(before)
  })
})

const change = (path: string, given: Partial<FileChange> = {}): FileChange => ({
  type: 'modified',
  path,
  kind: 'file',
  linesAdded: 3,
  linesDeleted: 1,
  binary: false,
  ...given,
})

/** A worktree that is a number: each write and each restore is noted. */
function aTree(changes: readonly FileChange[]) {
  const notes: string[] = []
  let now = 10
  const worktree: OrderTree = {
    id: 'wo1',
    folder: '/worktree',
    base: tree(1),
    made: 'created',
    keep: async () => {
      notes.push('keep')
      return ok(tree(now))
    },
    changes: async () => ok(changes),
    ignored: async () => ok([]),
    files: async () => ok({ files: new Map(), left: [] }),
    checkOut: async (of) => ok({ folder: `/measured/${of}`, close: async () => undefined }),
    write: async (files) => {
      notes.push(`write ${files.map(({ path }) => path).join(' ')}`)
      now += 1
      return ok(tree(now))
    },
    setAside: async (to) => {
      notes.push(`restore ${Number(to)}`)
      return ok(null)
    },
    restore: async (to) => {
      notes.push(`restore ${Number(to)}`)
      return ok(null)
    },
    commit: async () => {
      throw new Error('nobody commits here')
    },
    remove: async () => ok(undefined),
  }
  return { worktree, notes }
}

const run = live(proposing().state)
const scoped = {
  ...run,
  setup: orderSetup({ order: anOrder({ files_in_scope: ['src/**'] }) }),
}
const answer = (given: object) => ({
  answer: { files: [], deleted: [], notes: '', ...given },
  workspace: tree(7),
  touched: null,
})

describe('an answer', () => {
  test('begins from what its agent left in the workspace, and is kept as a version', async () => {
    const { worktree, notes } = aTree([change('src/a.ts')])
    const taken = await takeWork(
      worktree,
      scoped,
      answer({ files: [{ path: 'src/a.ts', content: 'export const a = 1\n' }] }),
    )
    expect(taken).toMatchObject({
      ok: true,
      value: { tree: tree(11), how: 'both', counts: { files: 1, added: 3, deleted: 1 } },
    })
    expect(notes).toEqual(['restore 7', 'write src/a.ts'])
  })

  test('[WOSTEP-3] that changes nothing, or something outside of its scope, or no file, is none', async () => {
    const outcome = async (changes: readonly FileChange[]) =>
      takeWork(aTree(changes).worktree, scoped, answer({}))
    expect(await outcome([])).toMatchObject({ error: { error: 'nothing was changed' } })
    expect(await outcome([change('README.md')])).toMatchObject({
      error: { failure_class: 'contract_violation', error: expect.stringContaining('README.md') },
    })
    // a file that is moved out of the scope is outside by both names
    expect(
      await outcome([change('src/a.ts', { type: 'renamed', from: 'lib/a.ts' })]),
    ).toMatchObject({ ok: false })
    expect(await outcome([change('src/link', { type: 'added', kind: 'link' })])).toMatchObject({
      error: { error: 'src/link is a link, not a file' },
    })
  })
})

const means = {
  ledger: openLedger(Caps.parse({}), nothingSpent),
  meter: openMeter(),
  signal: new AbortController().signal,
}

/** A bench that only asks. */
function askingBench(agent: Agent, answers: Map<string, AgentAnswer>): StepBench {
  const bench: Pick<StepBench, 'agentFor' | 'answers' | 'fingerprint' | 'tell'> = {
    agentFor: () => agent,
    answers: {
      get: async (key) => answers.get(key) ?? null,
      keep: async (key, kept) => void answers.set(key, kept),
    },
    fingerprint: async () => ok({}),
    tell: () => undefined,
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- asking needs no more of a bench
  return { ...bench, ...means } as StepBench
}

describe('an agent', () => {
  test('finds the workspace as it ought to be, and is not asked again for work that was kept with its answer', async () => {
    let asked = 0
    const agent: Agent = {
      identity: { kind: 'scripted' },
      ceiling: () => ({ tokens: 0, costUsd: 0 }),
      ask: async () => {
        asked += 1
        return ok({ output: { notes: 'edited in place' } })
      },
    }
    const answers = new Map<string, AgentAnswer>()
    const { worktree, notes } = aTree([])
    const question = {
      who: 'small',
      role: 'proposer',
      phase: 'PROPOSE',
      prompt: 'do it',
      input: {},
      tree: worktree,
      from: tree(1),
      place: 'propose',
    } as const
    const first = await askForWork(askingBench(agent, answers), run, question)
    expect(first).toMatchObject({
      ok: true,
      value: { answer: { notes: 'edited in place', files: [] }, workspace: tree(10) },
    })
    expect(notes).toEqual(['restore 1', 'keep'])
    const again = await askForWork(askingBench(agent, answers), run, question)
    expect(again).toEqual(first)
    expect(asked).toBe(1)
    expect(notes).toHaveLength(2)
    // another attempt is another question
    await askForWork(askingBench(agent, answers), { ...run, attempt: 2 }, question)
    expect(asked).toBe(2)
  })

  test('that touched the checkout is known for it also after a crash, and also where its answer is no use', async () => {
    const looks = [{ head: 'a' }, { head: 'b' }, { head: 'b' }, { head: 'c' }]
    const fingerprint = async () => ok({ ...looks.shift() })
    const answers = new Map<string, AgentAnswer>()
    const agent: Agent = {
      identity: { kind: 'scripted' },
      ceiling: () => ({ tokens: 0, costUsd: 0 }),
      ask: async () => ok({ output: { notes: 'done' } }),
    }
    const question = {
      who: 'small',
      role: 'proposer',
      phase: 'PROPOSE',
      prompt: 'do it',
      input: {},
      tree: aTree([]).worktree,
      from: tree(1),
      place: 'propose',
    } as const
    const bench = { ...askingBench(agent, answers), fingerprint }
    const first = await askForWork(bench, run, question)
    expect(first).toMatchObject({ value: { touched: 'head changed' } })
    // the answer that was kept still says so, though nothing changes any more
    const resumed = await askForWork(askingBench(agent, answers), run, question)
    expect(resumed).toEqual(first)
    const silent: Agent = { ...agent, ask: async () => err({ type: 'timed-out', afterMs: 1 }) }
    const failed = await askForWork(
      { ...askingBench(silent, new Map()), fingerprint },
      run,
      question,
    )
    expect(failed).toMatchObject({ value: { touched: 'head changed' } })
  })

  test('whose doings nobody can see is not asked, and not believed', async () => {
    let asked = 0
    const agent: Agent = {
      identity: { kind: 'scripted' },
      ceiling: () => ({ tokens: 0, costUsd: 0 }),
      ask: async () => {
        asked += 1
        return ok({ output: {} })
      },
    }
    const blind = { type: 'failed', what: 'git is gone' } as const
    const question = {
      who: 'small',
      role: 'proposer',
      phase: 'PROPOSE',
      prompt: 'do it',
      input: {},
      tree: aTree([]).worktree,
      from: tree(1),
      place: 'propose',
    } as const
    const before = { ...askingBench(agent, new Map()), fingerprint: async () => err(blind) }
    expect(await askForWork(before, run, question)).toMatchObject({ ok: false })
    expect(asked).toBe(0)
    const looks = [ok({}), err(blind)]
    const after = {
      ...askingBench(agent, new Map()),
      fingerprint: async () => looks.shift() ?? err(blind),
    }
    expect(await askForWork(after, run, question)).toMatchObject({
      value: { touched: expect.stringContaining('nobody could look') },
    })
  })

  test('that edits the workspace and prints prose has answered with its edits', async () => {
    const question = {
      who: 'small',
      role: 'proposer',
      phase: 'PROPOSE',
      prompt: 'do it',
      input: {},
      from: tree(1),
      place: 'propose',
    } as const
    const says = (said: Awaited<ReturnType<Agent['ask']>>): Agent => ({
      identity: { kind: 'command' },
      ceiling: () => ({ tokens: 0, costUsd: 0 }),
      ask: async () => said,
    })
    const prose = err({ type: 'bad-output', issues: ['no JSON; begins: I did it'] } as const)
    const ask = (agent: Agent, changes: readonly FileChange[]) =>
      askForWork(askingBench(agent, new Map()), run, { ...question, tree: aTree(changes).worktree })
    const edited = [change('src/price.ts')]
    for (const said of [prose, ok({ output: { result: 'I did it' } })]) {
      expect(await ask(says(said), edited)).toMatchObject({
        value: { answer: { files: [], notes: expect.stringContaining('I did it') } },
      })
    }
    const idle = await ask(says(prose), [])
    const failed = idle.ok ? null : idle.error({ ms: 0 })
    expect(JSON.stringify(failed)).toMatch(/no file was changed.*I did it/)
    // an agent that only answers cannot have changed the checkout
    const model: Agent = { ...says(ok({ output: { notes: 'x' } })), identity: { kind: 'model' } }
    const looks = [{ head: 'a' }, { head: 'b' }]
    const bench = {
      ...askingBench(model, new Map()),
      fingerprint: async () => ok({ ...looks.shift() }),
    }
    const asked = { ...question, tree: aTree([]).worktree }
    expect(await askForWork(bench, run, asked)).toMatchObject({ value: { touched: null } })
  })

  test('[WO-7] is not asked where a later cycle may cost more than is left', async () => {
    const agent: Agent = {
      identity: { kind: 'scripted' },
      ceiling: () => ({ tokens: 0, costUsd: 1 }),
      ask: async () => ok({ output: { notes: 'edited in place' } }),
    }
    const askAt = (costs: number) =>
      askForWork(
        {
          ...askingBench(agent, new Map()),
          ledger: openLedger(Caps.parse({ cost_usd: 1 }), nothingSpent),
        },
        run,
        {
          who: 'small',
          role: 'proposer',
          phase: 'REFINE',
          prompt: 'mend it',
          input: {},
          tree: aTree([]).worktree,
          from: tree(1),
          place: 'refine',
          costs,
        },
      )
    expect(await askAt(1)).toMatchObject({ ok: true })
    const refused = await askAt(1.2)
    expect(refused.ok || refused.error({ ms: 0 })).toMatchObject({ type: 'record-cap' })
  })
})

describe('what a proposer is shown', () => {
  test('are all files by name, and those in scope by content as far as the budget goes', () => {
    const files = new Map([
      ['src/a.ts', 'export const a = 1\n'],
      ['src/huge.ts', 'x'.repeat(100_000)],
      ['docs/b.md', 'secret of the docs\n'],
    ])
    const [listing = '', ...contents] = contextOf(
      anOrder({ files_in_scope: ['src/**'], context_budget_estimate: 100 }),
      files,
    )
    expect(listing).toContain('docs/b.md\nsrc/a.ts\nsrc/huge.ts')
    expect(contents.join('')).toContain('export const a = 1')
    expect(contents.join('')).not.toContain('xxx')
    expect(contents.join('')).not.toContain('secret')
  })
})

describe('the embedded agent', () => {
  const description = [
    'Prices.',
    '```js src/a.js',
    'one',
    '```',
    '```ts path=src/b.ts',
    'two',
    '```',
    '```js src/a.js',
    'three',
    '```',
    '```sh',
    'npm test',
    '```',
    '```ts ../escape.ts',
    'four',
    '```',
  ].join('\n')

  test('takes the files that an order contains, and nothing else', async () => {
    expect(filesIn(description)).toEqual([
      { path: 'src/a.js', content: 'three\n' },
      { path: 'src/b.ts', content: 'two\n' },
    ])
    const asked = {
      protocol: 1,
      workflow: 'workorder',
      run_id: 'wo1',
      iteration: 1,
      phase: 'PROPOSE',
      role: 'proposer',
      prompt: '',
      input: { order: { description } },
      output_schema: null,
      workspace: null,
      attempt: 1,
    } as const
    const given = await answerOfflineOrder(asked)
    expect(given).toMatchObject({ ok: true, value: { output: { files: [{}, {}] } } })
    const without = { ...asked, input: { order: { description: 'Write me something.' } } }
    expect(await answerOfflineOrder(without)).toMatchObject({
      error: { type: 'unavailable', retryable: false },
    })
    expect(await answerOfflineOrder({ ...asked, input: {} })).toMatchObject({
      error: { type: 'bad-output' },
    })
  })
})
