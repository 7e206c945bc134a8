import { createHash } from 'node:crypto'
import { startRun } from '../../src/engine/command-run.ts'
import type { Obligation } from '../../src/model/obligation.ts'
import { ok } from '../../src/model/result.ts'
import { analyse } from '../../src/workflows/improve/analysis.ts'
import { dropOf } from '../../src/workflows/improve/autonomy.ts'
import { improve } from '../../src/workflows/improve/definition.ts'
import {
  type Autonomy,
  type ImproveSetup,
  type NamedProposal,
  type OrderLog,
  payloads,
} from '../../src/workflows/improve/events.ts'
import { needsWords } from '../../src/workflows/improve/gate.ts'
import type { ImproveStep } from '../../src/workflows/improve/machine.ts'
import { type MacroScore, macroDimensions } from '../../src/workflows/improve/scoring/score.ts'
import type {
  ImproveCommand,
  ImproveState,
  ImproveWorking,
} from '../../src/workflows/improve/state.ts'
import { improveLaws } from './improve-laws.ts'
import type { Chance } from './random.ts'
import { byChance, type Simulated, type Tools, without } from './scene.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const gitId = (text: string) => sha256(text).slice(0, 40)
const name = 'sim-run'

/** Applications whose building and scoring is done by chance; everything else of the workflow is real. */
export const improveByChance: Simulated<ImproveState, ImproveCommand, ImproveStep> = {
  // people do the other two with commands of their own
  events: Object.keys(payloads).filter((event) => !/^(?:rolled_back|human_scored)$/.test(event)),
  ends: ['target_reached', 'enough', 'because', 'tokens'],
  steps: ['PREPARE', 'BUILD', 'SCORE', 'UNDO', 'ANALYSE', 'APPLY'],
  open({ chance }) {
    const setup = setupBy(chance)
    return {
      define: (process) => byChance(without(improve, 'settle'), process, workOn),
      async start(workspace) {
        const command = { type: 'start', runId: name, setup, by: 'ada' } as const
        const started = await startRun(improve, workspace, { name, runId: name }, command)
        return started.ok ? ok(name) : started
      },
      choose({ options, question }, by) {
        const names = options.map((each) => each.name).filter((each) => each !== 'view')
        // giving up at once would leave nothing to look at
        const option = by.pick([...names, ...names, ...names.filter((each) => each !== 'exit')])
        const [, first] = /\n {2}(\S+):/.exec(question) ?? []
        return {
          option,
          ...(needsWords.has(option) || option === 'exit' || by.happens(0.3)
            ? { feedback: 'because' }
            : {}),
          ...(option === 'approve' && first !== undefined && by.happens(0.5)
            ? { only: [first] }
            : {}),
        }
      },
      laws: ({ entries, run }) => improveLaws(entries, run.state),
    }
  },
}

const setupBy = (chance: Chance): ImproveSetup => ({
  spec: '# Converter\n\n- converts\n',
  project: 'converter',
  setup: '.',
  commit: null,
  mode: chance.pick(['once', 'supervised', 'supervised', 'autonomous', 'autonomous']),
  target: chance.pick([5, 8]),
  consecutive: chance.pick([1, 2, 3]),
  maxIterations: 2 + chance.below(5),
  maxOrders: 15,
  maxWorkers: 2,
  caps: {
    iterations: 4,
    wall_time_s: 'unlimited',
    tokens: chance.happens(0.15) ? 300 + chance.below(900) : 'unlimited',
    cost_usd: 'unlimited',
  },
})

async function workOn(step: ImproveStep, tools: Tools): Promise<ImproveCommand | null> {
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
  return outcomes[step.do](step.run, tools, cost)
}

type Cost = { readonly ms: number; readonly tokens: number }
type Doing = (run: ImproveWorking, tools: Tools, cost: Cost) => Promise<ImproveCommand>

