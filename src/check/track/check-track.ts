import { join } from 'node:path'
import { verdictOfEvaluation, issuesOf } from '../../checks/track/evaluation.ts'
import {
  evaluateTrack,
  fixesOf,
  obligationsOfTrack,
  structuralParts,
  type TrackVerdict,
  verdictOfStructure,
} from '../../checks/track/evaluate.ts'
import type { SyncFlag } from '../../checks/track/impact.ts'
import { replaceFile } from '../../engine/user-files.ts'
import type { FileTree } from '../../model/file-tree.ts'
import type { ExitCode } from '../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import { exitOfVerdict, verdictOf } from '../../obligations/verdict.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { onEnd, onStart, type Outcome } from '../../workflows/track/checkpoints.ts'
import { mergeInto, migration } from '../../workflows/track/metadata.ts'
import { changeMetadata } from '../../workflows/track/metadata-file.ts'
import { trackMarkdown, type TrackReport } from '../../workflows/track/report.ts'
import { decideByPerson } from '../files/exam.ts'
import { gather } from './gather.ts'
import { type GatherOrder, readTrack, type TrackFiles } from './read-track.ts'

export type TrackOrder = GatherOrder & {
  readonly folder: string
  /** Whether metadata.json and evaluation-report.md are written. */
  readonly writes: boolean
  readonly decided?: Parameters<typeof decideByPerson>[1]
}

export type CheckedTrack = { readonly report: TrackReport; readonly exit: ExitCode }

/** Evaluates a track as step 4 of the source: dispatch, all specialists, one verdict, and the checkpoints. */
export async function checkTrack(
  workspace: Workspace,
  order: TrackOrder,
): AsyncResult<CheckedTrack> {
  const track = await readTrack(workspace, order.folder)
  if (!track.ok) return track
  const begun = await writeMetadata(workspace, order, track.value, 'start')
  if (!begun.ok) return begun
  const gathered = await gather(workspace, track.value, order)
  const evaluation = await evaluateTrack(gathered.facts).finally(() => gathered.close())
  const all = obligationsOfTrack(evaluation, gathered.ofSpec)
  const obligations = order.decided === undefined ? all : decideByPerson(all, order.decided)
  const { verdict } = verdictOf(obligations)
  const report: TrackReport = {
    ...evaluation,
    id: track.value.id,
    folder: track.value.folder,
    at: workspace.clock.now().toISOString(),
    verdict: verdicts[verdict],
    affectedDocs: affectedDocs(
      gathered.facts,
      evaluation.structural.impact.map(({ kind }) => kind),
    ),
    obligations,
    notes: [...track.value.notes, ...gathered.notes],
  }
  if (order.writes) {
    const written = await writeMetadata(workspace, order, track.value, report)
    if (!written.ok) return written
    await replaceFile(join(track.value.at, 'evaluation-report.md'), trackMarkdown(report))
  }
  return ok({ report, exit: exitOfVerdict[verdict] })
}

const verdicts = {
  accepted: 'PASS',
  not_accepted: 'FAIL',
  undecided: 'NOT DECIDED',
} as const satisfies Record<string, TrackVerdict>

async function writeMetadata(
  workspace: Pick<Workspace, 'clock'>,
  { writes }: Pick<TrackOrder, 'writes'>,
  { at, metadata, plan, id }: TrackFiles,
  what: 'start' | TrackReport,
): AsyncResult<null> {
  if (!writes) return ok(null)
  const now = workspace.clock.now().toISOString()
  const changed = await changeMetadata(at, (source) => {
    const base =
      source.trim() === ''
        ? `${JSON.stringify({ version: 2, track_id: id, created_at: now }, null, 2)}\n`
        : source
    const migrated = migration(metadata, plan, now)
    const current = what === 'start' && migrated !== null ? mergeInto(base, migrated) : base
    return mergeInto(
      current,
      what === 'start' ? onStart(now) : onEnd(outcomeOf(what), metadata, now),
    )
  })
  return changed.ok ? ok(null) : err(changed.error)
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
