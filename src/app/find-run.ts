import type { House } from '../app.ts'
import { FeatureId } from '../checks/design/intent.ts'
import { TaskAlias } from '../model/ids.ts'
import type { Problem } from '../model/problem.ts'
import { err, ok, type Result } from '../model/result.ts'
import { openFeature } from './design-feature.ts'
import { featureIds } from './design-places.ts'
import { activeLoop, aliases } from './reflex-places.ts'

/** Which workflow a run belongs to, and its name there; without a name, the one that is meant. */
export type FoundRun =
  | { readonly workflow: 'reflex'; readonly name: string | undefined }
  | { readonly workflow: 'design'; readonly name: string }

/** A run by its name, or by `<workflow>:<name>` where two workflows have one of the same name. */
export async function findRun(
  house: House,
  named: string | undefined,
): Promise<Result<FoundRun, Problem>> {
  if (named === undefined) return ok(await meantRun(house))
  const [, workflow, name = ''] = /^(reflex|design):(.+)$/.exec(named) ?? []
  if (workflow === 'reflex' || workflow === 'design') return ok({ workflow, name })
  const isFeature = FeatureId.safeParse(named).success && (await featureIds(house)).includes(named)
  if (!isFeature) return ok({ workflow: 'reflex', name: named })
  const isLoop = TaskAlias.safeParse(named).success && (await aliases(house)).includes(named)
  if (!isLoop) return ok({ workflow: 'design', name: named })
  return err({
    exit: 2,
    what: `both a loop and a feature are called ${named}`,
    todo: `say which: reflex:${named} or design:${named}`,
  })
}

/** The active loop; where there is none, the only feature that is at work or waits for a person. */
async function meantRun(house: House): Promise<FoundRun> {
  const nobody = { workflow: 'reflex', name: undefined } as const
  if ((await activeLoop(house)) !== null) return nobody
  const open = await openFeatures(house)
  const [only] = open
  return open.length === 1 && only !== undefined ? { workflow: 'design', name: only } : nobody
}

const resting: ReadonlySet<string> = new Set(['IDLE', 'FROZEN', 'FAILED'])

export async function openFeatures(house: House): Promise<readonly string[]> {
  const open: string[] = []
  for (const name of await featureIds(house)) {
    const feature = await openFeature(house, name)
    if (feature.ok && !resting.has(feature.value.state.at)) open.push(name)
  }
  return open
}
