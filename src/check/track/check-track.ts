import { join } from 'node:path'
import { replaceFile } from '../../engine/user-files.ts'
import type { ExitCode } from '../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { onEnd, onStart } from '../../workflows/track/checkpoints.ts'
import { mergeInto, migration } from '../../workflows/track/metadata.ts'
import { changeMetadata } from '../../workflows/track/metadata-file.ts'
import { trackMarkdown, type TrackReport } from '../../workflows/track/report.ts'
import { decideByPerson } from '../files/exam.ts'
import { evaluateFiles, outcomeOf } from '../../workflows/track/evaluation/evaluate-files.ts'
import {
  type GatherOrder,
  readTrack,
  type TrackFiles,
} from '../../workflows/track/evaluation/read-track.ts'

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
  const { decided } = order
  const report = await evaluateFiles(workspace, track.value, {
    ...order,
    ...(decided === undefined ? {} : { decide: (all) => decideByPerson(all, decided) }),
  })
  if (order.writes) {
    const written = await writeMetadata(workspace, order, track.value, report)
    if (!written.ok) return written
    await replaceFile(join(track.value.at, 'evaluation-report.md'), trackMarkdown(report))
  }
  return ok({ report, exit: exitOf[report.verdict] })
}

const exitOf: Readonly<Record<TrackReport['verdict'], ExitCode>> = {
  PASS: 0,
  FAIL: 1,
  'NOT DECIDED': 3,
}

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
