import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolderIn } from '../../engine/user-files.ts'
import type { AnyRun } from '../../engine/define-workflow.ts'
import type { Version } from '../../engine/workflow.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { Outcome } from './carry.ts'
import { type Call, text, printResult } from './command.ts'
import { saveArtifact } from './save-artifact.ts'

/** Copies the version that was asked for to a file, or to a folder where it is more than one. */
export async function saveVersion(
  call: Call,
  workspace: Workspace,
  run: AnyRun,
  target: string,
): Outcome {
  const { terminal, values, cwd } = call
  const version = await run.version(text(values, 'version') ?? 'last')
  if (!version.ok) return version
  const { hash, accepted, files } = version.value
  if (!accepted)
    terminal.mention(
      `${terminal.paintError('yellow', '!')} ${run.name} is not accepted; this is a copy of its work all the same`,
    )
  const path = resolve(cwd, target)
  const saved =
    files === undefined
      ? await saveArtifact(call, workspace, path, version.value.text)
      : await saveFiles(workspace, path, files)
  if (!saved.ok) return saved
  return printResult(
    call,
    { alias: run.name, sha256: hash, path: saved.value },
    ({ terminal: { paint } }) => [
      `${paint('green', '✓')} saved ${hash.slice(0, 8)} to ${saved.value}`,
    ],
  )
}

async function saveFiles(
  { root }: Pick<Workspace, 'root'>,
  folder: string,
  files: NonNullable<Version['files']>,
): AsyncResult<string> {
  const there = await readdir(folder).catch(() => [])
  if (there.length > 0)
    return usageError(
      'the folder is not empty; nothing is written over',
      'name a new folder',
      folder,
    )
  await makeFolderIn(root, folder)
  for (const { path, bytes } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes, { flag: 'wx' })
  }
  return ok(folder)
}
