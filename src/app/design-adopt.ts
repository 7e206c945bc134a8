import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
import { readIntent } from '../checks/design/read-intent.ts'
import { jsonOf } from '../kit/parse.ts'
import type { Problem } from '../model/problem.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import type { IntentVersion } from '../workflows/design/events.ts'
import { StateFile } from '../workflows/design/state-file.ts'
import type { Live } from '../workflows/design/state.ts'
import { inspectFreeze } from './design-freeze.ts'
import { type FeaturePlace, orderFeature } from './design-places.ts'

/** state.json as it lies there: undefined where there is none, null where it is no JSON. */
export async function readState(workspace: Workspace, place: FeaturePlace): Promise<unknown> {
  const bytes = await workspace.disk.read(place.files.state)
  return bytes === null ? undefined : jsonOf(Buffer.from(bytes).toString('utf8'))
}

/**
 * The history of a feature stays on the machine that made it; state.json travels with the project.
 * Where only the latter is there, it becomes the first event of a new history.
 */
export async function adopt(workspace: Workspace, place: FeaturePlace): AsyncResult<Live | null> {
  const file = await readState(workspace, place)
  if (file === undefined) return ok(null)
  const parsed = StateFile.safeParse(file)
  if (!parsed.success || parsed.data.featureId !== place.featureId)
    return err({
      exit: 5,
      what: `there is no history of ${place.featureId} on this machine, and its state.json is not readable: ${parsed.success ? 'it is of another feature' : (parsed.error.issues[0]?.message ?? '')}`,
      where: workspace.relative(place.files.state),
      todo: 'restore state.json from version control',
    })
  const forged = await frozenWithout(workspace, place, parsed.data)
  if (forged !== null) return err(forged)
  const intent = await keptIntent(workspace, place, parsed.data)
  if (!intent.ok) return intent
  const lacking = await takeAlong(workspace, place, parsed.data)
  if (lacking !== null) return err(lacking)
  await workspace.hidePrivateFolder()
  return orderFeature(workspace, place, {
    type: 'adopt',
    state: parsed.data,
    intent: intent.value,
  })
}

/** Nobody becomes FROZEN by editing a state file: approval, marker and intent must name one hash. */
async function frozenWithout(
  workspace: Workspace,
  place: FeaturePlace,
  file: StateFile,
): Promise<Problem | null> {
  if (file.state !== 'FROZEN') return null
  const { seal, approval } = file
  const sealed = seal === null ? null : await inspectFreeze(workspace, place, seal)
  if (
    sealed?.type === 'intact' &&
    approval?.choice === 'approve' &&
    approval.intentHash === seal?.checksumSHA256
  )
    return null
  return {
    exit: 5,
    what: `state.json says ${place.featureId} is FROZEN, but approval, FROZEN.md and final/intent.json do not agree`,
    where: workspace.relative(place.files.final),
    todo: 'restore the folder from version control',
  }
}

async function keptIntent(
  workspace: Workspace,
  place: FeaturePlace,
  file: StateFile,
): AsyncResult<IntentVersion | null> {
  if (file.intentHash === null) return ok(null)
  const bytes =
    (await workspace.disk.read(place.files.intent)) ??
    (await workspace.disk.read(place.files.frozen.intent))
  const text = bytes === null ? null : Buffer.from(bytes).toString('utf8')
  const read = text === null ? null : readIntent(text)
  if (text !== null && read?.ok && read.value.hash === file.intentHash)
    return ok({ hash: file.intentHash, text: await workspace.blobs.put(text) })
  return err({
    exit: 5,
    what: `intent.json is not the one that state.json speaks of (${file.intentHash.slice(0, 12)})`,
    where: workspace.relative(place.files.intent),
    todo: 'restore both from version control',
  })
}

/**
 * The texts that travel with the project are kept on this machine too: the next generation reads the
 * requirements, and what is frozen is the very page that a person saw.
 */
async function takeAlong(
  workspace: Workspace,
  { files }: FeaturePlace,
  { state, continuation: { judged, setup } }: StateFile,
): Promise<Problem | null> {
  const { requirements } = setup
  const wanted = new Set([requirements.sha256, judged?.critique, judged?.preview.sha256])
  const there = [files.critique, files.preview, files.frozen.preview]
  for (const path of [resolve(workspace.root, requirements.path), ...there]) {
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text === null) continue
    const hash = createHash('sha256').update(text).digest('hex')
    if (wanted.delete(hash)) await workspace.blobs.put(text)
  }
  if (state !== 'CANDIDATE' || !wanted.has(judged?.preview.sha256)) return null
  return {
    exit: 5,
    what: 'preview.html is not the one that state.json speaks of',
    where: workspace.relative(files.preview),
    todo: 'restore both from version control',
  }
}
