import type { z } from 'zod'
import { affectedDocuments, tierOf } from '../../../checks/track/sync/documents.ts'
import { draftSync } from '../../../checks/track/sync/draft-sync.ts'
import { archiveIssues, verifySync } from '../../../checks/track/sync/verify-sync.ts'
import type { Issue } from '../../../checks/track/evaluation.ts'
import { failedPhase } from '../../../asking/outcome.ts'
import { ok } from '../../../model/result.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import { SyncOutput } from '../contracts.ts'
import { syncPrompt } from '../prompts.ts'
import type { TrackRun } from '../state.ts'
import { type Outcome, type StepBench, treeId } from './bench.ts'
import { commitWork } from './commit-work.ts'
import { workIn, type Worked } from './work-in.ts'

const phase = 'BUSINESS_SYNC'

/** BUSINESS_SYNC: the documents are brought up to date tier by tier, and code compares them afterwards. */
export async function sync(bench: StepBench, run: TrackRun): Promise<Outcome> {
  const { head, base, setup, evaluated } = run
  if (head === null || base === null || evaluated === null)
    return failedPhase(phase, 'nothing was evaluated', true)
  const before = await bench.filesAt(base)
  const files = await bench.filesAt(head)
  if (!before.ok || !files.ok) return failedPhase(phase, 'the files of the track cannot be read')
  const { impact } = evaluated
  await bench.sweepTrees(setup.trackId, [treeId(setup.trackId, part)])
  const isOffline = bench.agentFor('writer').identity.kind === 'offline'
  const drafted =
    isOffline && !run.byHand
      ? draftSync({ impact, before: before.value, files: files.value, trackId: setup.trackId })
      : null
  const failures = run.failures.filter((each) => each.phase === phase)
  const error = failures.at(-1)?.error
  const documents = affectedDocuments(impact, files.value)
  const worked = await workIn(bench, run, {
    part,
    role: 'writer',
    phase,
    prompt: syncPrompt(run, {
      documents,
      impact: [
        ...impact.map(({ what, path }) => `${path}: ${what}`),
        ...flaggedIn(run, () => true),
      ],
      problems: verifySync(files.value).map(({ message, path = '' }) => `${path}: ${message}`),
      error,
    }),
    input: { track: setup.trackId, documents, impact, spec: run.spec, guidance: run.guidance },
    output: SyncOutput,
    attempt: failures.length + 1,
    error,
    byHand: run.byHand ? byPerson : drafted === null ? null : byDraft(drafted),
  })
  if (worked.ok)
    return synced(bench, run, {
      worked: worked.value,
      trees: { base: before.value, before: files.value },
      drafted,
      documents,
    })
  return worked.error.type === 'outcome'
    ? worked.error.outcome
    : failedPhase(phase, worked.error.error)
}

/** Why those who did the work say that documents must follow, where they have not changed them themselves. */
const flaggedIn = (
  { syncNotes }: Pick<TrackRun, 'syncNotes'>,
  isOpen: (path: string) => boolean,
): readonly string[] =>
  syncNotes.flatMap(({ required, reason, affected }) =>
    required && affected.some(isOpen) ? [reason || affected.join(', ')] : [],
  )

const part = 'documents'
const byPerson = SyncOutput.parse({ summary: 'synced by a person' })

type Drafted = ReturnType<typeof draftSync>

const byDraft = ({ done, edits }: Drafted) =>
  SyncOutput.parse({
    summary: done.join('; '),
    files: edits.map(({ path, text }) => ({ path, content: text })),
  })

type Syncing = {
  readonly worked: Worked<z.output<typeof SyncOutput>>
  readonly trees: { readonly base: FileTree; readonly before: FileTree }
  readonly drafted: Drafted | null
  readonly documents: readonly { readonly path: string }[]
}

/** Nothing is committed before the documents agree with each other and with the code. */
async function synced(
  bench: StepBench,
  run: TrackRun,
  { worked: { answer, tree, paths, touched }, trees, drafted, documents }: Syncing,
): Promise<Outcome> {
  const flagged = run.byHand
    ? []
    : flaggedIn(run, (path) => trees.base.get(path) === trees.before.get(path))
  const after = await bench.filesAt(tree)
  if (!after.ok) return failedPhase(phase, after.error)
  const left = [
    ...wrongIn({ ...trees, after: after.value }, paths),
    ...(drafted?.left ?? []).map((each) => `the built-in agent cannot do it: ${each}`),
    ...(paths.length === 0 && (documents.length > 0 || flagged.length > 0)
      ? [
          `no document was changed${flagged.map((each) => `, though it was flagged: ${each}`).join('')}`,
        ]
      : []),
  ]
  // what is drafted by code would be drafted again
  if (left.length > 0) return failedPhase(phase, left.join('; '), drafted !== null)
  const message = `docs: sync business docs — ${run.setup.title}`
  const commit =
    touched === null ? await commitWork(bench, run, { tree, paths, message }) : ok(null)
  if (!commit.ok) return failedPhase(phase, commit.error)
  const at = bench.now()
  const by = run.byHand ? 'a person' : bench.nameOf('writer')
  const done = [answer.summary || answer.notes].filter((text) => text !== '')
  return (cost) => ({
    type: 'record-synced',
    commit: commit.value,
    documents: [...paths],
    done,
    at,
    by,
    ...(touched === null ? {} : { touched }),
    cost,
  })
}

type Trees = Syncing['trees'] & { readonly after: FileTree }

/**
 * What the documents of the business do not agree on since the track began, archives that were edited, and
 * files that are no documents.
 */
function wrongIn({ base, before, after }: Trees, paths: readonly string[]): readonly string[] {
  const known = new Set(verifySync(base).map(textOf))
  const foreign = paths.filter((path) => tierOf(path) === null && !/\.mdx?$/i.test(path))
  return [
    ...foreign.map((path) => `${path} is no document of the business`),
    ...verifySync(after)
      .filter((issue) => !known.has(textOf(issue)))
      .map(placed),
    ...archiveIssues(before, after).map(placed),
  ]
}

const textOf = ({ path = '', message }: Issue): string => `${path} ${message}`

const placed = ({ path = '', line, message }: Issue): string =>
  `${path}${line === undefined ? '' : `:${line}`} ${message}`
