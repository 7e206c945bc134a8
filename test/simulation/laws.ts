import { createHash } from 'node:crypto'
import type { House } from '../../src/app.ts'
import { load } from '../../src/engine/run.ts'
import { findPlace, type Place } from '../../src/app/reflex-places.ts'
import type { Entry } from '../../src/model/entry.ts'
import { runJson } from '../../src/workflows/reflex/files.ts'
import { payloads, type Setup } from '../../src/workflows/reflex/events.ts'
import { reflexMachine } from '../../src/workflows/reflex/machine.ts'
import type { ReflexState } from '../../src/workflows/reflex/state.ts'
import { markOf } from './reflex-agents.ts'
import { alias, evolution } from './reflex.ts'
import { expectedStop } from './stop-oracle.ts'
import type { World } from './world.ts'

type Ended = Extract<ReflexState, { at: 'ended' }>
type Case = {
  readonly world: World
  readonly house: House
  readonly place: Place
  readonly entries: readonly Entry[]
  readonly state: Ended
  readonly history: People
}

/** Who could have answered, and whether the run was confirmed when it started. */
type People = { readonly confirmed: boolean; readonly persons: readonly string[] }

/** Holds a finished world against the laws of the engine. */
export async function checkLaws(
  world: World,
  house: House,
  history: People,
): Promise<ReflexState | null> {
  const place = await findPlace(house, alias)
  if (!place.ok) return fail(world, 'law-2', 'the run is gone')
  const run = await load(reflexMachine, place.value.store)
  const read = await place.value.store.journal.read()
  if (!run.ok || !read.ok) return fail(world, 'law-2', 'the history can not be read')
  const { state } = run.value
  if (state.at !== 'ended') return fail(world, 'law-2', `the run rests at ${state.at}`)
  const found: Case = {
    world,
    house,
    place: place.value,
    entries: read.value.entries,
    state,
    history,
  }
  lawAcknowledgedStays(found)
  lawFilesShowTheFold(found)
  await lawVersionsAreKept(found)
  await lawVerdictsAreTrue(found)
  lawGatesAreAnsweredByPeople(found)
  lawCapsHold(found)
  lawSetupStays(found)
  lawStopsForTheRightReason(found)
  return state
}

function fail(world: World, law: string, what: string): null {
  world.violate(law, what)
  return null
}

/** Law 2 and 10: what was acknowledged is in the history, as it was, once. */
function lawAcknowledgedStays({ world, entries }: Case): void {
  const hashes = new Map(entries.map(({ n, hash }) => [n, hash]))
  for (const ack of world.acks)
    for (const { n, hash, event } of ack.entries)
      if (hashes.get(n) !== hash)
        world.violate('law-2', `acknowledged event ${n} (${event}) is not in the history`)
}

/** Law 1: every file is the projection of the fold. */
function lawFilesShowTheFold({ world, state }: Case): void {
  const text = (name: string) => world.disk.read(`${evolution}/${name}`)?.toString() ?? null
  if (text(`${alias}/run.json`) !== `${JSON.stringify(runJson(state), null, 2)}\n`)
    world.violate('law-1', 'run.json does not show the fold of the history')
  if (text('current.json') !== null)
    world.violate('law-1', 'current.json points to a run that has ended')
  const artifact = text(`${alias}/artifact.md`)
  const hash = artifact === null ? null : createHash('sha256').update(artifact).digest('hex')
  // an edit after the end is the user's own business
  if (hash !== state.artifact && !artifact?.includes('Edited by hand'))
    world.violate('law-1', 'artifact.md is not the recorded artifact')
}

/** Law 9: every version, and the best of them, can be had. */
async function lawVersionsAreKept({ world, house, state, entries }: Case): Promise<void> {
  for (const hash of state.versions)
    if ((await house.blobs.get(hash)) === null)
      world.violate('law-9', `version ${hash.slice(0, 8)} is lost`)
  const evaluations = entries
    .filter(({ event }) => event === 'evaluation_done')
    .map(({ payload, phase }) => ({ ...payloads.evaluation_done.parse(payload), phase }))
  const rank = (each: (typeof evaluations)[number]) =>
    (each.phase === 'B' ? 1_000 : 0) - each.failed.length * 10 + each.score
  const best = evaluations.reduce<(typeof evaluations)[number] | null>(
    (most, each) => (most === null || rank(each) > rank(most) ? each : most),
    null,
  )
  if (best?.artifact_sha256 !== state.best?.hash)
    world.violate('law-9', 'the best version was forgotten')
}

