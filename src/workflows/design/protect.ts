import { dirname, relative, resolve, sep } from 'node:path'
import { realpath } from 'node:fs/promises'
import type { Workspace } from '../../ports/workspace.ts'
import { FeatureId } from '../../checks/design/intent.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { admit } from './adopt.ts'
import { designRoot, filesOf } from './places.ts'
import { record } from './record.ts'

/**
 * Whatever Loopwright writes for a user passes here: a file that FROZEN.md protects is not written,
 * and that somebody tried is recorded. Null where nothing stands in the way.
 */
export async function protectFrozen(
  workspace: Workspace,
  path: string,
  by: string,
): Promise<Problem | null> {
  const [name, design, final] = relative(await real(designRoot(workspace)), await real(path)).split(
    sep,
  )
  if (name === undefined || design !== 'design' || final !== 'final') return null
  if (!FeatureId.safeParse(name).success) return null
  if ((await workspace.disk.size(filesOf(workspace, name).frozen.marker)) === null) return null
  // a history that was made elsewhere is taken over first
  const admitted = await admit(workspace, name)
  const where = workspace.relative(resolve(path))
  const recorded =
    admitted.ok && (await record(workspace, name, { type: 'refuse-write', path: where, by })).ok
  return usageProblem(
    `${name} is frozen; its files are not written${recorded ? ' (the attempt was recorded)' : ''}`,
    `to change the design, unfreeze it: loopwright design unfreeze ${name} --help`,
    where,
  )
}

/** The path without links, as far as it exists. */
async function real(path: string): Promise<string> {
  const whole = resolve(path)
  try {
    return await realpath(whole)
  } catch {
    const above = dirname(whole)
    return above === whole ? whole : resolve(await real(above), relative(above, whole))
  }
}
