import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import type { OpenGan } from '../../app/gan-places.ts'
import { makeFolderIn } from '../../app/replace-file.ts'
import { siteVersion } from '../../app/gan-versions.ts'
import { exitCodes } from '../../model/problem.ts'
import { ok, usageError } from '../../model/result.ts'
import { type Call, flag, text } from './command.ts'
import type { Outcome } from './workflow-verbs.ts'

/** Copies a version of the site into a folder of its own. */
export async function saveSite(
  { terminal, values, cwd }: Call,
  workspace: Workspace,
  open: OpenGan,
  folder: string,
): Outcome {
  const version = await siteVersion(workspace, open, text(values, 'version') ?? 'last')
  if (!version.ok) return version
  const target = resolve(cwd, folder)
  const there = await readdir(target).catch(() => [])
  if (there.length > 0)
    return usageError(
      'the folder is not empty; nothing is written over',
      'name a new folder',
      target,
    )
  await makeFolderIn(workspace.root, target)
  const { hash, files } = version.value
  for (const { path, bytes } of files) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await writeFile(join(target, path), bytes, { flag: 'wx' })
  }
  if (flag(values, 'json'))
    terminal.print(JSON.stringify({ loopwright: 1, alias: open.runId, sha256: hash, path: target }))
  else terminal.print(`${terminal.paint('green', '✓')} saved ${hash.slice(0, 8)} to ${target}`)
  return ok(exitCodes.accepted)
}
