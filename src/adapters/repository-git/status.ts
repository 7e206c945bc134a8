import { join, relative, sep } from 'node:path'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { RepositoryError } from '../../ports/repository.ts'
import { nulList } from './nul-list.ts'
import type { Place } from './place.ts'
import { runGit } from './run-git.ts'

/** Two letters as git prints them: `??` is new, `!!` ignored. Ignored folders end with `/`. */
export type StatusEntry = { readonly state: string; readonly path: string }

/** Where HEAD is. `branch` is null where it is detached, `commit` where there is none yet. */
export type Head = { readonly branch: string | null; readonly commit: string | null }

export type Status = { readonly head: Head; readonly entries: readonly StatusEntry[] }

/** What differs in the user's checkout from its last commit. Our own folder is left out. */
export async function readStatus(place: Place): AsyncResult<Status, RepositoryError> {
  const said = await runGit({
    cwd: place.root,
    env: place.env,
    args: [
      'status',
      // of all forms this one names HEAD too
      '--porcelain=v2',
      '--branch',
      '--no-ahead-behind',
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
  const lines = nulList(said.value.bytes)
  const entries = lines.flatMap(entryOf)
  return ok({
    head: headIn(lines),
    entries: entries.filter(({ path }) => own === null || !`${path}/`.startsWith(own)),
  })
}

/** How many words come before the path in a line of each kind; what begins with `#` is no entry. */
const wordsBefore: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1, '!': 1 }

function entryOf(line: string): readonly StatusEntry[] {
  const [kind = '', letters = ''] = line.split(' ', 2)
  const count = wordsBefore[kind]
  if (count === undefined) return []
  const state = count === 1 ? kind.repeat(2) : letters.replaceAll('.', ' ')
  return [{ state, path: line.split(' ').slice(count).join(' ') }]
}

function headIn(lines: readonly string[]): Head {
  const after = (name: string) =>
    lines.find((line) => line.startsWith(`# ${name} `))?.slice(name.length + 3) ?? ''
  const [commit, branch] = [after('branch.oid'), after('branch.head')]
  return {
    branch: branch === '(detached)' ? null : branch,
    commit: commit === '(initial)' ? null : commit,
  }
}

/** The private folder as git names it, or null where it lies elsewhere. */
function ownFolder({ root, worktrees }: Place): string | null {
  const path = relative(root, join(worktrees, '..')).split(sep).join('/')
  return path === '' || path.startsWith('..') ? null : `${path}/`
}
