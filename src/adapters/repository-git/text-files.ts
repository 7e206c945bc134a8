import { ok, type Result } from '../../model/result.ts'
import type { LeftOut, RepositoryTrouble, TextFiles, TextLimits } from '../../ports/repository.ts'
import { nulList, textOf } from './nul-list.ts'
import type { Place } from './place.ts'
import { runGit } from './run-git.ts'

const usualLimits: TextLimits = { fileBytes: 1024 * 1024, totalBytes: 128 * 1024 * 1024 }

type Listed = {
  readonly mode: string
  readonly id: string
  readonly size: number
  readonly path: string
}

/** The text files of a stored tree; what is left out is named with its reason. */
export async function textFilesAt(
  place: Place,
  tree: string,
  limits: Partial<TextLimits> = {},
): Promise<Result<TextFiles, RepositoryTrouble>> {
  const git = { cwd: place.shared, env: place.env, set: { GIT_DIR: place.shared } }
  const listed = await runGit({ ...git, args: ['ls-tree', '-r', '-z', '-l', '--full-tree', tree] })
  if (!listed.ok) return listed
  const { wanted, left } = choose(nulList(listed.value.bytes).map(readLine), {
    ...usualLimits,
    ...limits,
  })
  const read = await runGit({
    ...git,
    args: ['cat-file', '--batch=%(objectsize)', '--buffer'],
    stdin: wanted.map(({ id }) => `${id}\n`).join(''),
  })
  if (!read.ok) return read
  return ok(sortOut(wanted, left, read.value.bytes))
}

/** `<mode> <type> <id> <size>\t<path>` */
function readLine(line: string): Listed {
  const tab = line.indexOf('\t')
  const [mode = '', , id = '', size = ''] = line.slice(0, tab).split(/ +/)
  return { mode, id, size: Number(size), path: line.slice(tab + 1) }
}

function choose(entries: readonly Listed[], limits: TextLimits) {
  const wanted: Listed[] = []
  const left: LeftOut[] = []
  let total = 0
  for (const entry of entries) {
    const why = whyNot(entry, limits, total)
    if (why !== null) left.push({ path: entry.path, why })
    else {
      wanted.push(entry)
      total += entry.size
    }
  }
  return { wanted, left }
}

function whyNot(entry: Listed, limits: TextLimits, total: number): LeftOut['why'] | null {
  if (entry.mode === '120000') return 'link'
  if (entry.mode === '160000') return 'submodule'
  // two names that are not UTF-8 could read the same
  if (entry.path.includes('\uFFFD')) return 'bad-name'
  if (entry.size > limits.fileBytes) return 'too-large'
  return total + entry.size > limits.totalBytes ? 'too-many' : null
}

/** Each object comes as its size, a newline, the bytes, a newline. */
function sortOut(wanted: readonly Listed[], left: readonly LeftOut[], bytes: Buffer): TextFiles {
  const files = new Map<string, string>()
  const more: LeftOut[] = []
  let at = 0
  for (const { path } of wanted) {
    const from = bytes.indexOf(10, at) + 1
    const size = Number(bytes.toString('latin1', at, from - 1))
    if (!Number.isInteger(size)) {
      // a partial clone does not hold every object, and nothing is fetched
      more.push({ path, why: 'missing' })
      at = from
      continue
    }
    const text = textOf(bytes.subarray(from, from + size))
    if (text === null) more.push({ path, why: 'binary' })
    else files.set(path, text)
    at = from + size + 1
  }
  return { files, left: [...left, ...more].toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}
