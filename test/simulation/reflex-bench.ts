import type { Obligation } from '../../src/model/obligation.ts'
import type { ReflexStep } from '../../src/workflows/reflex/machine.ts'
import { activeRules } from '../../src/workflows/reflex/scoring.ts'
import type { Begun, ReflexCommand } from '../../src/workflows/reflex/state.ts'
import type { Chance } from './random.ts'
import type { Tools } from './scene.ts'

/** A step of a loop as agents might do it. */
export async function workOnLoop({ do: step, run }: ReflexStep, tools: Tools) {
  const { chance } = tools
  const cost = { ms: chance.below(900), tokens: chance.below(100) }
  if (chance.happens(0.04))
    return {
      type: 'record-failure',
      failures: [{ phase: phaseOf(step), error: 'by chance' }],
      final: chance.happens(0.1),
      cost,
    } satisfies ReflexCommand
  return outcomes[step](run, tools, cost)
}

const phaseOf = (step: ReflexStep['do']) => (step === 'PRODUCE_PREPARE' ? 'PRODUCE' : step)

type Outcome = (
  run: Begun,
  tools: Tools,
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
