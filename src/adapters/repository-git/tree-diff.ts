import { type AsyncResult, ok } from '../../model/result.ts'
import type { EntryKind, FileChange, RepositoryError } from '../../ports/repository.ts'
import { nulList } from './nul-list.ts'
import { askedOnce, type Place } from './place.ts'
import { runGit, type GitCall } from './run-git.ts'

/**
 * Compares stored trees only: no worktree and no index, so that attributes a proposer wrote cannot
 * declare its own files binary.
 */
const betweenTrees = (
  place: Place,
  options: readonly string[],
  trees: readonly string[],
): GitCall => ({
  cwd: place.shared,
  env: place.env,
  set: {
    GIT_DIR: place.shared,
    GIT_WORK_TREE: place.shared,
    GIT_INDEX_FILE: `${place.shared}/loopwright-no-index`,
  },
  args: [
    'diff-tree',
    '-r',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--full-index',
    '-M50%',
    '-l4000',
    ...options,
    ...trees,
    '--',
  ],
})

export async function treePatch(
  place: Place,
  from: string,
  to: string,
): AsyncResult<Uint8Array, RepositoryError> {
  const said = await runGit(betweenTrees(place, ['-p', '--binary', '-U3'], [from, to]))
  return said.ok ? ok(said.value.bytes) : said
}

const changesBetween = askedOnce<readonly FileChange[]>(20)

export const treeChanges = (
  place: Place,
  from: string,
  to: string,
): AsyncResult<readonly FileChange[], RepositoryError> =>
  changesBetween(place, `${from} ${to}`, async () => {
    const said = await runGit(betweenTrees(place, ['--raw', '--numstat', '-z'], [from, to]))
    if (!said.ok) return said
    const { raws, rest } = readRaw(nulList(said.value.bytes))
    const counts = readCounts(rest)
    return ok(raws.map((raw) => changeOf(raw, counts)))
  })

type Raw = {
  readonly before: string
  readonly after: string
  readonly letter: string
  readonly path: string
  readonly from?: string
}

/** `:<mode> <mode> <id> <id> <letter><score>`, a path, and for a rename the new path. The counts follow. */
function readRaw(parts: readonly string[]): { raws: readonly Raw[]; rest: readonly string[] } {
  const raws: Raw[] = []
  let at = 0
  while (parts[at]?.startsWith(':')) {
    const [before = '', after = '', , , status = ''] = (parts[at] ?? '').slice(1).split(' ')
    const letter = status.slice(0, 1)
    const first = parts[at + 1] ?? ''
    const moved = letter === 'R' || letter === 'C'
    if (moved) raws.push({ before, after, letter, path: parts[at + 2] ?? '', from: first })
    else raws.push({ before, after, letter, path: first })
    at += moved ? 3 : 2
  }
  return { raws, rest: parts.slice(at) }
}

type Counts = { readonly added: number | null; readonly deleted: number | null }

/** `<added>\t<deleted>\t<path>`; of a rename the path is empty and two more parts follow. */
function readCounts(parts: readonly string[]): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Counts>()
  for (let at = 0; at < parts.length;) {
    const line = parts[at] ?? ''
    const [, added = '', deleted = '', path = ''] = /^([^\t]*)\t([^\t]*)\t(.*)$/s.exec(line) ?? []
    const moved = path === ''
    counts.set(moved ? (parts[at + 2] ?? '') : path, {
      added: count(added),
      deleted: count(deleted),
    })
    at += moved ? 3 : 1
  }
  return counts
}

const count = (word: string): number | null => (/^\d+$/.test(word) ? Number(word) : null)

const types: Readonly<Record<string, FileChange['type']>> = {
  A: 'added',
  C: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type-changed',
}

function changeOf(raw: Raw, counts: ReadonlyMap<string, Counts>): FileChange {
  const { added, deleted } = counts.get(raw.path) ?? { added: 0, deleted: 0 }
  const type = types[raw.letter] ?? 'modified'
  const executable = executableOf(raw)
  return {
    type,
    path: raw.path,
    ...(type === 'renamed' && raw.from !== undefined ? { from: raw.from } : {}),
    kind: kindOf(type === 'deleted' ? raw.before : raw.after),
    linesAdded: added,
    linesDeleted: deleted,
    binary: added === null,
    ...(executable === null ? {} : { executable }),
  }
}

export const kindOf = (mode: string): EntryKind =>
  mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file'

function executableOf({ before, after }: Raw): 'gained' | 'lost' | null {
  if (after === '100755' && before !== '100755') return 'gained'
  return before === '100755' && after === '100644' ? 'lost' : null
}
