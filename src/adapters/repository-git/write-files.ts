import { constants } from 'node:fs'
import { lstat, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { AnsweredFile, RepositoryError } from '../../ports/repository.ts'

type Planned = { readonly parts: readonly string[]; readonly text: string | null }

const mostFiles = 5_000
const mostBytes = 8 * 1024 * 1024

/** Writes an agent's files below a folder. Every path is looked at before the first is written. */
export async function writeAnsweredFiles(
  folder: string,
  files: readonly AnsweredFile[],
  submodules: readonly string[],
): AsyncResult<readonly string[], RepositoryError> {
  const planned = plan(files, submodules)
  if (!planned.ok) return planned
  for (const { parts } of planned.value) {
    const why = await obstacle(folder, parts)
    if (why !== null) return refuse(parts.join('/'), why)
  }
  try {
    // removals first: a file may become a folder of the same answer
    for (const { parts, text } of planned.value)
      if (text === null) await rm(join(folder, ...parts), { force: true })
    for (const { parts, text } of planned.value)
      if (text !== null) await writeText(folder, parts, text)
    return ok(planned.value.map(({ parts }) => parts.join('/')))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return err({ type: 'failed', what: `an answered file could not be written: ${reason}` })
  }
}

function plan(
  files: readonly AnsweredFile[],
  submodules: readonly string[],
): Result<readonly Planned[], RepositoryError> {
  if (files.length > mostFiles)
    return err({ type: 'unsafe-path', what: `${files.length} files are too many at once` })
  const planned = new Map<string, Planned>()
  for (const { path, text } of files) {
    const checked = checkPath(path)
    if (checked.type === 'unsafe') return refuse(path, checked.why)
    const plain = checked.parts.join('/')
    if (planned.has(plain)) return refuse(path, 'it is answered twice')
    const outside = submodules.find((each) => plain === each || plain.startsWith(`${each}/`))
    if (outside !== undefined) return refuse(path, `it lies in the submodule ${outside}`)
    if (text !== null && Buffer.byteLength(text) > mostBytes) return refuse(path, 'it is too large')
    planned.set(plain, { parts: checked.parts, text })
  }
  const clash = clashOf(planned)
  return clash === null
    ? ok([...planned.values()])
    : refuse(clash, 'it is answered as a file and as a folder')
}

/** A written file whose path is also a folder of another written file. */
function clashOf(planned: ReadonlyMap<string, Planned>): string | null {
  for (const { parts, text } of planned.values()) {
    if (text === null) continue
    for (const length of parts.keys()) {
      const above = planned.get(parts.slice(0, length).join('/'))
      if (above !== undefined && above.text !== null) return above.parts.join('/')
    }
  }
  return null
}

const refuse = (path: string, why: string) =>
  err<RepositoryError>({
    type: 'unsafe-path',
    what: `the path ${JSON.stringify(path)} is refused: ${why}`,
    todo: 'answer with paths of plain files below the repository’s root',
  })

/** What on the disk stands in the way of a path, or null. */
async function obstacle(folder: string, parts: readonly string[]): Promise<string | null> {
  for (const length of parts.keys()) {
    const upTo = parts.slice(0, length + 1)
    const stats = await lstat(join(folder, ...upTo)).catch(() => null)
    if (stats === null) return null
    const last = upTo.length === parts.length
    if (stats.isSymbolicLink())
      return last ? 'it is a link' : `it passes the link ${upTo.join('/')}`
    if (last && stats.isDirectory()) return 'it is a folder'
    if (last && !stats.isFile()) return 'it is no plain file'
  }
  return null
}

async function writeText(folder: string, parts: readonly string[], text: string): Promise<void> {
  await mkdir(join(folder, ...parts.slice(0, -1)), { recursive: true })
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants
  const file = await open(join(folder, ...parts), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o644)
  try {
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}

/** Why an answered path is refused, or its parts. */
type CheckedPath =
  | { readonly type: 'safe'; readonly parts: readonly string[] }
  | { readonly type: 'unsafe'; readonly why: string }

/** Only plain paths below the worktree's root are safe. Nothing here looks at the disk. */
export function checkPath(path: string): CheckedPath {
  const unsafe = (why: string): CheckedPath => ({ type: 'unsafe', why })
  if (path === '') return unsafe('it is empty')
  if (/\p{Cc}/u.test(path)) return unsafe('it holds a control character')
  if (path.includes('\\')) return unsafe('it holds a backslash; folders are separated by "/"')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.startsWith('~'))
    return unsafe('it is absolute; paths begin at the repository’s root')
  if (!path.isWellFormed()) return unsafe('it is not valid text')
  const parts = path.split('/').filter((part) => part !== '.')
  if (parts.includes('..')) return unsafe('it holds ".."')
  if (parts.length === 0 || parts.includes('')) return unsafe('it holds an empty name')
  if (parts.some(meansGitFolder)) return unsafe('it leads into git’s own folder')
  if (parts.some((part) => Buffer.byteLength(part) > 255)) return unsafe('a name in it is too long')
  return { type: 'safe', parts }
}

/** Some file systems ignore case, trailing dots and blanks, or invisible letters, or know short names. */
function meansGitFolder(part: string): boolean {
  const plain = part
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/[ .]+$/, '')
    .replace(/:.*$/, '')
  return plain === '.git' || /^git~\d+$/.test(plain)
}
