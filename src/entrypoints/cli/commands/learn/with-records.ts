import { openWorkspace } from '../../../../app.ts'
import { inLibrary, type Library } from '../../../../learn/open.ts'
import type { ExitCode } from '../../../../model/problem.ts'
import type { AsyncResult } from '../../../../model/result.ts'
import type { Call } from '../../command.ts'

/** Opens the workspace and its records for one command. */
export async function withRecords(
  { cwd, env }: Pick<Call, 'cwd' | 'env'>,
  work: (library: Library) => AsyncResult<ExitCode>,
): AsyncResult<ExitCode> {
  const workspace = await openWorkspace({ cwd, env })
  return workspace.ok ? inLibrary(workspace.value, work) : workspace
}
