import { decideLists } from '../../../checks/track/business-logic/decide-lists.ts'
import { decideValues } from '../../../checks/track/business-logic/decide-values.ts'
import {
  dispatchOf,
  evaluateTrack,
  fixesOf,
  obligationsOfTrack,
  structuralParts,
  verdictOfStructure,
} from '../../../checks/track/evaluate.ts'
import { issuesOf, trackVerdicts, verdictOfEvaluation } from '../../../checks/track/evaluation.ts'
import { readWork } from '../../../checks/track/track-code.ts'
import { trackIntegrity } from '../../../checks/track/track-integrity.ts'
import { affectedDocuments } from '../../../checks/track/sync/documents.ts'
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
  const evaluation = await evaluateTrack(dispatchOf(track), gathered.facts).finally(() =>
    gathered.close(),
  )
  const facts = await gathered.facts.whole
  const ofSpec = await decideLists(facts, await decideValues(facts))
  const besides = [
    ...(facts.starts === undefined ? [] : [facts.starts]),
    ...trackIntegrity(facts, (await readWork(facts)).change),
  ]
  const obligations = decide(obligationsOfTrack(evaluation, [...ofSpec, ...besides]))
  const { syncFlag, files } = facts
  const listed = syncFlag?.affected ?? []
  const following = affectedDocuments(evaluation.structural.impact, files)
  return {
    ...evaluation,
    id: track.id,
    folder: track.folder,
    at: workspace.clock.now().toISOString(),
    verdict: trackVerdicts[verdictOf(obligations).verdict],
    affectedDocs: [...new Set([...listed, ...following.map(({ path }) => path)])],
    obligations,
    notes: [...track.notes, ...(await gathered.notes())],
  }
}

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
    ...fixesOf(report).map(
      ({ message, fix, path, line }) =>
        `${path === undefined ? '' : `${path}${line === undefined ? '' : `:${line}`} `}${message}: ${fix}`,
    ),
    ...report.obligations
      .filter(({ source, status }) => source.kind !== 'workflow' && status === 'unmet')
      .map(({ statement, reason }) => `${statement}: ${reason}`),
  ],
  undecided: report.obligations
    .filter(({ status, weight }) => status === 'undecided' && weight === 'must')
    .map(({ id, statement }) => `${id}: ${statement}`),
  syncRequired: report.structural.syncRequired,
})
