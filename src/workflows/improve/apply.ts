import { join } from 'node:path'
import { readYaml } from '../../engine/read-yaml.ts'
import { Config } from '../../model/config.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { editFiles, type WholeFile } from './edits.ts'
import type { AppliedResult, FileEdit } from './events.ts'
import { branchId, type SetUp } from './project.ts'

export type Change = {
  readonly id: string
  readonly description: string
  readonly edits: readonly FileEdit[]
}

export type Place = {
  readonly runId: string
  readonly parent: string
  readonly date: string
  /** A branch beside that of the run, for what is not decided yet. */
  readonly beside?: string
}

/**
 * One change of the set-up: in a worktree of its own, checked there, and committed on the branch of the run. The
 * user's checkout of the set-up stays as it is. A change that cannot be applied or breaks the set-up is rejected.
 */
export async function applyChange(
  setUp: SetUp,
  { id, description, edits }: Change,
  place: Place,
): AsyncResult<AppliedResult, string> {
  const rejected = (reason: string, files: readonly string[] = []): AppliedResult => ({
    id,
    status: 'rejected',
    commit: null,
    files: [...files],
    reason,
  })
  const { repository, prefix } = setUp
  const { runId, parent } = place
  const opened = await repository.open({ id: `${branchId(runId)}.${id}`, base: parent })
  if (!opened.ok) return err(opened.error.what)
  const tree = opened.value
  try {
    const restored = await tree.restore(parent)
    if (!restored.ok) return err(restored.error.what)
    const now = await tree.files(parent)
    if (!now.ok) return err(now.error.what)
    const files = editFiles(edits, (path) => now.value.files.get(join(prefix, path)) ?? null)
    if (!files.ok) return ok(rejected(files.error))
    if (files.value.length === 0) return ok(rejected('it changes nothing'))
    const paths = files.value.map(({ path }) => path)
    const written = await tree.write(
      files.value.map(({ path, after }) => ({ path: join(prefix, path), text: after })),
    )
    if (!written.ok) return ok(rejected(written.error.what, paths))
    const broken = await brokenBy(setUp.workspace, join(tree.folder, prefix))
    if (broken !== null) return ok(rejected(broken, paths))
    const appended = await commitChange(setUp, { id, description, tree: written.value }, place)
    if (!appended.ok) return ok(rejected(appended.error.what, paths))
    return ok({ id, status: 'applied', commit: appended.value.commit, files: paths, reason: '' })
  } finally {
    await tree.remove()
  }
}

const branchOf = ({ runId, beside }: Pick<Place, 'runId' | 'beside'>): string =>
  `${branchId(runId)}${beside === undefined ? '' : `-${beside}`}`

/** Removes a branch beside that of the run. */
export const forgetBranch = (
  { workspace, root }: Pick<SetUp, 'workspace' | 'root'>,
  place: Pick<Place, 'runId' | 'beside'>,
): Promise<string | null> =>
  workspace.git(root, ['update-ref', '-d', `refs/heads/loopwright/${branchOf(place)}`])

/** Commits a tree on the branch of the run, or beside it. Doing it again gives the same commit. */
export const commitChange = (
  { repository }: Pick<SetUp, 'repository'>,
  { id, description, tree }: Pick<Change, 'id' | 'description'> & { readonly tree: string },
  place: Place,
) =>
  repository.append({
    id: branchOf(place),
    parent: place.parent,
    base: place.parent,
    tree,
    words: {
      message: `${description.split('\n')[0]}\n\nImprovement ${id} of ${place.runId}\n`,
      date: place.date,
    },
  })

/** The set-up's own checks: its configuration is read, and its tests, where it has some, pass. */
async function brokenBy(
  workspace: Pick<Workspace, 'clock' | 'openWorkbench' | 'projectAt'>,
  folder: string,
): Promise<string | null> {
  const config = await readYaml(join(folder, 'loopwright.yaml'), Config)
  if (!config.ok) return `the set-up could not be used: ${config.error.what}`
  const packageText = await workspace.projectAt(folder).read('package.json')
  if (packageText === null || !/"test"\s*:/.test(packageText)) return null
  const bench = await workspace.openWorkbench(folder)
  if (!bench.ok) return `its tests could not be run: ${bench.error}`
  try {
    const { measure } = await import('../../checks/acceptance/measure.ts')
    const elapsedMs = () => workspace.clock.elapsedMs()
    const measured = await measure(bench.value, { elapsedMs }, AbortSignal.timeout(testMs))
    if (!measured.ok) return 'its tests could not be run'
    const { tests } = measured.value
    if (tests.state === 'failed') return `its tests fail: ${tests.failures[0]?.name ?? ''}`
    // tests that nobody saw the end of may fail
    return tests.state === 'stopped' || tests.state === 'not_run'
      ? 'its tests were not run to their end'
      : null
  } finally {
    await bench.value.close()
  }
}

const testMs = 600_000

/** What the files of a proposal are before and after it, for whoever decides, or why it cannot be applied. */
export async function wholeFilesOf(
  setUp: SetUp,
  parent: string,
  edits: readonly FileEdit[],
): AsyncResult<readonly WholeFile[], string> {
  const now = await setUp.repository.filesAt(parent)
  return now.ok
    ? editFiles(edits, (path) => now.value.files.get(join(setUp.prefix, path)) ?? null)
    : err(now.error.what)
}
