import { basename, dirname, join } from 'node:path'
import type { House } from '../app.ts'
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

export const designRoot = (house: House): string =>
  join(house.root, house.config.workflows.design.path)

/** A feature id names a folder, so whatever else it might say is refused here. */
export function featurePlace(house: House, name: string): Result<FeaturePlace> {
  const parsed = FeatureId.safeParse(name)
  if (!parsed.success)
    return usageError(
      `"${name}" is not a feature id: it ${parsed.error.issues[0]?.message ?? 'is not valid'}`,
      'list the features with: loopwright design list',
    )
  return ok(placeOf(house, parsed.data))
}

/**
 * A link, or a file where a folder belongs, would lead what is written elsewhere: nothing is begun or
 * read there. Null where the way to the design is clear.
 */
export async function placeTrouble(
  house: House,
  { files }: Pick<FeaturePlace, 'files'>,
): Promise<Problem | null> {
  for (const folder of [...above(house.root, files.feature), files.feature, files.folder]) {
    if (await house.disk.isFolder(folder)) continue
    if (!(await house.disk.list(dirname(folder))).includes(basename(folder))) return null
    return usageProblem(
      'a symbolic link or a file stands where a folder of the design belongs',
      'remove it; links are not followed, so that nothing escapes its folder',
      house.relative(folder),
    )
  }
  return null
}

/** What the disk says of a link or a folder in place of a file; one such file stops its feature only. */
export function linkProblem(house: House, error: unknown): Problem | null {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return null
  const { code, path } = error
  if ((code !== 'ELINK' && code !== 'EISDIR') || typeof path !== 'string') return null
  return {
    exit: 5,
    what: `a ${code === 'ELINK' ? 'symbolic link' : 'folder'} stands where Loopwright keeps a file`,
    where: house.relative(path),
    todo: 'remove it; links are not followed, so that nothing escapes its folder',
  }
}

/** The folders between the two, from the top down. */
function above(root: string, folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === root || parent === folder ? [] : [...above(root, parent), parent]
}

function placeOf(house: House, featureId: string): FeaturePlace {
  const folder = join('design', featureId)
  const journal = join(house.privateFolder, folder, 'history.jsonl')
  const { version } = designMachine
  return {
    featureId,
    files: featureFiles(designRoot(house), featureId),
    journal,
    // the feature is what goes on for ever; its runs are told apart inside
    store: house.storeFor({ folder, runId: featureId, history: journal, version }),
  }
}

/** All features with a design: a folder with design files, or a history, sorted. */
export async function featureIds(house: House): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const name of await house.disk.list(designRoot(house))) {
    if (!FeatureId.safeParse(name).success) continue
    const { folder } = featureFiles(designRoot(house), name)
    if (!(await house.disk.isFolder(folder))) continue
    const files = await house.disk.list(folder)
    if (files.includes('state.json') || files.includes('final')) found.add(name)
  }
  for (const name of await house.disk.list(join(house.privateFolder, 'design')))
    if (FeatureId.safeParse(name).success && (await hasHistory(house, placeOf(house, name))))
      found.add(name)
  return [...found].toSorted()
}

export const hasHistory = async (house: House, place: FeaturePlace): Promise<boolean> =>
  ((await house.disk.size(place.journal)) ?? 0) > 0

/** Takes a command for a feature nobody works on, and shows the result in its state.json. */
export const orderFeature = (
  house: House,
  place: FeaturePlace,
  command: DesignCommand,
): AsyncResult<Live> =>
  commandRun(
    house,
    {
      machine: designMachine,
      store: place.store,
      name: place.featureId,
      files: (state) => projectState(place.files, state, house.blobs),
      problem: (failure) => designProblem(house, place, failure),
    },
    command,
  )

/** Writes everything that is not frozen. */
export async function showFeature(house: House, place: FeaturePlace, state: Live): Promise<void> {
  const projections = house.projections()
  projections.show([
    ...projectArtifacts(place.files, state, house.blobs),
    ...projectState(place.files, state, house.blobs),
  ])
  await projections.settled()
}

export const designProblem = (
  house: House,
  { featureId, journal }: FeaturePlace,
  failure: OrderFailure | JournalFailure,
): Problem =>
  runProblem(
    house,
    { name: featureId, journal, look: `loopwright design status ${featureId}` },
    failure,
  )
