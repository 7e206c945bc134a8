import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { readIntent } from '../../checks/design/read-intent.ts'
import { field, jsonOf } from '../../kit/parse.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import { readText } from '../../ports/disk.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { IntentVersion } from './events.ts'
import { inspectFreeze } from './freeze.ts'
import { filesOf, hasHistory, placeError, whyNoFeatureId } from './places.ts'
import { record } from './record.ts'
import { StateFile } from './state-file.ts'

/**
 * Looks at the place of a feature before its history is read. The history stays on the machine that made
 * it; state.json travels with the project. Where only the latter is there, it becomes the first event of
 * a new history.
 */
export async function admit(workspace: Workspace, name: string): AsyncResult<null> {
  const failure = whyNoFeatureId(name) ?? (await placeError(workspace, name))
  if (failure !== null) return err(failure)
  const { state } = filesOf(workspace, name)
  const bytes = await workspace.disk.read(state)
  if (bytes === null) return ok(null)
  const file = jsonOf(Buffer.from(bytes).toString('utf8'))
  const version = field(file, 'version')
  if (typeof version === 'number' && version > 1)
    return err(
      usageProblem(
        `state.json has version ${version}; this Loopwright knows version 1`,
        'update Loopwright; nothing was changed',
        workspace.relative(state),
      ),
    )
  return (await hasHistory(workspace, name)) ? ok(null) : adopt(workspace, name, file)
}

async function adopt(workspace: Workspace, name: string, file: unknown): AsyncResult<null> {
  const parsed = StateFile.safeParse(file)
  if (!parsed.success || parsed.data.featureId !== name)
    return err({
      exit: 5,
      what: `there is no history of ${name} on this machine, and its state.json is not readable: ${parsed.success ? 'it is of another feature' : (parsed.error.issues[0]?.message ?? '')}`,
      where: workspace.relative(filesOf(workspace, name).state),
      todo: 'restore state.json from version control',
    })
  const forged = await frozenWithout(workspace, parsed.data)
  if (forged !== null) return err(forged)
  const intent = await keptIntent(workspace, parsed.data)
  if (!intent.ok) return intent
  const lacking = await takeAlong(workspace, parsed.data)
  if (lacking !== null) return err(lacking)
  await workspace.hidePrivateFolder()
  const adopted = await record(workspace, name, {
    type: 'adopt',
    state: parsed.data,
    intent: intent.value,
  })
  return adopted.ok ? ok(null) : adopted
}

/** Nobody becomes FROZEN by editing a state file: approval, marker and intent must name one hash. */
async function frozenWithout(workspace: Workspace, file: StateFile): Promise<Problem | null> {
  if (file.state !== 'FROZEN') return null
  const { seal, approval, featureId } = file
  const sealed = seal === null ? null : await inspectFreeze(workspace, featureId, seal)
  if (
    sealed?.type === 'intact' &&
    approval?.choice === 'approve' &&
    approval.intentHash === seal?.checksumSHA256
  )
    return null
  return {
    exit: 5,
    what: `state.json says ${featureId} is FROZEN, but approval, FROZEN.md and final/intent.json do not agree`,
    where: workspace.relative(filesOf(workspace, featureId).final),
    todo: 'restore the folder from version control',
  }
}

async function keptIntent(
  workspace: Workspace,
  { featureId, intentHash }: StateFile,
): AsyncResult<IntentVersion | null> {
  if (intentHash === null) return ok(null)
  const files = filesOf(workspace, featureId)
  const bytes =
    (await workspace.disk.read(files.intent)) ?? (await workspace.disk.read(files.frozen.intent))
  const text = bytes === null ? null : Buffer.from(bytes).toString('utf8')
  const read = text === null ? null : readIntent(text)
  if (text !== null && read?.ok && read.value.hash === intentHash)
    return ok({ hash: intentHash, text: await workspace.blobs.put(text) })
  return err({
    exit: 5,
    what: `intent.json is not the one that state.json speaks of (${intentHash.slice(0, 12)})`,
    where: workspace.relative(files.intent),
    todo: 'restore both from version control',
  })
}

/**
 * The texts that travel with the project are kept on this machine too: the next generation reads the
 * requirements, and what is frozen is the very page that a person saw.
 */
async function takeAlong(
  workspace: Workspace,
  { featureId, state, continuation: { judged, setup } }: StateFile,
): Promise<Problem | null> {
  const { requirements } = setup
  const files = filesOf(workspace, featureId)
  const wanted = new Set([requirements.sha256, judged?.critique, judged?.preview.sha256])
  const there = [files.critique, files.preview, files.frozen.preview]
  for (const path of [resolve(workspace.root, requirements.path), ...there]) {
    const text = await readText(workspace.disk, path).catch(() => null)
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
