import { z } from 'zod'
import { basename, isAbsolute, relative, resolve } from 'node:path'
import { demandsIn } from '../../checks/track/demands.ts'
import { startRun } from '../../engine/command-run.ts'
import { readNamedText } from '../../engine/read-named.ts'
import { isThere } from '../../engine/user-files.ts'
import { aliasFor, TaskAlias } from '../../model/ids.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { repositoryProblem } from '../../ports/repository.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { ImproveSetup } from './events.ts'
import { openSetUp } from './project.ts'
import { improveNames, keptImproves, type OpenImprove } from './runs.ts'

export type NewImprove = {
  readonly spec: string
  readonly setup: string | undefined
  readonly mode: ImproveSetup['mode']
  readonly target: number | undefined
  readonly maxIterations: number | undefined
  readonly name: string | undefined
  /** The comparison that it is an application of. */
  readonly trial?: string
  readonly by: string
}

/** What an application is built from, as arguments of a command. */
export const builtFrom = {
  setup: z
    .string()
    .optional()
    .meta({ value: 'DIR', help: 'the folder with the prompts, rules and gates of your agents' }),
  target: z.coerce
    .number()
    .min(1)
    .max(10)
    .optional()
    .meta({ value: 'N', help: 'the score to reach (8)' }),
  name: z.string().optional().meta({ value: 'NAME', help: 'the name of the run' }),
}

/** Starts a run. Nothing is built yet. */
export async function newImprove(
  workspace: Workspace,
  { spec: path, setup: wanted, mode, target, maxIterations, name, trial, by }: NewImprove,
): AsyncResult<OpenImprove> {
  const { improve: config } = workspace.config.workflows
  const read = await readSpec(workspace, path)
  if (!read.ok) return read
  const spec = read.value
  const [folder, revision] = splitRevision(
    wanted === undefined ? workspace.root : workspace.cwd,
    wanted ?? config.setup ?? '',
  )
  if (folder === '')
    return usageError(
      'no set-up is named',
      'name the folder with the prompts and rules of your agents: --setup DIR, or workflows.improve.setup in loopwright.yaml',
    )
  const named = wanted === undefined ? folder : relativeTo(workspace, folder)
  const commit = await commitOf(workspace, named, revision)
  if (!commit.ok) return commit
  // what is built is recorded: where that cannot be, nothing is built
  const records = await workspace.records()
  if (!records.ok) return records
  const nothing = revision === undefined ? await nothingToPlan(workspace, named, spec) : null
  if (nothing !== null) return usageError(nothing, 'see: loopwright improve run --help', path)
  const project = aliasFor(/^#\s+(.+)$/m.exec(spec)?.[1] ?? basename(path).replace(/\.\w+$/, ''))
  const alias = name === undefined ? null : TaskAlias.safeParse(name)
  if (alias?.success === false)
    return usageError(`--name ${name} ${alias.error.issues[0]?.message ?? ''}`, 'name another one')
  const runId = name ?? (await freeName(workspace, project))
  if ((await improveNames(workspace)).includes(runId))
    return usageError(`there is a run ${runId} already`, 'name another one: --name NAME')
  return startRun(
    // nothing was built, so there is nothing to report
    { ...keptImproves, files: () => [] },
    workspace,
    { name: runId, runId },
    {
      type: 'start',
      runId,
      setup: {
        spec,
        project,
        setup: named,
        commit: commit.value,
        mode,
        target: target ?? config.target,
        consecutive: config.consecutive,
        maxIterations: mode === 'once' ? 1 : (maxIterations ?? config.max_iterations),
        maxOrders: config.max_orders,
        maxWorkers: config.max_workers,
        caps: workspace.config.caps,
        prove: mode !== 'once' && config.prove,
        ...(trial === undefined ? {} : { trial }),
      },
      by,
    },
  )
}

async function readSpec(
  workspace: Pick<Workspace, 'cwd' | 'relative'>,
  path: string,
): AsyncResult<string> {
  const read = await readNamedText(workspace, path)
  return read.ok && demandsIn(read.value).trim() === ''
    ? usageError(
        'the spec asks for nothing',
        'write what the application must do: a heading or a list item for each piece, with what it is done by',
        path,
      )
    : read
}

/** `DIR@REVISION` names a commit, a branch or a tag of the set-up; either may hold the sign itself. */
function splitRevision(cwd: string, setup: string): readonly [folder: string, revision?: string] {
  if (isThere(resolve(cwd, setup))) return [setup]
  for (let at = setup.lastIndexOf('@'); at > 0; at = setup.lastIndexOf('@', at - 1))
    if (isThere(resolve(cwd, setup.slice(0, at)))) return [setup.slice(0, at), setup.slice(at + 1)]
  return [setup]
}

/** Why the spec makes no work orders, where that can be said without asking anybody. */
async function nothingToPlan(
  workspace: Pick<Workspace, 'openAt' | 'root'>,
  folder: string,
  spec: string,
): Promise<string | null> {
  const opened = await workspace.openAt(resolve(workspace.root, folder))
  if (!opened.ok) return null
  const { config, agentNameFor } = opened.value
  if ((config.agents[agentNameFor('decomposer')]?.kind ?? 'offline') !== 'offline') return null
  const { planSpecification } = await import('../workorder/planning/plan-spec.ts')
  const planned = await planSpecification(spec)
  return planned.ok ? null : planned.error
}

/** A set-up as DIR@COMMIT, whatever its branch comes to meanwhile. */
export async function pinned(workspace: Workspace, setup: string): AsyncResult<string> {
  const [folder, revision] = splitRevision(workspace.cwd, setup)
  const named = resolve(workspace.cwd, folder)
  const opened = await openSetUp(workspace, named, revision ?? null)
  if (!opened.ok) return opened
  const commit = await opened.value.repository.commitNamed(revision ?? opened.value.head)
  return commit.ok ? ok(`${named}@${commit.value}`) : err(repositoryProblem(commit.error))
}

/** Opens the set-up once, so that what is wrong with it is told before anything is begun. */
async function commitOf(
  workspace: Workspace,
  folder: string,
  revision: string | undefined,
): AsyncResult<string | null> {
  const setUp = await openSetUp(workspace, folder, revision === undefined ? null : revision)
  if (!setUp.ok || revision === undefined) return setUp.ok ? ok(null) : setUp
  const commit = await setUp.value.repository.commitNamed(revision)
  return commit.ok ? commit : err(repositoryProblem(commit.error))
}

/** A folder inside the workspace is named from its root, so that the workspace can be moved. */
function relativeTo({ root, cwd }: Pick<Workspace, 'root' | 'cwd'>, folder: string): string {
  const path = relative(root, resolve(cwd, folder))
  return path.startsWith('..') || isAbsolute(path) ? resolve(cwd, folder) : path || '.'
}

async function freeName(
  workspace: Pick<Workspace, 'disk' | 'privateFolder'>,
  project: string,
): Promise<string> {
  const taken = new Set(await improveNames(workspace))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? project : `${project}-${number}`
    if (!taken.has(name)) return name
  }
}

export const anImprove = async (
  workspace: Workspace,
  word: string | undefined,
): AsyncResult<string> => {
  const names = await improveNames(workspace)
  const only = names.length === 1 ? names[0] : undefined
  const name = word ?? only
  if (name !== undefined) return ok(name)
  return names.length === 0
    ? usageError(
        'nothing was built here yet',
        'start: loopwright improve run <spec.md> --setup DIR',
      )
    : usageError('no run is named', `one of: ${names.join(', ')}`)
}
