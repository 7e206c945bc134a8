import type { Obligation } from '../../src/model/obligation.ts'
import type {
  Autonomy,
  ImproveSetup,
  NamedProposal,
  OrderLog,
  Payload,
  Proposal,
} from '../../src/workflows/improve/events.ts'
import { improveMachine } from '../../src/workflows/improve/machine.ts'
import { macroDimensions } from '../../src/workflows/improve/scoring/score.ts'
import type {
  ImproveCommand,
  ImproveLive,
  ImproveState,
} from '../../src/workflows/improve/state.ts'

const { decide, evolve, due, initial } = improveMachine

export const setup: ImproveSetup = {
  spec: '# Converter\n',
  project: 'converter',
  setup: 'agents',
  commit: null,
  mode: 'supervised',
  target: 8,
  consecutive: 3,
  maxIterations: 20,
  maxOrders: 15,
  maxWorkers: 2,
  caps: { iterations: 4, wall_time_s: 'unlimited', tokens: 'unlimited', cost_usd: 'unlimited' },
}
export const sha = (digit: number) => String(digit).repeat(40)
export const cost = { ms: 1 }

const order = (status: string): OrderLog => ({
  runId: 'wo1',
  recordId: '00000000-0000-4000-8000-000000000000',
  title: 'Temperature',
  number: 1,
  status,
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

export const met: Obligation = {
  id: 'task.1',
  statement: 'it converts',
  source: { kind: 'task', text: 'it converts' },
  weight: 'must',
  decided_by: 'check',
  status: 'met',
  reason: '',
  evidence: [{ text: 'called' }],
}

type Score = Payload<'scored'>['score']

export const scoreOf = (overall: number, more: Partial<Score> = {}): Score => {
  const one = { score: overall, evidence: [], unsure: 0 }
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all five
    dimensions: Object.fromEntries(
      macroDimensions.map((name) => [name, one]),
    ) as unknown as Score['dimensions'],
    adjustments: [],
    overall,
    grade: 'good',
    summary: '',
    builds: true,
    testsPass: true,
    lintErrors: 0,
    isolationVerified: true,
    ...more,
  }
}

const proposal: Proposal = {
  type: 'prompt_tuning',
  description: 'Tell agents to test',
  cause: 'test_coverage',
  rationale: 'so',
  testing_plan: 'look',
  rollback_plan: 'take it back',
  expected_impact: 'more tests',
  risks: [],
  estimated_effort_minutes: 1,
  changes: [{ path: 'AGENTS.md', before: 'a', after: 'b' }],
  lesson: null,
  undoes: null,
}

/** A run that takes commands and answers what became of it. */
export function begin(given: Partial<ImproveSetup> = {}) {
  let state: ImproveState = initial
  let n = 0
  const commands: ImproveCommand[] = []
  const tell = (command: ImproveCommand): ImproveLive => {
    const decided = decide(state, command)
    commands.push(command)
    if (!decided.ok) throw new Error(decided.error.reason)
    for (const fact of decided.value) {
      n += 1
      state = evolve(state, {
        ...fact,
        ts: `2026-03-01T10:00:${String(n % 60).padStart(2, '0')}.000Z`,
        run_id: 'r',
        v: 1,
        n,
        hash: '',
      })
    }
    if (state.at === 'nowhere') throw new Error('nowhere')
    return state
  }
  const refused = (command: ImproveCommand): string => {
    const decided = decide(state, command)
    return decided.ok ? 'taken' : decided.error.reason
  }
  const built = (status = 'completed'): ImproveLive => {
    tell({
      type: 'record-prepared',
      version: { commit: sha(1), sha256: 'a'.repeat(64), agents: {} },
      prints: 'b'.repeat(64),
      removed: [],
      startedAt: new Date(Date.UTC(2026, 2, 1, 10, n)).toISOString(),
      cost,
    })
    return tell({ type: 'record-built', orders: [order(status)], notes: [], commit: sha(2), cost })
  }
  const iterate = (score: Score, status = 'completed', demand: Obligation = met): ImproveLive => {
    built(status)
    return tell({ type: 'record-scored', score, obligations: [demand], changed: [], cost })
  }
  const analysed = (
    count = 2,
    named: (proposal: NamedProposal) => NamedProposal = (each) => each,
    autonomy?: Autonomy,
  ): ImproveLive =>
    tell({
      type: 'record-analysed',
      analysis: {
        failures: {},
        patterns: [],
        root_causes: [],
        worked: [],
        failed: [],
        compared: null,
      },
      proposals: Array.from({ length: count }, (_, index) =>
        named({ ...proposal, id: `p${index + 1}`, easier: [] }),
      ),
      ...(autonomy === undefined ? {} : { autonomy }),
      by: 'offline',
      notes: [],
      cost,
    })
  const answer = (
    option: string,
    more: { feedback?: string; only?: readonly string[] } = {},
  ): ImproveCommand => {
    const asked = due(state)
    if (asked.type !== 'gate') throw new Error('nobody is asked')
    const { id, shown } = asked.gate
    const { only, feedback } = more
    return {
      type: 'answer-gate',
      answer: {
        gate: id,
        option,
        by: 'ada',
        at: '2026-03-01T10:00:30.000Z',
        shown,
        ...(feedback === undefined ? {} : { feedback }),
        ...(only === undefined ? {} : { change: { only } }),
      },
    }
  }
  tell({ type: 'start', runId: 'r', setup: { ...setup, ...given }, by: 'ada' })
  return { commands, tell, refused, built, iterate, analysed, answer }
}

export const applied = (id: string, commit: number) => ({
  id,
  status: 'applied' as const,
  commit: sha(commit),
  files: ['AGENTS.md'],
  reason: '',
})

export const rising = [1, 2, 3, 4, 5, 5, 6, 6, 7, 7]

/** A supervised run with these scores, in which every proposal but the last ones is approved. */
export function supervisedRun(scores: readonly number[] = rising, skips = 0) {
  const run = begin({ maxIterations: scores.length })
  let state: ImproveLive | null = null
  for (const [index, score] of scores.entries()) {
    run.iterate(scoreOf(score))
    run.analysed(1, (each) => ({ ...each, id: `p${index}` }))
    const isWanted = index < scores.length - skips
    state = run.tell(run.answer(isWanted ? 'approve' : 'skip'))
    const results = [applied(`p${index}`, 3)]
    if (isWanted) state = run.tell({ type: 'record-applied', results, head: sha(3), cost })
  }
  if (state === null) throw new Error('nothing was built')
  return { state, commands: run.commands }
}
