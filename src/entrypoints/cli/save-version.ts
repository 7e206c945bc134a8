import { resolve } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { exitCodes } from '../../model/problem.ts'
import { ok } from '../../model/result.ts'
import { type Call, flag, text } from './command.ts'
import { saveArtifact } from './save-artifact.ts'
import type { Outcome, Shelf } from './workflow-verbs.ts'

/** Copies the version that was asked for to a file, where an artifact is one text. */
export async function saveVersion(
  { terminal, values, cwd, env }: Call,
  workspace: Workspace,
  { alias, accepted, read }: Shelf,
  file: string,
): Outcome {
  const found = await read(text(values, 'version') ?? 'last')
  if (!found.ok) return found
  const { hash } = found.value
  if (!accepted)
    terminal.mention(
      `${terminal.paintError('yellow', '!')} ${alias} is not accepted; this is a copy of its work all the same`,
    )
  const saved = await saveArtifact({ env, values }, workspace, resolve(cwd, file), found.value.text)
  if (!saved.ok) return saved
  const path = saved.value
  if (flag(values, 'json'))
    terminal.print(JSON.stringify({ loopwright: 1, alias, sha256: hash, path }))
  else terminal.print(`${terminal.paint('green', '✓')} saved ${hash.slice(0, 8)} to ${path}`)
  return ok(exitCodes.accepted)
}
