import { dirname, relative, resolve, sep } from 'node:path'
import { realpath } from 'node:fs/promises'
import type { Workspace } from '../ports/workspace.ts'
import { FeatureId } from '../checks/design/intent.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { openFeature } from './design-feature.ts'
import { designRoot, type FeaturePlace, featurePlace, orderFeature } from './design-places.ts'

/**
 * Whatever Loopwright writes for a user passes here: a file that FROZEN.md protects is not written,
 * and that somebody tried is recorded. Null where nothing stands in the way.
 */
export async function refuseFrozenWrite(
  workspace: Workspace,
  path: string,
  by: string,
): Promise<Problem | null> {
  const [name, design, final] = relative(await real(designRoot(workspace)), await real(path)).split(
    sep,
  )
  if (name === undefined || design !== 'design' || final !== 'final') return null
  if (!FeatureId.safeParse(name).success) return null
  const place = featurePlace(workspace, name)
  if (!place.ok || (await workspace.disk.size(place.value.files.frozen.marker)) === null)
    return null
  const recorded = await recordAttempt(workspace, place.value, { path, by })
  return usageProblem(
    `${name} is frozen; its files are not written${recorded ? ' (the attempt was recorded)' : ''}`,
    `to change the design, unfreeze it: loopwright design unfreeze ${name} --help`,
    workspace.relative(resolve(path)),
  )
}

async function recordAttempt(
  workspace: Workspace,
  place: FeaturePlace,
  { path, by }: { readonly path: string; readonly by: string },
): Promise<boolean> {
  // a history that was made elsewhere is taken over first
  const opened = await openFeature(workspace, place.featureId)
  if (!opened.ok) return false
  const recorded = await orderFeature(workspace, place, {
    type: 'refuse-write',
    path: workspace.relative(resolve(path)),
    by,
  })
  return recorded.ok
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
