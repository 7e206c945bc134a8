import { join, relative, sep } from 'node:path'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { RepositoryError } from '../../ports/repository.ts'
import { nulList } from './nul-list.ts'
import type { Place } from './place.ts'
import { runGit } from './run-git.ts'

/** Two letters as git prints them: `??` is new, `!!` ignored. Ignored folders end with `/`. */
export type StatusEntry = { readonly state: string; readonly path: string }

/** What differs in the user's checkout from its last commit. Our own folder is left out. */
export async function readStatus(
  place: Place,
): AsyncResult<readonly StatusEntry[], RepositoryError> {
  const said = await runGit({
    cwd: place.root,
    env: place.env,
    args: [
      'status',
      '--porcelain=v1',
      '-z',
      '--no-renames',
      // git would be started in them with settings of their own
      '--ignore-submodules=dirty',
      '--untracked-files=all',
      // traditional would name every file below node_modules
      '--ignored=matching',
    ],
  })
  if (!said.ok) return said
  const own = ownFolder(place)
  return ok(
    nulList(said.value.bytes)
      .map((line) => ({ state: line.slice(0, 2), path: line.slice(3) }))
      .filter(({ path }) => own === null || !`${path}/`.startsWith(own)),
  )
}

/** The private folder as git names it, or null where it lies elsewhere. */
function ownFolder({ root, worktrees }: Place): string | null {
  const path = relative(root, join(worktrees, '..')).split(sep).join('/')
  return path === '' || path.startsWith('..') ? null : `${path}/`
}
