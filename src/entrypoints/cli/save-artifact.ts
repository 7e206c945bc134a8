import { constants, copyFile, lstat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { refuseFrozenWrite } from '../../app/design-writes.ts'
import { type Problem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { inFormatOf } from '../../app/artifact-format.ts'
import { createFile, makeFolderIn, replaceFile } from '../../app/replace-file.ts'
import type { RunView } from '../../model/run-view.ts'
import { type Call, flag, whoAmI } from './command.ts'

type Offer = { readonly run: RunView; readonly artifact: string; readonly target?: string }

/** Asks where to save the final artifact; keeping it where it is needs no answer. */
export async function offerToSave(
  call: Call,
  workspace: Workspace,
  { run, artifact, target }: Offer,
): Promise<Problem | null> {
  const { terminal } = call
  const asks = terminal.canAsk && !flag(call.values, 'yes')
  const path = target ?? (asks ? await askWhere(run) : null)
  if (path === null) {
    terminal.print(`  kept in ${run.artifactPath}`)
    return null
  }
  if (run.status !== 'completed' && !flag(call.values, 'force')) {
    terminal.mention(
      `  ${terminal.paintError('red', '✗')} not saved: the artifact was not accepted (it is kept in ${run.artifactPath}; --force saves it all the same)`,
    )
    return null
  }
  const saved = await saveArtifact(call, workspace, resolve(workspace.cwd, path), artifact)
  if (saved.ok) terminal.print(`  ${terminal.paint('green', '✓')} saved to ${saved.value}`)
  return saved.ok ? null : saved.error
}

async function askWhere(run: RunView): Promise<string | null> {
  const { isCancel, text } = await import('@clack/prompts')
  const answer = await text({
    message: 'Copy the final artifact to (empty: keep it where it is)',
    placeholder: run.artifactPath,
    defaultValue: '',
  })
  return isCancel(answer) || answer.trim() === '' ? null : answer.trim()
}

/** Writes a file for a user, in the format its name says. What is there stays unless --force, and then a copy of it. */
export async function saveArtifact(
  { env, values }: Pick<Call, 'env' | 'values'>,
  workspace: Workspace,
  path: string,
  text: string,
): AsyncResult<string> {
  const frozen = await refuseFrozenWrite(workspace, path, whoAmI(env))
  if (frozen !== null) return err(frozen)
  const there = await lstat(path).catch(() => null)
  const taken = usageError(
    'the file is there already, and nothing is overwritten unasked',
    `name another file, or add --force (a copy is kept as ${path}.bak)`,
    path,
  )
  if (there?.isFile() && !flag(values, 'force')) return taken
  const written = await inFormatOf(path, text)
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
