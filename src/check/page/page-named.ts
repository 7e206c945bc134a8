import { nameOf, openKnownRun } from '../../engine/open-run.ts'
import type { Result } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { gan } from '../../workflows/gan/definition.ts'
import { pageOf, type RunPage } from '../../workflows/gan/page.ts'

/** The page of the run that a word names; null where it names none. */
export async function pageNamed(
  workspace: Workspace,
  word: string,
): Promise<Result<RunPage> | null> {
  const name = nameOf(gan, await gan.names(workspace), word.replace(/^gan:/, ''))
  if (name === undefined) return null
  const open = await openKnownRun(gan, workspace, name)
  return open.ok ? pageOf(workspace, open.value) : open
}
