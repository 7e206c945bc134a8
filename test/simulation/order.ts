import { createHash } from 'node:crypto'
import { startRun } from '../../src/engine/command-run.ts'
import { ok } from '../../src/model/result.ts'
import { workorder } from '../../src/workflows/workorder/definition.ts'
import { payloads } from '../../src/workflows/workorder/events.ts'
import { needsWords } from '../../src/workflows/workorder/gate.ts'
import type { OrderStep } from '../../src/workflows/workorder/machine.ts'
import type {
  CompilerError,
  ContractViolation,
} from '../../src/workflows/workorder/refining/records.ts'
import type { OrderCommand, OrderState, OrderWorking } from '../../src/workflows/workorder/state.ts'
import {
  acceptance,
  obligation,
  orderSetup,
  undecided,
} from '../../src/workflows/workorder/sample-order.contract.ts'
import { orderLaws } from './order-laws.ts'
import type { Chance } from './random.ts'
import { byChance, type Simulated, type Tools, without } from './scene.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const gitId = (text: string) => sha256(text).slice(0, 40)

/** What needs git or tables is left out. */
const withoutTables = without(workorder, 'settle', 'cleaned')

/** An order whose steps are done by chance: agents that fail, errors that come and go, scores of all kinds. */
export const orderByChance: Simulated<OrderState, OrderCommand, OrderStep> = {
  events: Object.keys(payloads),
  ends: ['completed', 'needs_review', 'needs_rework', 'tokens', 'stopped'],
  steps: ['PROPOSE', 'COMPILE', 'REFINE', 'MEASURE', 'DELIVER'],
  open({ chance }) {
    const setup = setupBy(chance)
    const name = 'wo1-sim-run'
    return {
      define: (process) => byChance(withoutTables, process, workOnOrder),
      async start(workspace) {
        const command = { type: 'start', runId: name, setup, by: 'ada' } as const
        const started = await startRun(workorder, workspace, { name, runId: name }, command)
        return started.ok ? ok(name) : started
      },
      choose({ options }, by) {
        const names = options.map(({ name: each }) => each)
        // giving up at once would leave nothing to look at
        const option = by.pick([...names, ...names.filter((each) => each !== 'abort_redesign')])
        return {
          option,
          ...(needsWords.has(option) || by.happens(0.5) ? { feedback: 'because' } : {}),
          ...(option === 'met' && by.happens(0.3) ? { only: ['task.1'] } : {}),
        }
      },
      laws: ({ entries, run }) => orderLaws(entries, run.state),
    }
  },
}

async function workOnOrder(step: OrderStep, tools: Tools): Promise<OrderCommand | null> {
  const { chance } = tools
  const cost = { ms: chance.below(900), tokens: chance.below(100) }
  if (chance.happens(0.02)) return null
  if (chance.happens(0.004)) return { type: 'record-cap', cap: 'tokens', cost }
  if (chance.happens(0.08))
    return {
      type: 'record-failure',
      phase: step.do,
      error: 'by chance',
      final: chance.happens(0.3),
      cost,
    }
  // a call that was killed left files in the worktree
  if (/^(?:PROPOSE|REFINE)$/.test(step.do) && chance.happens(0.06))
    return { type: 'record-set-aside', ...strays }
  return outcomes[step.do](step.run, tools, cost)
}

const strays = {
  tree: gitId('strays'),
  ref: 'refs/loopwright/sim/aside/1',
  paths: ['src/stray.ts'],
}

const setupBy = (chance: Chance) =>
  orderSetup({
    attempts: 1 + chance.below(4),
    threshold: chance.pick([5, 7, 7, 9]),
    caps: {
      iterations: 4,
      wall_time_s: 3_600,
      tokens: chance.happens(0.15) ? 200 + chance.below(400) : 1_000_000,
      cost_usd: 20,
    },
  })

type Cost = { readonly ms: number; readonly tokens: number }
type Doing = (run: OrderWorking, tools: Tools, cost: Cost) => Promise<OrderCommand>

const counts = { files: 1, added: 2, deleted: 0 }

