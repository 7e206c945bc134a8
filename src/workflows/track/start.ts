import { join } from 'node:path'
import { evaluatorsOfType, workTypes } from '../../checks/track/evaluators.ts'
import { readPlan } from '../../checks/track/plan.ts'
import { startRun } from '../../engine/command-run.ts'
import { readNamedText } from '../../engine/read-named.ts'
import { isThere } from '../../engine/user-files.ts'
import { aliasFor } from '../../model/ids.ts'
import { usageProblem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { repositoryProblem } from '../../ports/repository.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { track } from './definition.ts'
import { artifactsOf } from './files.ts'
import { readTrack } from './evaluation/read-track.ts'
import { LoopStep, type TrackSetup } from './events.ts'
import { migration } from './metadata.ts'
import { isTrackId, type OpenTrack, trackFiles } from './tracks.ts'

export type NewTrack = {
  readonly goal: string
  readonly spec: string | undefined
  readonly type: string | undefined
  readonly id: string | undefined
  readonly by: string
}

const maxSteps = 50

const limitsOf = ({ config }: Pick<Workspace, 'config'>) => {
  const { max_fix_cycles, max_plan_revisions, max_workers } = config.workflows.track
  return {
    maxFixCycles: max_fix_cycles,
    maxPlanRevisions: max_plan_revisions,
    maxWorkers: max_workers,
    maxSteps,
    caps: config.caps,
  }
}

const knownTypes = ['feature', ...workTypes, ...Object.keys(evaluatorsOfType)]

/** What kind of work a goal asks for. */
export function typeOf(goal: string): string {
  if (/\b(?:fix(?:es|ed)?|bugs?|errors?|broken|crash(?:es)?|issues?)\b/i.test(goal)) return 'bugfix'
  return /\b(?:refactor|clean|optimi[sz]e|improve|simplify)\b/i.test(goal) ? 'refactor' : 'feature'
}

/** Starts a track: its folder, spec.md and metadata.json. Nothing is planned yet. */
export async function newTrack(
  workspace: Workspace,
  { goal, spec: specPath, type, id: wanted, by }: NewTrack,
): AsyncResult<OpenTrack> {
  const whole = goal.trim().replaceAll(/\s+/g, ' ')
  if (!/\p{L}/u.test(whole))
    return usageError(
      'a track needs a goal in words',
      'loopwright track new "Let people export invoices"',
    )
  if (type !== undefined && !knownTypes.includes(type))
    return usageError(`"${type}" is no type of a track`, `one of: ${knownTypes.join(', ')}`)
  const title = titleOf(whole)
  const repository = await workspace.repository()
  const facts = await repository.inspect()
  if (!facts.ok) return err(repositoryProblem(facts.error))
  const spec =
    specPath === undefined ? ok(specOf(title, whole)) : await readSpec(workspace, specPath)
  if (!spec.ok) return spec
  const day = workspace.clock.now().toISOString().slice(0, 10).replaceAll('-', '')
  const id = wanted ?? `${aliasFor(title)}_${day}`
  if (!isTrackId(id))
    return usageError(
      `"${id}" cannot name a track`,
      'use letters, digits, "-" and "_", such as export-invoices_20260301',
    )
  const { folder } = trackFiles(workspace, id)
  if (isThere(folder))
    return usageError(
      `there is a track ${id} already`,
      `go on with it: loopwright track run ${id}   or name another one: --id NAME`,
      workspace.relative(folder),
    )
  const started = await begin(workspace, by, {
    trackId: id,
    title,
    type: type ?? typeOf(title),
    folder: workspace.relative(folder),
    spec: spec.value,
    adopted: null,
    ...limitsOf(workspace),
  })
  if (!started.ok) return started
  const projections = workspace.projections()
  projections.show(artifactsOf(workspace, started.value.state))
  await projections.settled()
  return started
}

const longestTitle = 100

const titleOf = (goal: string): string =>
  goal.length <= longestTitle ? goal : `${goal.slice(0, longestTitle).replace(/\s+\S*$/, '')} …`

const begin = (workspace: Workspace, by: string, setup: TrackSetup): AsyncResult<OpenTrack> =>
  startRun(
    track,
    workspace,
    { name: setup.trackId, runId: setup.trackId },
    { type: 'start', runId: setup.trackId, setup, by },
  )

/** All that is known from a goal alone. The one requirement is the goal itself. */
const specOf = (title: string, goal: string): string =>
  `# ${title}\n\n## Goal\n\n${goal}\n\n## Acceptance Criteria\n\n- ${goal}\n`

async function readSpec(workspace: Workspace, path: string): AsyncResult<string> {
  const text = await readNamedText(workspace, path)
  return text.ok && text.value.trim() === ''
    ? usageError('the spec is empty', 'write what the track must do', path)
    : text
}

/** Takes over a track that others began, from where its files say that it stands. */
export async function adoptTrack(
  workspace: Workspace,
  id: string,
  by: string,
): AsyncResult<OpenTrack> {
  if (!isTrackId(id))
    return err(
      usageProblem(`"${id}" cannot name a track`, 'list the tracks with: loopwright track list'),
    )
  const facts = await (await workspace.repository()).inspect()
  if (!facts.ok) return err(repositoryProblem(facts.error))
  const { folder } = trackFiles(workspace, id)
  const read = await readTrack(workspace, folder, { planMayMiss: true })
  if (!read.ok) return read
  const { spec, planText, metadata } = read.value
  const now = workspace.clock.now().toISOString()
  const migrated = migration(metadata, readPlan(planText), now)
  const loop = { ...metadata.loop_state, ...Object(migrated?.['loop_state']) }
  const said = String(loop.current_step ?? 'PLAN').replace('PARALLEL_EXECUTE', 'EXECUTE')
  const step = LoopStep.catch('PLAN').parse(said)
  if (metadata.status === 'complete' || step === 'COMPLETE')
    return usageError(
      `${id} is complete`,
      `evaluate it again with: loopwright check track ${workspace.relative(folder)}`,
      workspace.relative(join(folder, 'metadata.json')),
    )
  return begin(workspace, by, {
    trackId: id,
    title: metadata.name ?? /^#\s+(.+)$/m.exec(spec)?.[1]?.trim() ?? id,
    type: metadata.type ?? 'feature',
    ...(metadata.evaluators === undefined ? {} : { evaluators: metadata.evaluators }),
    folder: workspace.relative(folder),
    spec,
    adopted: {
      step,
      plan: planText,
      planVersion: planText === '' ? 0 : versionIn(metadata.loop_state?.checkpoints?.['PLAN']),
      fixCycles: metadata.loop_state?.fix_cycle_count ?? 0,
      commits: [],
    },
    ...limitsOf(workspace),
    ...(metadata.loop_state === undefined
      ? {}
      : { maxFixCycles: metadata.loop_state.max_fix_cycles }),
  })
}

function versionIn(checkpoint: unknown): number {
  const { plan_version: version } = Object(checkpoint)
  return Number.isInteger(version) && version > 0 ? version : 1
}
