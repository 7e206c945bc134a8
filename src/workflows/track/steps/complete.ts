import { failedPhase } from '../../../asking/outcome.ts'
import type { AnsweredFile } from '../../../ports/repository.ts'
import { documentsOf, isOwn, sharedFolder } from '../documents-of.ts'
import { knowledgeAfter, retrospectiveOf } from '../retrospective-of.ts'
import type { TrackRun } from '../state.ts'
import { type Outcome, type StepBench, treeId } from './bench.ts'

const phase = 'COMPLETE'

/** COMPLETE: registry, index, decision log, knowledge and the track's own documents become the last commit. */
export async function complete(bench: StepBench, run: TrackRun): Promise<Outcome> {
  const { head, setup } = run
  if (head === null) return failedPhase(phase, 'the track has no commit', true)
  await bench.sweepTrees(setup.trackId, [])
  const tree = await bench.openTree(treeId(setup.trackId, 'complete'), head)
  if (!tree.ok) return failedPhase(phase, tree.error.what)
  const now = bench.now()
  const files = await bench.filesAt(head)
  if (!files.ok) return failedPhase(phase, files.error)
  const errors = `${sharedFolder(setup)}/knowledge/errors.json`
  const knowledge = knowledgeAfter(run, files.value.get(errors) ?? null, now)
  if (!knowledge.ok) return failedPhase(phase, knowledge.error.what, true)
  const learned = { knowledge: knowledge.value, ...retrospectiveOf(run, knowledge.value, now) }
  const completed = { commit: head, at: now, ...learned }
  const state = { ...run, at: 'ended', outcome: 'completed', reason: '', completed } as const
  const documents: AnsweredFile[] = []
  for (const { path, content } of documentsOf(state, bench.blobs)) {
    const before = isOwn(setup, path) ? await bench.document(path) : (files.value.get(path) ?? null)
    const after = await content(before)
    if (!after.ok) return failedPhase(phase, `${path}: ${after.error}`, true)
    if (after.value !== null) documents.push({ path, text: after.value })
  }
  const written = await tree.value.write(documents)
  if (!written.ok) return failedPhase(phase, written.error.what)
  const appended = await bench.append({
    id: setup.trackId,
    parent: head,
    base: head,
    tree: written.value,
    words: { message: `docs: complete ${setup.trackId} - evaluation passed`, date: now },
  })
  if (!appended.ok) return failedPhase(phase, appended.error.what)
  await tree.value.remove()
  return () => ({
    type: 'record-completed',
    commit: appended.value.commit,
    at: now,
    ...learned,
  })
}
