import { createHash } from 'node:crypto'
import { readIntent } from '../../checks/design/read-intent.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { IntentVersion } from './events.ts'
import type { FeatureFiles } from './files.ts'
import { remaining } from './gate.ts'
import { keptIntent } from './kept-intent.ts'
import { type DesignRun, filesOf } from './places.ts'
import type { At, DesignCommand, Live } from './state.ts'

/** An intent that was edited while nobody worked is taken as it is, and judged anew. */
export async function takeEdit(
  workspace: Workspace,
  { name, state }: DesignRun,
  note: (text: string) => void,
): AsyncResult<DesignCommand | null> {
  const edited = await editedIntent(workspace, name, state)
  if (!edited.ok || edited.value === null) return edited.ok ? ok(null) : edited
  const intent = edited.value
  if (state.at === 'CANDIDATE' && remaining(state) === 0)
    return err(noneLeft(workspace, state, intent))
  note(`intent.json was edited by hand (${intent.hash.slice(0, 8)}); it is taken as it is`)
  return ok({ type: 'adopt-edit', intent, by: 'hand' })
}

export const editedSince = (state: At<'CANDIDATE'>, intent: IntentVersion): string =>
  `intent.json was edited after its evaluation (${state.judged.intent.slice(0, 12)} → ${intent.hash.slice(0, 12)})`

export const noneLeft = (
  workspace: Pick<Workspace, 'config' | 'relative' | 'root'>,
  state: At<'CANDIDATE'>,
  intent: IntentVersion,
): Problem =>
  usageProblem(
    `${editedSince(state, intent)}, and no iteration is left to judge it`,
    `go on in a new run: loopwright design reject ${state.setup.featureId} --feedback "…" --extend 5`,
    workspace.relative(filesOf(workspace, state.setup.featureId).intent),
  )

/** The intent on the disk, where it says something else than any version of this run; kept as one. */
export async function editedIntent(
  workspace: Workspace,
  name: string,
  state: Live,
): AsyncResult<IntentVersion | null> {
  if (state.intent === null) return ok(null)
  const files = filesOf(workspace, name)
  const bytes = await workspace.disk.read(files.intent)
  if (bytes === null) return ok(null)
  const read = readIntent(bytes)
  const where = workspace.relative(files.intent)
  if (!read.ok) {
    const [first] = read.error
    return usageError(
      `intent.json was edited and is not valid:\n${read.error.map(({ path, message }) => `${path === '' ? 'the file' : path}: ${message}`).join('\n')}`,
      `correct it, or take the recorded one back: loopwright save ${name} ${where} --force`,
      `${where}:${first?.line ?? 1}:${first?.column ?? 1}`,
    )
  }
  // the same design in another spelling, or a version a crash left behind, is no edit
  if (
    read.value.hash === state.intent.hash ||
    (await leftBehind(workspace, files, state, read.value))
  )
    return ok(null)
  if (read.value.intent.featureId !== name)
    return usageError(
      `intent.json was edited and is now of the feature "${read.value.intent.featureId}"`,
      `set featureId back to "${name}"`,
      where,
    )
  const text = await workspace.blobs.put(Buffer.from(bytes).toString('utf8'))
  return ok({ hash: read.value.hash, text })
}

/** The preview is written after its intent: where it is the judged one, no crash came between. */
async function leftBehind(
  { disk, blobs }: Pick<Workspace, 'disk' | 'blobs'>,
  { preview }: FeatureFiles,
  state: Live,
  { hash }: { readonly hash: string },
): Promise<boolean> {
  const shown = state.at === 'CANDIDATE' ? await disk.read(preview) : null
  const settled =
    shown !== null &&
    createHash('sha256').update(shown).digest('hex') === state.judged?.preview.sha256
  if (settled) return false
  for (const text of state.intents) {
    const known = await keptIntent(blobs, text)
    if (known.ok && known.value.hash === hash) return true
  }
  return false
}
