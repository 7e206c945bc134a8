import { basename, dirname, join } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
import { FeatureId } from '../checks/design/intent.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, ok, type Result, usageError } from '../model/result.ts'
import type { JournalFailure } from '../ports/journal.ts'
import type { RunStore } from '../ports/run-store.ts'
import {
  featureFiles,
  type FeatureFiles,
  projectArtifacts,
  projectState,
} from '../workflows/design/files.ts'
import { designMachine } from '../workflows/design/machine.ts'
import type { DesignCommand, Live } from '../workflows/design/state.ts'
import { runProblem } from './run-problem.ts'
import { commandRun, type OrderFailure } from './order.ts'

/** A feature, where its files are, and what is kept of it in private. */
export type FeaturePlace = {
  readonly featureId: string
  readonly files: FeatureFiles
  readonly journal: string
  readonly store: RunStore
}

export const designRoot = (workspace: Workspace): string =>
  join(workspace.root, workspace.config.workflows.design.path)

/** A feature id names a folder, so whatever else it might say is refused here. */
export function featurePlace(workspace: Workspace, name: string): Result<FeaturePlace> {
  const parsed = FeatureId.safeParse(name)
  if (!parsed.success)
    return usageError(
      `"${name}" is not a feature id: it ${parsed.error.issues[0]?.message ?? 'is not valid'}`,
      'list the features with: loopwright design list',
    )
  return ok(placeOf(workspace, parsed.data))
}

/**
 * A link, or a file where a folder belongs, would lead what is written elsewhere: nothing is begun or
 * read there. Null where the way to the design is clear.
 */
export async function placeTrouble(
  workspace: Workspace,
  { files }: Pick<FeaturePlace, 'files'>,
): Promise<Problem | null> {
  for (const folder of [...above(workspace.root, files.feature), files.feature, files.folder]) {
    if (await workspace.disk.isFolder(folder)) continue
    if (!(await workspace.disk.list(dirname(folder))).includes(basename(folder))) return null
    return usageProblem(
      'a symbolic link or a file stands where a folder of the design belongs',
      'remove it; links are not followed, so that nothing escapes its folder',
      workspace.relative(folder),
    )
  }
  return null
}

/** What the disk says of a link or a folder in place of a file; one such file stops its feature only. */
export function linkProblem(workspace: Workspace, error: unknown): Problem | null {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return null
  const { code, path } = error
  if ((code !== 'ELINK' && code !== 'EISDIR') || typeof path !== 'string') return null
  return {
    exit: 5,
    what: `a ${code === 'ELINK' ? 'symbolic link' : 'folder'} stands where Loopwright keeps a file`,
    where: workspace.relative(path),
    todo: 'remove it; links are not followed, so that nothing escapes its folder',
  }
}

/** The folders between the two, from the top down. */
function above(root: string, folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === root || parent === folder ? [] : [...above(root, parent), parent]
}

function placeOf(workspace: Workspace, featureId: string): FeaturePlace {
  const folder = join('design', featureId)
  const journal = join(workspace.privateFolder, folder, 'history.jsonl')
  const { version } = designMachine
  return {
    featureId,
    files: featureFiles(designRoot(workspace), featureId),
    journal,
    // the feature is what goes on for ever; its runs are told apart inside
    store: workspace.storeFor({ folder, runId: featureId, history: journal, version }),
  }
}

/** All features with a design: a folder with design files, or a history, sorted. */
export async function featureIds(workspace: Workspace): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const name of await workspace.disk.list(designRoot(workspace))) {
    if (!FeatureId.safeParse(name).success) continue
    const { folder } = featureFiles(designRoot(workspace), name)
    if (!(await workspace.disk.isFolder(folder))) continue
    const files = await workspace.disk.list(folder)
    if (files.includes('state.json') || files.includes('final')) found.add(name)
  }
  for (const name of await workspace.disk.list(join(workspace.privateFolder, 'design')))
    if (
      FeatureId.safeParse(name).success &&
      (await hasHistory(workspace, placeOf(workspace, name)))
    )
      found.add(name)
  return [...found].toSorted()
}

export const hasHistory = async (workspace: Workspace, place: FeaturePlace): Promise<boolean> =>
  ((await workspace.disk.size(place.journal)) ?? 0) > 0

/** Takes a command for a feature nobody works on, and shows the result in its state.json. */
export const orderFeature = (
  workspace: Workspace,
  place: FeaturePlace,
  command: DesignCommand,
): AsyncResult<Live> =>
  commandRun(
    workspace,
    {
      machine: designMachine,
      store: place.store,
      name: place.featureId,
      files: (state) => projectState(place.files, state, workspace.blobs),
      problem: (failure) => designProblem(workspace, place, failure),
    },
    command,
  )

/** Writes everything that is not frozen. */
export async function showFeature(
  workspace: Workspace,
  place: FeaturePlace,
  state: Live,
): Promise<void> {
  const projections = workspace.projections()
  projections.show([
    ...projectArtifacts(place.files, state, workspace.blobs),
    ...projectState(place.files, state, workspace.blobs),
  ])
  await projections.settled()
}

export const designProblem = (
  workspace: Workspace,
  { featureId, journal }: FeaturePlace,
  failure: OrderFailure | JournalFailure,
): Problem =>
  runProblem(
    workspace,
    { name: featureId, journal, look: `loopwright design status ${featureId}` },
    failure,
  )
