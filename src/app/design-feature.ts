import type { House } from '../app.ts'
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
export async function openFeature(house: House, name: string): AsyncResult<OpenFeature> {
  const place = featurePlace(house, name)
  if (!place.ok) return place
  const found = await findFeature(house, place.value)
  if (!found.ok) return found
  return found.value === null ? err(await unknownFeature(house, place.value)) : ok(found.value)
}

/** The same, and null where nothing is known of a feature but its name. */
export async function findFeature(
  house: House,
  place: FeaturePlace,
): AsyncResult<OpenFeature | null> {
  const trouble = await placeTrouble(house, place)
  if (trouble !== null) return err(trouble)
  try {
    const newer = await newerState(house, place)
    if (newer !== null) return err(newer)
    const state = await currentState(house, place)
    if (!state.ok) return state
    return state.value === null ? ok(null) : await verified(house, place, state.value)
  } catch (error) {
    const problem = linkProblem(house, error)
    if (problem === null) throw error
    return err(problem)
  }
}

/** The folded state; for a history that was made elsewhere, what state.json tells; null for neither. */
export async function currentState(house: House, place: FeaturePlace): AsyncResult<Live | null> {
  if (!(await hasHistory(house, place))) return adopt(house, place)
  const run = await load(designMachine, place.store)
  if (!run.ok) return err(designProblem(house, place, run.error))
  return ok(begun(run.value.state))
}

const begun = (state: DesignState): Live | null => (state.at === 'nowhere' ? null : state)

async function verified(house: House, place: FeaturePlace, state: Live): AsyncResult<OpenFeature> {
  const found = { place, state, notices: [], markerMissing: false }
  if (state.at !== 'FROZEN' || state.seal === null) return ok(found)
  const report = await inspectFreeze(house, place, state.seal)
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
  const faulted = await recordFault(house, place, detail)
  if (!faulted.ok) return faulted
  return ok({
    ...found,
    state: faulted.value,
    notices: [`integrity violation: ${detail}`],
  })
}

async function recordFault(house: House, place: FeaturePlace, detail: string): AsyncResult<Live> {
  const done = await orderFeature(house, place, {
    type: 'fault',
    code: 'integrity_violation',
    detail,
  })
  if (done.ok) return done
  // someone else saw it first
  const now = await currentState(house, place)
  return now.ok && now.value?.at === 'FAILED' ? ok(now.value) : done
}

async function unknownFeature(house: House, place: FeaturePlace): Promise<Problem> {
  const marker = await inspectMarker(house, place)
  if (marker.type === 'violated')
    return {
      exit: 5,
      what: `integrity violation: ${marker.what}: expected ${marker.expected}, found ${marker.actual}`,
      where: house.relative(place.files.final),
      todo: 'find out who changed it; restore the folder from version control',
    }
  if (marker.type !== 'none')
    return usageProblem(
      `${place.featureId} is frozen and intact, but its state.json is missing, so nothing else is known of it`,
      'restore state.json from version control',
      house.relative(place.files.state),
    )
  return usageProblem(
    `${place.featureId} has no design yet`,
    `start it: loopwright design start ${place.featureId} requirements.md`,
  )
}

/** A state.json that a later version wrote is left alone. */
async function newerState(house: House, place: FeaturePlace): Promise<Problem | null> {
  const file = await readState(house, place)
  if (typeof file !== 'object' || file === null || !('version' in file)) return null
  if (typeof file.version !== 'number' || file.version <= 1) return null
  return usageProblem(
    `state.json has version ${file.version}; this Loopwright knows version 1`,
    'update Loopwright; nothing was changed',
    house.relative(place.files.state),
  )
}