const outcomes: Readonly<Record<ImproveStep['do'], Doing>> = {
  PREPARE: async (run, { blobs }, cost) => ({
    type: 'record-prepared',
    version: {
      commit: run.head ?? gitId('set-up'),
      sha256: sha256(run.head ?? 'set-up'),
      agents: {},
    },
    prints: await blobs.put('[]'),
    removed: [],
    startedAt: '2026-03-01T10:00:00.000Z',
    cost,
  }),
  BUILD: async (_, { chance }, cost) => ({
    type: 'record-built',
    orders: [1, 2, 3].map((number) => orderBy(chance, number)),
    notes: [],
    commit: gitId(`app ${chance.below(1e6)}`),
    cost,
  }),
  SCORE: async (_, { chance }, cost) => ({
    type: 'record-scored',
    score: scoreBy(chance),
    obligations: [demand(chance)],
    changed: [],
    cost,
  }),
  UNDO: async (run, { chance }, cost) => ({
    type: 'record-undone',
    improvements: (dropOf(run)?.improvements ?? []).map(({ id }) => id),
    reason: 'the score fell',
    head: gitId(`set-up ${chance.below(1e6)}`),
    cost,
  }),
  ANALYSE: async (run, { chance }, cost) => ({
    type: 'record-analysed',
    analysis: analyse(run.iterations),
    proposals: Array.from({ length: chance.below(3) }, (_, index) => ({
      ...proposal(run, index + 1),
      easier: chance.happens(0.1) ? ['a lower threshold'] : [],
    })),
    ...(run.setup.mode === 'autonomous' ? { autonomy: autonomyBy(chance) } : {}),
    by: 'offline',
    notes: [],
    cost,
  }),
  APPLY: async (run, { chance }, cost) => {
    const head = gitId(`set-up ${chance.below(1e6)}`)
    return {
      type: 'record-applied',
      results: (run.approved?.ids ?? []).map((id) =>
        chance.happens(0.2)
          ? { id, status: 'rejected', commit: null, files: [], reason: 'it does not apply' }
          : { id, status: 'applied', commit: head, files: ['AGENTS.md'], reason: '' },
      ),
      head,
      cost,
    }
  },
}

const autonomyBy = (chance: Chance): Autonomy => ({
  isOn: chance.happens(0.9),
  conditions: [{ name: 'no regression', holds: chance.happens(0.9), figures: '0 of 9' }],
})

const orderBy = (chance: Chance, number: number): OrderLog => ({
  runId: `wo${number}`,
  recordId: sha256(`order ${number}`).slice(0, 32),
  title: `Order ${number}`,
  number,
  status: chance.happens(0.9) ? 'completed' : 'needs_review',
  integrated: true,
  reason: '',
  startedAt: null,
  endedAt: null,
  seconds: 1,
  files: [],
  added: 0,
  deleted: 0,
  proposer: null,
  model: null,
  promptTokens: 0,
  completionTokens: 0,
  costUsd: 0,
  compilationErrors: null,
  tests: null,
  acceptance: null,
  failureClass: null,
  errors: [],
  undecided: 0,
})

const scoreBy = (chance: Chance): MacroScore => {
  const overall = chance.pick([3, 6, 8, 9, 9])
  const one = { score: overall, evidence: [], unsure: 0 }
  const [architecture, readability, completeness, test_coverage, user_experience] =
    macroDimensions.map(() => one)
  return {
    dimensions: {
      architecture: architecture ?? one,
      readability: readability ?? one,
      completeness: completeness ?? one,
      test_coverage: test_coverage ?? one,
      user_experience: user_experience ?? one,
    },
    adjustments: [],
    overall,
    grade: 'good',
    summary: '',
    builds: chance.happens(0.95),
    testsPass: chance.happens(0.95),
    lintErrors: chance.pick([0, 0, 0, 4, 5, null]),
    isolationVerified: chance.happens(0.95),
  }
}

const demand = (chance: Chance): Obligation => {
  const status = chance.pick([
    'met',
    'met',
    'met',
    'met',
    'met',
    'met',
    'undecided',
    'unmet',
  ] as const)
  return {
    id: 'task.1',
    statement: 'it converts',
    source: { kind: 'task', text: 'it converts' },
    weight: 'must',
    decided_by: 'check',
    status,
    reason: '',
    evidence: status === 'met' ? [{ text: 'called' }] : [],
  }
}

const proposal = (run: ImproveWorking, number: number): NamedProposal => ({
  id: `i${run.iterations.length}-${number}r${run.round}`,
  type: 'prompt_tuning',
  description: 'Tell agents more',
  cause: 'completeness',
  rationale: 'so',
  testing_plan: 'look',
  rollback_plan: 'take it back',
  expected_impact: 'some',
  risks: [],
  estimated_effort_minutes: 1,
  changes: [],
  lesson: null,
  undoes: null,
  easier: [],
})
