import type { Workspace } from '../ports/workspace.ts'
import { load } from '../engine/run.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import { designMachine } from '../workflows/design/machine.ts'
import type { DesignState, Live } from '../workflows/design/state.ts'
import { adopt, readState } from './design-adopt.ts'
import { inspectFreeze, inspectMarker } from './design-freeze.ts'
import {
  designProblem,
  type FeaturePlace,
  featurePlace,
  hasHistory,
  orderFeature,
  linkProblem,
  placeTrouble,
} from './design-places.ts'

export type OpenFeature = {
  readonly place: FeaturePlace
  readonly state: Live
  /** What a person should know about how it was found. */
  readonly notices: readonly string[]
  /** FROZEN.md was deleted by a person: the design may be unfrozen. */
  readonly markerMissing: boolean
}

/**
 * A feature as its history tells it. A frozen one is verified on every load; where the frozen files
 * are not what was sealed, the violation is recorded and the feature has failed.
 */
export async function openFeature(workspace: Workspace, name: string): AsyncResult<OpenFeature> {
  const place = featurePlace(workspace, name)
  if (!place.ok) return place
  const found = await findFeature(workspace, place.value)
  if (!found.ok) return found
  return found.value === null ? err(await unknownFeature(workspace, place.value)) : ok(found.value)
}

/** The same, and null where nothing is known of a feature but its name. */
export async function findFeature(
  workspace: Workspace,
  place: FeaturePlace,
): AsyncResult<OpenFeature | null> {
  const trouble = await placeTrouble(workspace, place)
  if (trouble !== null) return err(trouble)
  try {
    const newer = await newerState(workspace, place)
    if (newer !== null) return err(newer)
    const state = await currentState(workspace, place)
    if (!state.ok) return state
    return state.value === null ? ok(null) : await verified(workspace, place, state.value)
  } catch (error) {
    const problem = linkProblem(workspace, error)
    if (problem === null) throw error
    return err(problem)
  }
}

/** The folded state; for a history that was made elsewhere, what state.json tells; null for neither. */
export async function currentState(
  workspace: Workspace,
  place: FeaturePlace,
): AsyncResult<Live | null> {
  if (!(await hasHistory(workspace, place))) return adopt(workspace, place)
  const run = await load(designMachine, place.store)
  if (!run.ok) return err(designProblem(workspace, place, run.error))
  return ok(begun(run.value.state))
}

const begun = (state: DesignState): Live | null => (state.at === 'nowhere' ? null : state)

async function verified(
  workspace: Workspace,
  place: FeaturePlace,
  state: Live,
): AsyncResult<OpenFeature> {
  const found = { place, state, notices: [], markerMissing: false }
  if (state.at !== 'FROZEN' || state.seal === null) return ok(found)
  const report = await inspectFreeze(workspace, place, state.seal)
  if (report.type === 'intact') return ok(found)
  if (report.type === 'marker-missing')
    return ok({
      ...found,
      markerMissing: true,
      notices: [
        `final/FROZEN.md was deleted. To unfreeze the design, say why and who allows it: loopwright design unfreeze ${place.featureId} --reason "…" --by "…"`,
      ],
    })
  const detail = `${report.what}: expected ${report.expected}, found ${report.actual}`
  const faulted = await recordFault(workspace, place, detail)
  if (!faulted.ok) return faulted
  return ok({
    ...found,
    state: faulted.value,
    notices: [`integrity violation: ${detail}`],
  })
}

async function recordFault(
  workspace: Workspace,
  place: FeaturePlace,
  detail: string,
): AsyncResult<Live> {
  const done = await orderFeature(workspace, place, {
    type: 'fault',
    code: 'integrity_violation',
    detail,
  })
  if (done.ok) return done
  // someone else saw it first
  const now = await currentState(workspace, place)
  return now.ok && now.value?.at === 'FAILED' ? ok(now.value) : done
}

async function unknownFeature(workspace: Workspace, place: FeaturePlace): Promise<Problem> {
  const marker = await inspectMarker(workspace, place)
  if (marker.type === 'violated')
    return {
      exit: 5,
      what: `integrity violation: ${marker.what}: expected ${marker.expected}, found ${marker.actual}`,
      where: workspace.relative(place.files.final),
      todo: 'find out who changed it; restore the folder from version control',
    }
  if (marker.type !== 'none')
    return usageProblem(
      `${place.featureId} is frozen and intact, but its state.json is missing, so nothing else is known of it`,
      'restore state.json from version control',
      workspace.relative(place.files.state),
    )
  return usageProblem(
    `${place.featureId} has no design yet`,
    `start it: loopwright design start ${place.featureId} requirements.md`,
  )
}

/** A state.json that a later version wrote is left alone. */
async function newerState(workspace: Workspace, place: FeaturePlace): Promise<Problem | null> {
  const file = await readState(workspace, place)
  if (typeof file !== 'object' || file === null || !('version' in file)) return null
  if (typeof file.version !== 'number' || file.version <= 1) return null
  return usageProblem(
    `state.json has version ${file.version}; this Loopwright knows version 1`,
    'update Loopwright; nothing was changed',
    workspace.relative(place.files.state),
  )
}
