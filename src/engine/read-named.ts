import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type AsyncResult, ok, usageError } from '../model/result.ts'
import type { Workspace } from '../ports/workspace.ts'

/** A file that a user named; what keeps it from being read is theirs to put right. */
export async function readNamed(
  { relative }: Pick<Workspace, 'relative'>,
  path: string,
  { missing, todo }: { readonly missing: string; readonly todo: string },
): AsyncResult<Buffer> {
  const wrong = (what: string) => usageError(what, todo, relative(path))
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return wrong(missing)
  if (!stats.isFile()) return wrong('this is no file')
  try {
    return ok(await readFile(path))
  } catch (error) {
    return wrong(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The same of a file of text, such as a spec. */
export async function readNamedText(
  workspace: Pick<Workspace, 'cwd' | 'relative'>,
  path: string,
): AsyncResult<string> {
  const bytes = await readNamed(workspace, resolve(workspace.cwd, path), {
    missing: 'there is no such file',
    todo: 'check the path',
  })
  return bytes.ok ? ok(bytes.value.toString('utf8')) : bytes
}
