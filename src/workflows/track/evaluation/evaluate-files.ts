import {
  evaluateTrack,
  fixesOf,
  obligationsOfTrack,
  structuralParts,
  type TrackVerdict,
  verdictOfStructure,
} from '../../../checks/track/evaluate.ts'
import { issuesOf, verdictOfEvaluation } from '../../../checks/track/evaluation.ts'
import type { SyncFlag } from '../../../checks/track/impact.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import type { Obligation } from '../../../model/obligation.ts'
import { verdictOf } from '../../../obligations/verdict.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import type { Outcome } from '../checkpoints.ts'
import type { TrackReport } from '../report.ts'
import { gather } from './gather.ts'
import type { GatherOrder, TrackFiles } from './read-track.ts'

type EvaluateOrder = GatherOrder & {
  /** What people decided of that which no check and no judge could. */
  readonly decide?: (obligations: readonly Obligation[]) => readonly Obligation[]
}

/** Dispatches the specialists of a track and puts together what they found. Nothing is written. */
export async function evaluateFiles(
  workspace: Workspace,
  track: TrackFiles,
  { decide = (all) => all, ...order }: EvaluateOrder,
): Promise<TrackReport> {
  const gathered = await gather(workspace, track, order)
  const evaluation = await evaluateTrack(gathered.facts).finally(() => gathered.close())
  const obligations = decide(obligationsOfTrack(evaluation, gathered.ofSpec))
  return {
    ...evaluation,
    id: track.id,
    folder: track.folder,
    at: workspace.clock.now().toISOString(),
    verdict: verdicts[verdictOf(obligations).verdict],
    affectedDocs: affectedDocs(
      gathered.facts,
      evaluation.structural.impact.map(({ kind }) => kind),
    ),
    obligations,
    notes: [...track.notes, ...gathered.notes],
  }
}

const verdicts = {
  accepted: 'PASS',
  not_accepted: 'FAIL',
  undecided: 'NOT DECIDED',
} as const satisfies Record<string, TrackVerdict>

export const outcomeOf = (report: TrackReport): Outcome => ({
  verdict: report.verdict,
  runs: [
    ...report.evaluations.map(({ evaluator, passes }) => ({
      evaluator,
      verdict: verdictOfEvaluation(passes),
      issues: issuesOf(passes).map(({ message }) => message),
    })),
    {
      evaluator: 'structural' as const,
      verdict: verdictOfStructure(report.structural),
      issues: structuralParts(report.structural).flatMap(({ issues }) =>
        issues.map(({ message }) => message),
      ),
    },
  ],
  failureItems: [
    ...fixesOf(report).map(({ fix }) => fix),
    ...report.obligations
      .filter(({ source, status }) => source.kind === 'task' && status === 'unmet')
      .map(({ statement, reason }) => `${statement}: ${reason}`),
  ],
  undecided: report.obligations
    .filter(({ status, weight }) => status === 'undecided' && weight === 'must')
    .map(({ id, statement }) => `${id}: ${statement}`),
  syncRequired: report.structural.syncRequired,
})

const docsOf: Readonly<Record<string, readonly string[]>> = {
  pricing: ['conductor/product.md', 'conductor/business-strategy.md'],
  model: ['conductor/tech-stack.md', 'conductor/product.md'],
  package: ['conductor/tech-stack.md'],
  assets: ['conductor/product.md'],
  market: ['conductor/business-strategy.md', 'conductor/product.md'],
}

/** The documents that the executor listed, and those that follow from what was changed. */
function affectedDocs(
  { syncFlag, documents }: { readonly syncFlag: SyncFlag | null; readonly documents: FileTree },
  kinds: readonly string[],
): readonly string[] {
  const following = kinds
    .flatMap((kind) => docsOf[kind] ?? [])
    .filter((path) => documents.has(path))
  return [...new Set([...(syncFlag?.affected ?? []), ...following])]
}
