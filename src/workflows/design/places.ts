import { basename, dirname, join } from 'node:path'
import { FeatureId } from '../../checks/design/intent.ts'
import { keptPlace } from '../../engine/kept-runs.ts'
import type { OpenRun } from '../../engine/workflow.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import type { RunPlace, Workspace } from '../../ports/workspace.ts'
import { featureFiles, type FeatureFiles } from './files.ts'
import { designMachine } from './machine.ts'
import type { DesignState } from './state.ts'

export type DesignRun = OpenRun<DesignState>

export const designRoot = ({ root, config }: Pick<Workspace, 'root' | 'config'>): string =>
  join(root, config.workflows.design.path)

export const filesOf = (
  workspace: Pick<Workspace, 'root' | 'config'>,
  featureId: string,
): FeatureFiles => featureFiles(designRoot(workspace), featureId)

/** The feature is what goes on for ever; its runs are told apart inside. */
export const placeOf = (workspace: Pick<Workspace, 'privateFolder'>, featureId: string): RunPlace =>
  keptPlace(workspace, designMachine, featureId)

/** A feature id names a folder, so whatever else it might say is refused here. */
export function whyNoFeatureId(name: string): Problem | null {
  const parsed = FeatureId.safeParse(name)
  if (parsed.success) return null
  return usageProblem(
    `"${name}" is not a feature id: it ${parsed.error.issues[0]?.message ?? 'is not valid'}`,
    'list the features with: loopwright design list',
  )
}

/**
 * A link, or a file where a folder belongs, would lead what is written elsewhere: nothing is begun or
 * read there. Null where the way to the design is clear.
 */
export async function placeError(workspace: Workspace, name: string): Promise<Problem | null> {
  const { feature, folder } = filesOf(workspace, name)
  for (const path of [...above(workspace.root, feature), feature, folder]) {
    if (await workspace.disk.isFolder(path)) continue
    if (!(await workspace.disk.list(dirname(path))).includes(basename(path))) return null
    return usageProblem(
      'a symbolic link or a file stands where a folder of the design belongs',
      'remove it; links are not followed, so that nothing escapes its folder',
      workspace.relative(path),
    )
  }
  return null
}

/** The folders between the two, from the top down. */
function above(root: string, folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === root || parent === folder ? [] : [...above(root, parent), parent]
}

/** All features with a design: a folder with design files, or a history, sorted. */
export async function featureIds(workspace: Workspace): Promise<readonly string[]> {
  const { disk, privateFolder } = workspace
  const matches = new Set<string>()
  for (const name of await disk.list(designRoot(workspace))) {
    if (!FeatureId.safeParse(name).success) continue
    const { folder } = filesOf(workspace, name)
    if (!(await disk.isFolder(folder))) continue
    const files = await disk.list(folder)
    if (files.includes('state.json') || files.includes('final')) matches.add(name)
  }
  for (const name of await disk.list(join(privateFolder, 'design')))
    if (FeatureId.safeParse(name).success && (await hasHistory(workspace, name))) matches.add(name)
  return [...matches].toSorted()
}

export const hasHistory = async (
  workspace: Pick<Workspace, 'disk' | 'privateFolder'>,
  name: string,
): Promise<boolean> => ((await workspace.disk.size(placeOf(workspace, name).history)) ?? 0) > 0
