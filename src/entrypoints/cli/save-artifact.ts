import { constants, copyFile, lstat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { type Problem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { inFormatOf } from '../../check/files/artifact-format.ts'
import { createFile, makeFolderIn, replaceFile } from '../../engine/user-files.ts'
import type { AnyRun } from '../../engine/define-workflow.ts'
import { type Call, flag, text } from './command.ts'
import { whyNotWritten } from './open-runs.ts'

/** Asks where to save the final artifact; keeping it where it is needs no answer. */
export async function offerToSave(
  call: Call,
  workspace: Workspace,
  run: AnyRun,
): Promise<Problem | null> {
  const { terminal, values } = call
  const { artifact, artifactPath, status } = run.view
  const target = text(values, 'save')
  const asJson = flag(values, 'json')
  if (artifact === null) return null
  const asks = terminal.canAsk && !flag(values, 'yes') && !asJson
  const path = target ?? (asks ? await askWhere(artifactPath) : null)
  const print = asJson ? () => undefined : terminal.print
  if (path === null) {
    print(`  kept in ${artifactPath}`)
    return null
  }
  if (status !== 'completed' && !flag(values, 'force')) {
    terminal.mention(
      `  ${terminal.paintError('red', '✗')} not saved: the artifact was not accepted (it is kept in ${artifactPath}; --force saves it all the same)`,
    )
    return null
  }
  const version = await run.version('last')
  if (!version.ok) return version.error
  const saved = await saveArtifact(
    call,
    workspace,
    resolve(workspace.cwd, path),
    version.value.text,
  )
  if (saved.ok) print(`  ${terminal.paint('green', '✓')} saved to ${saved.value}`)
  return saved.ok ? null : saved.error
}

async function askWhere(artifactPath: string): Promise<string | null> {
  const { isCancel, text: ask } = await import('@clack/prompts')
  const answer = await ask({
    message: 'Copy the final artifact to (empty: keep it where it is)',
    placeholder: artifactPath,
    defaultValue: '',
  })
  return isCancel(answer) || answer.trim() === '' ? null : answer.trim()
}

/** Writes a file for a user, in the format its name says. What is there stays unless --force, and then a copy of it. */
export async function saveArtifact(
  call: Pick<Call, 'env' | 'values' | 'workflows'>,
  workspace: Workspace,
  path: string,
  content: string,
): AsyncResult<string> {
  const frozen = await whyNotWritten(call, workspace, path)
  if (frozen !== null) return err(frozen)
  const there = await lstat(path).catch(() => null)
  const taken = usageError(
    'the file exists already, and nothing is overwritten without --force',
    `name another file, or add --force (a copy is kept as ${path}.bak)`,
    path,
  )
  if (there?.isFile() && !flag(call.values, 'force')) return taken
  const written = await inFormatOf(path, content)
  if (!written.ok) return usageError(written.error, 'name a file of another kind', path)
  if (there?.isDirectory())
    throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR', path })
  await makeFolderIn(workspace.root, dirname(path))
  if (there?.isFile()) await keepCopy(path)
  if (there === null) return (await createFile(path, written.value)) ? ok(path) : taken
  // a link at the target is replaced, never followed
  await replaceFile(path, written.value)
  return ok(path)
}

/** A copy that replaces no earlier copy. */
async function keepCopy(path: string, number = 1): Promise<void> {
  const copy = number === 1 ? `${path}.bak` : `${path}.bak.${number}`
  try {
    await copyFile(path, copy, constants.COPYFILE_EXCL)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    await keepCopy(path, number + 1)
  }
}