const outcomes: Readonly<Record<OrderStep['do'], Doing>> = {
  BASE: async () => ({ type: 'record-base', base: gitId('base') }),
  MEASURE_BEFORE: async (_, { blobs }, cost) => ({
    type: 'record-baseline',
    measurement: await blobs.put('what was measured before'),
    build: 'passed',
    tests: 'passed',
    compilerErrors: 0,
    notes: [],
    cost,
  }),
  BRIEF: async (run, { blobs, chance }, cost) => ({
    type: 'record-briefing',
    prompt: await blobs.put('the prompt'),
    template: { id: 't', number: 1, sha256: sha256('template') },
    guidelines: [],
    assignments: [],
    // somebody who is no proposer of the run must not be taken
    proposer: chance.happens(0.04)
      ? 'nobody'
      : chance.pick(run.setup.proposers.map(({ name }) => name)),
    why: 'by chance',
    cost,
  }),
  PROPOSE: async (run, { chance }, cost) =>
    chance.happens(0.25) ? attemptFails(chance, cost) : proposed(run, chance, cost),
  COMPILE: async (run, { chance }, cost) => compiled(run, chance, cost),
  REFINE: async ({ proposal }, { chance }, cost) => ({
    type: 'record-refined',
    tree: chance.happens(0.1) ? (proposal?.tree ?? '') : gitId(`refined ${chance.below(1_000)}`),
    paths: ['src/price.ts'],
    counts,
    cost,
  }),
  MEASURE: measured,
  DELIVER: async (_, { blobs }) => ({
    type: 'record-delivered',
    commit: gitId('commit'),
    branch: 'loopwright/sim-run',
    patch: await blobs.put(Buffer.from('the patch').toString('base64')),
  }),
}

const proposed = (run: OrderWorking, chance: Chance, cost: Cost): OrderCommand => ({
  type: 'record-proposal',
  // now and then the same change once more
  tree:
    run.earlier !== null && chance.happens(0.2)
      ? run.earlier.tree
      : gitId(`proposed ${run.round} ${run.attempt} ${chance.below(1_000)}`),
  paths: ['src/price.ts'],
  counts,
  how: 'files',
  notes: '',
  ...(chance.happens(0.04) ? { touched: 'file a changed' } : {}),
  cost,
})

const attemptFails = (chance: Chance, cost: Cost): OrderCommand => ({
  type: 'record-attempt-failed',
  error: 'by chance',
  failure_class: chance.pick(['orchestration_error', 'contract_violation']),
  failure_category: 'unknown_failure',
  ...(chance.happens(0.15) ? { askPerson: true } : {}),
  cost,
})

const error = (number: number): CompilerError => ({
  code: 'TS2322',
  message: `number ${number}`,
  path: 'src/price.ts',
  line: number + 1,
  column: 1,
})

const breach: ContractViolation = {
  path: 'src/price.ts',
  name: 'total',
  kind: 'breaking',
  detail: 'is gone',
}

function compiled(run: OrderWorking, chance: Chance, cost: Cost): OrderCommand {
  const before = run.compiled?.errors.length ?? chance.pick([0, 0, 0, 2, 5, 9])
  const now = Math.max(0, before + chance.pick([-4, -2, -1, 0, 0, 1]))
  return {
    type: 'record-compiled',
    tree: run.proposal?.tree ?? gitId('nothing'),
    errorsBefore: now + chance.below(2),
    errors: Array.from({ length: now }, (_, index) => error(index)),
    codes: now === 0 ? [] : ['TS2322'],
    sanitizer: null,
    violations: chance.happens(0.08) ? [breach] : [],
    cost,
  }
}

async function measured(
  run: OrderWorking,
  { chance, blobs }: Tools,
  cost: Cost,
): Promise<OrderCommand> {
  const score = () => chance.pick([0, 4, 6, 7, 8, 9, 10, 10, 10])
  const scores = [score(), score(), score(), score(), chance.pick([0, 10, 10, 10])] as const
  return {
    type: 'record-measured',
    // a measurement of another change must not be taken
    tree: chance.happens(0.05) ? gitId('another change') : (run.proposal?.tree ?? ''),
    acceptance: acceptance(scores),
    report: await blobs.put(JSON.stringify({ scores })),
    objections: [],
    obligations: [
      chance.pick([obligation, obligation, obligation, undecided])('task.1'),
      ...(chance.happens(0.2) ? [undecided('task.2')] : []),
      ...(chance.happens(0.2) ? [obligation('rule.a', { status: 'unmet' })] : []),
    ],
    warnings: 0,
    notes: [],
    codes: [],
    mutation: null,
    cost,
  }
}
