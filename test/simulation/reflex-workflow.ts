import type { Obligation } from '../../src/model/obligation.ts'
import type { GateAnswer } from '../../src/model/gate.ts'
import { runJson } from '../../src/workflows/reflex/files.ts'
import { confirmationGate, confirmations, shownHash } from '../../src/workflows/reflex/gates.ts'
import { reflexMachine, type ReflexStep } from '../../src/workflows/reflex/machine.ts'
import { activeRules } from '../../src/workflows/reflex/scoring.ts'
import type { Setup } from '../../src/workflows/reflex/events.ts'
import type { Begun, ReflexCommand, ReflexState } from '../../src/workflows/reflex/state.ts'
import type { Chance } from './random.ts'
import { setupBy } from './reflex.ts'
import { reflexLaws } from './reflex-laws.ts'
import type { Bench, SimulatedWorkflow } from './workflow.ts'

const confirmedBy = (setup: Setup): readonly GateAnswer[] =>
  confirmations.map((name) => ({
    gate: confirmationGate(name, setup, 1).id,
    option: 'confirm',
    by: 'ada',
    at: 'then',
    shown: shownHash(name, setup),
  }))

export const reflexWorkflow: SimulatedWorkflow<ReflexState, ReflexCommand, ReflexStep> = {
  machine: reflexMachine,
  start(chance, confirmed) {
    const setup = setupBy(chance)
    return {
      type: 'start',
      runId: 'sim-run',
      setup,
      confirmed: confirmed ? confirmedBy(setup) : [],
    }
  },
  async work({ do: step, run }, bench) {
    const cost = { ms: bench.elapsedMs() % 900, tokens: bench.chance.below(100) }
    if (bench.chance.happens(0.04))
      return {
        type: 'record-failure',
        failures: [{ phase: phaseOf(step), error: 'by chance' }],
        final: bench.chance.happens(0.1),
        cost,
      }
    return outcomes[step](run, bench, cost)
  },
  answer: (state, answer, chance) => ({
    type: 'answer-gate',
    answer,
    ...(answer.option === 'change' && state.at === 'confirming'
      ? { setup: { ...state.setup, max_iterations: 1 + chance.below(4) } }
      : {}),
  }),
  decideBy: ({ options }, chance) =>
    options.some(({ name }) => name === 'met')
      ? chance.pick(['met', 'met', 'unmet', 'cancel'])
      : chance.pick(['confirm', 'confirm', 'confirm', 'change', 'cancel']),
  stop: { type: 'stop', reason: 'enough' },
  files: (state, blobs) =>
    state.at === 'nowhere'
      ? []
      : [
          { path: '/w/run/run.json', content: JSON.stringify(runJson(state)) },
          {
            path: '/w/run/artifact.md',
            durable: true,
            content:
              state.artifact === null
                ? null
                : async () => (await blobs.get(state.artifact ?? '')) ?? undefined,
          },
        ],
  versions: (state) => (state.at === 'nowhere' ? [] : state.versions),
  laws: reflexLaws,
}

const phaseOf = (step: ReflexStep['do']) => (step === 'PRODUCE_PREPARE' ? 'PRODUCE' : step)

type Outcome = (
  run: Begun,
  bench: Bench,
  cost: { ms: number; tokens: number },
) => Promise<ReflexCommand>

const outcomes: Record<ReflexStep['do'], Outcome> = {
  PLAN: async (_, __, cost) => ({ type: 'record-plan', plan: ['one', 'two', 'three'], cost }),
  PRODUCE_PREPARE: async (run, { chance, blobs }, cost) => {
    const kept = run.artifact !== null && chance.happens(0.6)
    const artifact = kept
      ? (run.artifact ?? '')
      : await blobs.put(`draft ${chance.below(1_000_000)}`)
    return { type: 'record-production', artifact, kept, checks: [], cost }
  },
  PREPARE: async (_, __, cost) => ({ type: 'record-checks', checks: [], cost }),
  EVALUATE: async (run, { chance }, cost) => ({
    type: 'record-evaluation',
    artifact: run.artifact ?? '',
    results: verdictsBy(run, chance),
    // some runs were recorded before there were obligations
    ...(run.setup.max_iterations % 2 === 0 ? { obligations: obligationsBy(run, chance) } : {}),
    cost,
  }),
  CRITIQUE: async (run, _, cost) => ({
    type: 'record-critique',
    issues: [...(run.evaluation?.failed ?? []), ...(run.evaluation?.warnings ?? [])]
      .slice(0, 2)
      .map(({ id }) => ({ rule_id: id, problem: 'p', fix_instruction: 'f', expected_effect: 'e' })),
    cost,
  }),
  REFINE: async (_, { chance, blobs }, cost) => ({
    type: 'record-refinement',
    artifact: await blobs.put(`refined ${chance.below(1_000_000)}`),
    fixedByMachine: [],
    cost,
  }),
}

const obligationsBy = (run: Begun, chance: Chance): readonly Obligation[] =>
  ['task.1', 'task.2'].map((id): Obligation => {
    const status = chance.pick(['met', 'met', 'met', 'undecided', 'unmet'] as const)
    return {
      id,
      statement: id,
      source: { kind: 'task', text: id },
      weight: chance.happens(0.8) ? 'must' : 'should',
      decided_by: 'judge',
      status,
      reason: 'by chance',
      evidence: status === 'met' && chance.happens(0.9) ? [{ text: 'a line' }] : [],
      self_reported: chance.happens(0.1),
      ...(run.artifact === null ? {} : { subject: run.artifact }),
    }
  })

const verdictsBy = (run: Begun, chance: Chance) =>
  activeRules(run.setup.criteria, run.phase).map(({ id }) => ({
    id,
    verdict: chance.happens(0.25 + run.iteration * 0.2) ? ('pass' as const) : ('fail' as const),
    details: 'by chance',
  }))