/** Laws 3, 4 and 5: a rule that must pass passes only where the artifact really meets it. */
async function lawVerdictsAreTrue({ world, house, state, entries }: Case): Promise<void> {
  let artifact: string | null = null
  for (const { event, payload } of entries) {
    if (event === 'artifact_created')
      artifact = payloads.artifact_created.parse(payload).artifact_hash
    if (event === 'refinement_done')
      artifact = payloads.refinement_done.parse(payload).artifact_hash
    if (event !== 'evaluation_done') continue
    const { artifact_sha256, rule_results } = payloads.evaluation_done.parse(payload)
    if (artifact_sha256 !== artifact)
      world.violate('law-3', 'a verdict on another artifact was taken')
    const text = (await house.blobs.get(artifact_sha256)) ?? ''
    for (const { id, verdict, details } of rule_results) {
      const rule = state.setup.criteria.rules.find((each) => each.id === id)
      if (verdict !== 'pass' || rule?.severity !== 'fail' || text.includes(markOf(id))) continue
      const law = details.startsWith('check error')
        ? 'law-4'
        : details.startsWith('vacuous')
          ? 'law-5'
          : 'law-3'
      world.violate(law, `${id} passed, but the artifact does not meet it (${details})`)
    }
  }
}

/** Law 6: no work before both confirmations, each gate answered once, by someone who really did. */
function lawGatesAreAnsweredByPeople({ world, entries, history }: Case): void {
  const started = payloads.run_started.parse(entries[0]?.payload)
  const confirmed = new Set(started.confirmed.map(({ gate }) => gate.replace(/-\d+$/, '')))
  if (confirmed.size > 0 && !history.confirmed) world.violate('law-6', 'the run confirmed itself')
  const answered = new Set<string>()
  for (const { event, payload } of entries) {
    if (event === 'plan_created' && confirmed.size < 2)
      world.violate('law-6', 'work began before a person confirmed')
    if (event !== 'gate_answered') continue
    const { answer, setup } = payloads.gate_answered.parse(payload)
    if (answered.has(answer.gate)) world.violate('law-6', `${answer.gate} was answered twice`)
    answered.add(answer.gate)
    if (!history.persons.includes(answer.by)) world.violate('law-6', `${answer.by} never answered`)
    const decided = decisionOf(world, answer.gate)
    if (decided !== null && decided !== answer.by)
      world.violate('law-6', `${answer.gate} was decided by ${decided}, recorded for ${answer.by}`)
    if (setup) confirmed.clear()
    else if (answer.option === 'confirm') confirmed.add(answer.gate.replace(/-\d+$/, ''))
  }
}

function decisionOf(world: World, gate: string): string | null {
  const name = `${createHash('sha256').update(gate).digest('hex').slice(0, 32)}.json`
  const path = world.disk.paths().find((each) => each.endsWith(`/decisions/${name}`))
  if (path === undefined) return null
  try {
    return (JSON.parse(world.disk.read(path)?.toString() ?? '') as { by: string }).by
  } catch {
    return null
  }
}

/** Law 7: no cap is passed, and none is reset by a resume. */
function lawCapsHold({ world, state, entries }: Case): void {
  const { setup } = state
  const costs = entries.flatMap(
    ({ payload }) => (payload['cost'] as { tokens?: number } | undefined) ?? [],
  )
  const tokens = costs.reduce((sum, cost) => sum + (cost.tokens ?? 0), 0)
  if (setup.caps.tokens !== 'unlimited' && tokens > setup.caps.tokens)
    world.violate('law-7', `${tokens} tokens were used, ${setup.caps.tokens} allowed`)
  if (tokens !== state.spent.tokens)
    world.violate('law-7', `${tokens} tokens were used, ${state.spent.tokens} are remembered`)
  const last = Math.max(...entries.map(({ iteration }) => iteration))
  if (last > setup.max_iterations)
    world.violate('law-7', `iteration ${last} of ${setup.max_iterations}`)
}

/** Law 8: what a run started with is what it ended with, but for a change a person made at a gate. */
function lawSetupStays({ world, state, entries }: Case): void {
  let setup: Setup = payloads.run_started.parse(entries[0]?.payload).setup
  for (const { event, payload } of entries)
    if (event === 'gate_answered') setup = payloads.gate_answered.parse(payload).setup ?? setup
  if (JSON.stringify(state.setup) !== JSON.stringify(setup))
    world.violate('law-8', 'the set-up changed under the run')
}

/** The stop reason is the one that the precedence contract names, by a second, simpler reading of it. */
function lawStopsForTheRightReason({ world, entries, state }: Case): void {
  const expected = expectedStop(entries, state.setup)
  if (expected !== null && expected !== state.stop.code)
    world.violate('law-stop', `stopped for ${state.stop.code}, expected ${expected}`)
}
