import { posix } from 'node:path'
import { trackVerdicts } from '../../checks/track/evaluation.ts'
import { ok, type Result } from '../../model/result.ts'
import type { Blobs } from '../../ports/blobs.ts'
import { logDecision } from './documents/decision-log.ts'
import { fixLog } from './documents/fix-log.ts'
import { indexTrack } from './documents/index.ts'
import { addPatterns, type Lesson } from './documents/patterns.ts'
import { registerTrack } from './documents/registry.ts'
import type { TrackSetup } from './events.ts'
import { metadataOf } from './metadata-of.ts'
import { mergeMetadata, withTheirs } from './metadata.ts'
import type { TrackReport } from './report.ts'
import type { TrackLive } from './state.ts'
import { obligationsOf, trackVerdict } from './verdict.ts'

export type TrackDocument = {
  /** From the root of the workspace. */
  readonly path: string
  /** The text that replaces what is there; null where nothing is to be written. */
  readonly content: (before: string | null) => Promise<Result<string | null, string>>
}

/** The folder around `tracks`, with what all tracks share. */
export const sharedFolder = ({ folder }: Pick<TrackSetup, 'folder'>): string =>
  posix.dirname(posix.dirname(folder))

export const isOwn = ({ folder }: Pick<TrackSetup, 'folder'>, path: string): boolean =>
  path.startsWith(`${folder}/`)

/** Every document of a track as its state tells it: its own, and those that all tracks share. */
export function documentsOf(state: TrackLive, blobs: Blobs): readonly TrackDocument[] {
  const { setup, spec, plan, cycles, completed } = state
  const { folder } = setup
  const text = (path: string, value: string | null): readonly TrackDocument[] =>
    value === null ? [] : [{ path, content: async () => ok(value) }]
  return [
    ...text(`${folder}/spec.md`, spec),
    ...text(`${folder}/plan.md`, plan === '' ? null : plan),
    {
      path: `${folder}/metadata.json`,
      content: async (before) =>
        ok(mergeMetadata(before ?? '', withTheirs(before ?? '', metadataOf(state)))),
    },
    {
      path: `${folder}/evaluation-report.md`,
      content: async () => ok(await reportOf(state, blobs)),
    },
    ...text(`${folder}/fix-log.md`, cycles.length === 0 ? null : fixLogOf(state)),
    ...text(`${folder}/retrospective.md`, completed?.retrospective ?? null),
    ...sharedOf(state),
  ]
}

const fixLogOf = ({ cycles }: TrackLive): string =>
  fixLog(
    cycles.map(({ commit, fixes, ...cycle }) => ({
      ...cycle,
      fixes: fixes.map((each) => ({ ...each, commit_sha: commit ?? '' })),
    })),
  )

/** What all tracks share; everything else in those files stays as it is. */
function sharedOf(state: TrackLive): readonly TrackDocument[] {
  const { setup, synced, completed, startedAt } = state
  const { folder, trackId: id, title } = setup
  const shared = sharedFolder(setup)
  const date = (completed?.at ?? startedAt).slice(0, 10)
  const entry = { id, title, folder: posix.relative(shared, folder), status: statusOf(state), date }
  const merged = (name: string, merge: (before: string | null) => string): TrackDocument => ({
    path: `${shared}/${name}`,
    content: async (before) => ok(merge(before)),
  })
  return [
    merged('tracks.md', (before) => registerTrack(before, entry)),
    ...(completed === null ? [] : [merged('index.md', (before) => indexTrack(before, entry))]),
    ...(synced === null || synced.commit === null
      ? []
      : [
          merged('decision-log.md', (before) =>
            logDecision(before, {
              date: synced.at.slice(0, 10),
              decision: synced.done.join('; ') || title,
              source: id,
              documents: synced.documents,
              commit: (synced.commit ?? '').slice(0, 10),
            }),
          ),
        ]),
    ...knowledgeOf(state, shared),
    ...(completed === null || !taught(state)
      ? []
      : [merged('knowledge/patterns.md', (before) => addPatterns(before, lessonOf(state, date)))]),
  ]
}

const taught = ({ cycles, guidance }: TrackLive): boolean =>
  guidance.length > 0 || cycles.some(({ fixes }) => fixes.length > 0)

/** What was fixed and not found again, and what people decided. */
const lessonOf = ({ setup, cycles, guidance }: TrackLive, date: string): Lesson => ({
  trackId: setup.trackId,
  title: setup.title,
  date,
  fixes: cycles.flatMap(({ fixes }, index) =>
    fixes.filter(
      ({ issue }) => !cycles.slice(index + 1).some((each) => each.issues.includes(issue)),
    ),
  ),
  words: guidance,
})

const statusOf = (state: TrackLive): 'new' | 'in_progress' | 'complete' =>
  state.completed !== null ? 'complete' : state.plan === '' ? 'new' : 'in_progress'

/** evaluation-report.md, with what people decided since. */
async function reportOf(state: TrackLive, blobs: Blobs): Promise<string | null> {
  const { evaluated } = state
  const stored = evaluated === null ? null : await blobs.get(evaluated.report)
  if (evaluated === null || stored === null) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept by its hash, as it was written
  const report = JSON.parse(stored) as TrackReport
  const run = { ...state, evaluated }
  // it loads what specialists read with, which nobody needs who only looks at a track
  const { trackMarkdown } = await import('./report.ts')
  return trackMarkdown({
    ...report,
    obligations: obligationsOf(run),
    verdict: trackVerdicts[trackVerdict(run)],
  })
}

/** What the fixes of this track teach the next one; a file that others changed meanwhile gets it by merging. */
function knowledgeOf({ completed }: TrackLive, shared: string): readonly TrackDocument[] {
  const knowledge = completed?.knowledge ?? null
  if (knowledge === null) return []
  return [
    {
      path: `${shared}/knowledge/errors.json`,
      content: async (before) => ok(before === knowledge.before ? knowledge.text : null),
    },
  ]
}
