import type { Workspace } from '../../ports/workspace.ts'
import type { Entry } from '../../model/entry.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { type OpenOrder, orderProblem } from './orders.ts'
import { repositoryProblem } from './route.ts'

/** Every version of the change that the journal knows of, the first one first. */
export async function changeVersions(
  workspace: Workspace,
  open: OpenOrder,
): AsyncResult<readonly string[]> {
  const read = await open.store.journal.read()
  if (!read.ok) return err(orderProblem(workspace, open, read.error))
  return ok([...new Set(read.value.entries.flatMap(treeOf))])
}

const producing = new Set(['proposed', 'compiled', 'refined'])

function treeOf({ event, payload }: Entry): readonly string[] {
  if (!producing.has(event) || typeof payload !== 'object' || payload === null) return []
  return 'tree' in payload && typeof payload.tree === 'string' ? [payload.tree] : []
}

/** A version by name, number or the start of its id, as a patch against the base; `base` is the empty one. */
export async function changeVersion(
  workspace: Workspace,
  { state, runId }: OpenOrder,
  { versions, version }: { readonly versions: readonly string[]; readonly version: string },
): AsyncResult<{ readonly hash: string; readonly text: string }> {
  // before the first version there was the base, and no change
  const isFirst = version === 'base' || (version === 'previous' && versions.length === 1)
  if (isFirst && state.base !== null) return ok({ hash: state.base, text: '' })
  const hash = hashOf(state.proposal?.tree, versions, version)
  if (hash === undefined || state.base === null)
    return usageError(
      `${runId} has no version "${version}"`,
      `list them: loopwright diff ${runId} --list`,
    )
  const repository = await workspace.repository()
  const patch = await repository.patchBetween(state.base, hash)
  return patch.ok
    ? ok({ hash, text: Buffer.from(patch.value).toString('utf8') })
    : err(repositoryProblem(patch.error))
}

function hashOf(
  last: string | undefined,
  versions: readonly string[],
  version: string,
): string | undefined {
  switch (version) {
    case 'first':
      return versions[0]
    case 'last':
    case 'best':
      return last ?? versions.at(-1)
    case 'previous':
      return versions.at(-2)
    default: {
      if (/^\d{1,3}$/.test(version)) return versions[Number(version) - 1]
      const matching = versions.filter(
        (each) => /^[0-9a-f]{4,64}$/.test(version) && each.startsWith(version),
      )
      return matching.length === 1 ? matching[0] : undefined
    }
  }
}
