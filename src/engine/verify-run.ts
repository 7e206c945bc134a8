import { twoVerdicts } from '../loop/two-verdicts.ts'
import type { Entry } from '../model/entry.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import type { ProjectedFile } from '../ports/projection.ts'
import type { Workspace } from '../ports/workspace.ts'
import { runProblem } from './open-run.ts'
import type { OpenRun, Proven, RunState, WorkflowDefinition } from './workflow.ts'

/** What comparing the disk with a history brought. Each proof and problem is a sentence. */
export type Inspection = Proven & {
  readonly state: string
  readonly events: number
  readonly hash: string
  readonly tornBytes: number
}

/** Compares everything that is kept of a run with what its history says. */
export async function verifyRun<State extends RunState, Command, Step>(
  workflow: WorkflowDefinition<State, Command, Step>,
  workspace: Workspace,
  run: OpenRun<State>,
  anchor?: string,
): AsyncResult<Inspection> {
  const read = await run.store.journal.read()
  if (!read.ok) return err(runProblem(workspace, run, read.error))
  const { entries, mark, tornBytes } = read.value
  const texts = workflow.texts(run.state)
  const parts = [
    {
      proofs: [`${entries.length} events, chained to ${mark.hash}`],
      problems: twoVerdicts(entries),
    },
    provenOrigin(entries, run.store.head(), anchor),
    proof(`${texts.length} kept texts intact`, await lostTexts(workspace, texts)),
    proof(
      'the files show the recorded state',
      await changedFiles(workspace, workflow.files(workspace, run)),
    ),
    (await workflow.prove?.(workspace, run, entries)) ?? { proofs: [], problems: [] },
  ]
  return ok({
    state: run.state.at,
    events: entries.length,
    hash: mark.hash,
    tornBytes,
    proofs: parts.flatMap(({ proofs }) => proofs),
    problems: [...parts.flatMap(({ problems }) => problems), ...run.notices],
  })
}

const proof = (proven: string, problems: readonly string[]): Proven => ({
  proofs: problems.length === 0 ? [proven] : [],
  problems,
})

async function lostTexts(
  { blobs }: Pick<Workspace, 'blobs'>,
  hashes: readonly string[],
): Promise<readonly string[]> {
  const lost: string[] = []
  for (const hash of hashes)
    if ((await blobs.get(hash)) === null)
      lost.push(`the kept text ${hash.slice(0, 8)} is missing or damaged`)
  return lost
}

async function changedFiles(
  { disk, relative }: Pick<Workspace, 'disk' | 'relative'>,
  files: readonly ProjectedFile[],
): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { path, content } of files) {
    const expected = typeof content === 'function' ? await content() : content
    if (expected === undefined || expected === null) continue
    const bytes = await disk.read(path)
    if (bytes === null || !Buffer.from(bytes).equals(Buffer.from(expected)))
      changed.push(`${relative(path)} does not show the recorded state (resume rebuilds it)`)
  }
  return changed
}

/** A chain proves that a history is whole; only a head kept elsewhere proves that it was not written anew. */
function provenOrigin(
  entries: readonly Entry[],
  head: ReturnType<OpenRun<never>['store']['head']>,
  anchor?: string,
): Proven {
  const hashes = entries.map(({ hash }) => hash)
  const proofs: string[] = []
  const problems: string[] = []
  if (head === null)
    proofs.push(
      'whole: the chain holds; this machine kept no head of it, so one rewritten as a whole would look the same',
    )
  else if (hashes[head.events - 1] === head.hash)
    proofs.push(
      `as this machine wrote it, ${head.events === hashes.length ? 'all of it' : `up to event ${head.events}; of the ${hashes.length - head.events} after that it knows nothing`}`,
    )
  else
    problems.push(
      `rewritten or shortened: this machine wrote ${head.events} events up to ${head.hash}; here are ${hashes.length}, and event ${head.events} is ${hashes[head.events - 1] ?? 'not there'}`,
    )
  if (anchor !== undefined) {
    const at = hashes.findIndex((hash) => anchor.length >= 8 && hash.startsWith(anchor))
    if (at === -1) problems.push(`no event has the anchored hash ${anchor}`)
    else proofs.push(`as it was when ${anchor} was kept, up to event ${at + 1}`)
  }
  return { proofs, problems }
}
