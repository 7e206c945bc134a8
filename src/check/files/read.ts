import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../../model/result.ts'
import { utf8Of } from '../../ports/disk.ts'
import type { JudgedFile } from '../../views/findings.ts'

export type CheckedFile = {
  readonly judged: JudgedFile
  /** What --fix would write, and where; null where there is nothing to change. */
  readonly repair: {
    readonly absolute: string
    readonly before: string
    readonly after: string
    readonly bytes: string
  } | null
}

/** A file as it is judged: without a byte order mark and, if all its lines end so, without carriage returns. */
export type ReadFile = {
  /** Where it is, or null for standard input. */
  readonly absolute: string | null
  /** Relative to the workspace, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly sha256: string
  readonly bom: boolean
  readonly crlf: boolean
}

const mostBytes = 20 * 1024 * 1024

/** Reads a file to be judged, `-` for standard input. Folders are taken only where they stand for a README. */
export async function readToJudge(
  workspace: Pick<Workspace, 'cwd' | 'root'>,
  name: string,
  { folders, stdin }: { folders: boolean; stdin: () => Promise<Uint8Array> },
): AsyncResult<ReadFile> {
  if (name === '-') return decode(await stdin(), { absolute: null, path: 'stdin' })
  const given = resolve(workspace.cwd, name)
  const stats = await stat(given).catch(() => null)
  if (stats === null) return usageError('there is no such file', 'check the path', name)
  if (stats.isDirectory() && !folders)
    return usageError(
      'this is a folder; name the files in it',
      'for the README of a folder: loopwright check docs <folder>',
      name,
    )
  const names = stats.isDirectory() ? await readdir(given) : []
  const readme = names.find((each) => /^readme\.md$/i.test(each)) ?? 'README.md'
  const absolute = stats.isDirectory() ? join(given, readme) : given
  const file = stats.isDirectory() ? await stat(absolute).catch(() => null) : stats
  if (file === null || !file.isFile())
    return err({
      exit: 2,
      what: stats.isDirectory() ? 'this folder has no README.md' : 'this is not a regular file',
      where: name,
    })
  if (file.size > mostBytes)
    return err({
      exit: 2,
      what: `the file has ${Math.ceil(file.size / 1024 / 1024)} MB; at most 20 MB are judged`,
      where: name,
    })
  const path = (relative(workspace.root, absolute) || name).split(sep).join('/')
  try {
    return decode(await readFile(absolute), { absolute, path })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return err({ exit: 2, what: `the file cannot be read: ${reason}`, where: name })
  }
}

function decode(
  bytes: Uint8Array,
  { absolute, path }: Pick<ReadFile, 'absolute' | 'path'>,
): Result<ReadFile> {
  const text = bytes.includes(0) ? null : utf8Of(bytes, { ignoreBOM: true })
  if (text === null)
    return usageError(
      'this is not UTF-8 text, so no gate can judge it',
      'give a text file; convert other encodings with: iconv -t utf-8',
      path,
    )
  const bom = text.startsWith('\ufeff')
  const plain = bom ? text.slice(1) : text
  // only where every line ends so: in a mixed file each ending must stay as it is
  const crlf = plain.includes('\r\n') && !/(^|[^\r])\n/.test(plain)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return ok({
    absolute,
    path,
    text: crlf ? plain.replaceAll('\r\n', '\n') : plain,
    sha256,
    bom,
    crlf,
  })
}

/** The text as it must be written: with the mark and the line endings the file had. */
export const asWritten = ({ bom, crlf }: Pick<ReadFile, 'bom' | 'crlf'>, text: string): string =>
  (bom ? '\ufeff' : '') + (crlf ? text.replace(/\r?\n/g, '\r\n') : text)
