import type { Obligation } from '../../model/obligation.ts'
import { type Dispatch, dispatch } from './dispatch.ts'
import {
  type Evaluation,
  type Issue,
  issuesOf,
  obligationsOf,
  type Part,
  type Pass,
  type TrackVerdict,
  unmet,
  verdictOfEvaluation,
} from './evaluation.ts'
import type { Evaluator } from './evaluators.ts'
import type { TrackFacts } from './facts.ts'
import { checkStructure, type Structural, type StructuralFacts } from './structural.ts'

/** Begins with what it needs; all else comes later. */
export type Specialist = (facts: TrackFacts, whole: Promise<TrackFacts>) => Promise<readonly Pass[]>
export type Specialists = Readonly<Record<Evaluator, () => Promise<Specialist>>>

/** The four specialists, loaded when a track needs them. */
export const specialists: Specialists = {
  'eval-ui-ux': async () => (await import('./ui-ux/evaluate.ts')).evaluateUiUx,
  'eval-code-quality': async () => (await import('./code-quality/evaluate.ts')).evaluateCodeQuality,
  'eval-integration': async () => (await import('./integration/evaluate.ts')).evaluateIntegration,
  'eval-business-logic': async () =>
    (await import('./business-logic/evaluate.ts')).evaluateBusinessLogic,
}

export type TrackEvaluation = {
  readonly evaluations: readonly Evaluation[]
  readonly structural: Structural
}

type Facts = TrackFacts & Pick<StructuralFacts, 'repository' | 'syncFlag'>

/** The facts once the application runs, once it was looked at, once the commands ended, and once all of it is there. */
export type FactsInTime = Readonly<
  Record<'running' | 'started' | 'measured' | 'whole', Promise<Facts>>
>

const needs: Readonly<Record<Evaluator, keyof FactsInTime>> = {
  'eval-ui-ux': 'started',
  'eval-code-quality': 'measured',
  'eval-integration': 'running',
  'eval-business-logic': 'whole',
}

/** Decides which specialists must look at a track, lets them all do so at once, and judges nothing itself. */
export async function evaluateTrack(
  dispatched: readonly Dispatch[],
  facts: FactsInTime,
  known: Specialists = specialists,
): Promise<TrackEvaluation> {
  const evaluations = await Promise.all(dispatched.map((each) => evaluate(facts, each, known)))
  return { evaluations, structural: checkStructure(await facts.whole) }
}

/** The specialists of a track, from its metadata and its spec. */
export function dispatchOf({
  spec,
  metadata,
}: Pick<TrackFacts, 'spec' | 'metadata'>): readonly Dispatch[] {
  const { type, name, evaluators } = metadata
  return dispatch({
    spec,
    metadata: {
      ...(typeof type === 'string' ? { type } : {}),
      ...(typeof name === 'string' ? { name } : {}),
      ...(Array.isArray(evaluators) ? { evaluators: evaluators.map(String) } : {}),
    },
  })
}

/** 3.12: a specialist that breaks is asked once more; then it fails, never silently passes. */
async function evaluate(
  facts: FactsInTime,
  chosen: Dispatch,
  known: Specialists,
): Promise<Evaluation> {
  const { evaluator } = chosen
  // it is loaded while what it needs is made
  const loading = known[evaluator]()
  void loading.catch(() => null)
  const needed = await facts[needs[evaluator]]
  const ask = async (load = known[evaluator]()) => (await load)(needed, facts.whole)
  const passes = await ask(loading)
    .catch(() => ask())
    .catch((error: unknown): readonly Pass[] => [
      { number: 0, name: 'Evaluator', parts: [broken(evaluator, error)] },
    ])
  return { evaluator, dispatch: chosen, passes }
}

const broken = (evaluator: Evaluator, error: unknown): Part =>
  unmet('evaluator', `${evaluator} can be run`, [
    {
      message: `evaluator error: ${error instanceof Error ? error.message : String(error)}`,
      fix: `run ${evaluator} again; if it breaks again, report it`,
    },
  ])

/** What all of it comes to: one list of obligations, for one verdict. */
export function obligationsOfTrack(
  { evaluations, structural }: TrackEvaluation,
  ofSpec: readonly Obligation[],
): readonly Obligation[] {
  const structure = structuralParts(structural).map((part): Obligation => ({
    id: `structural.${part.id}`,
    statement: part.about,
    source: { kind: 'workflow', text: 'structural checks, for every track' },
    weight: 'must',
    decided_by: 'check',
    status: part.status,
    reason: part.reason,
    evidence: [...part.evidence],
  }))
  return [...structure, ...evaluations.flatMap(obligationsOf), ...ofSpec]
}

export const structuralParts = (structural: Structural): readonly Part[] => [
  structural.planUpdated,
  structural.scope,
  structural.noSkipped,
  structural.build,
  structural.businessDocs,
]

/** 3.7: the structural checks count as one more evaluator. */
export function verdictOfStructure(structural: Structural): TrackVerdict {
  return verdictOfEvaluation([{ number: 0, name: 'Structure', parts: structuralParts(structural) }])
}

/** Everything that must be fixed, in the order of the report, each once. */
export function fixesOf({ evaluations, structural }: TrackEvaluation): readonly Issue[] {
  const all = [
    ...structuralParts(structural).flatMap(({ issues }) => issues),
    ...evaluations.flatMap(({ passes }) => issuesOf(passes)),
  ]
  return [
    ...new Map(
      all.map((issue) => [`${issue.path ?? ''}:${issue.line ?? ''} ${issue.fix}`, issue]),
    ).values(),
  ]
}
