import { createHash } from 'node:crypto'
import type { Workspace } from '../../src/ports/workspace.ts'
import { openRun } from '../../src/engine/open-run.ts'
import { reflex } from '../../src/workflows/reflex/definition.ts'
import type { Entry } from '../../src/model/entry.ts'
import { runJson } from '../../src/workflows/reflex/files.ts'
import { payloads } from '../../src/workflows/reflex/events.ts'
import type { ReflexState } from '../../src/workflows/reflex/state.ts'
import { markOf } from './reflex-agents.ts'
import { historyStands } from './acknowledged.ts'
import { reflexLaws } from './reflex-laws.ts'
import { alias, evolution } from './reflex.ts'
import type { World } from './world.ts'

type Ended = Extract<ReflexState, { at: 'ended' }>
type Case = {
  readonly world: World
  readonly house: Workspace
  readonly entries: readonly Entry[]
  readonly state: Ended
  readonly history: People
}

/** Who could have answered, and whether the run was confirmed when it started. */
type People = { readonly confirmed: boolean; readonly persons: readonly string[] }

/** Holds a finished world against the laws of the engine. */
export async function checkLaws(
  world: World,
  house: Workspace,
  history: People,
): Promise<ReflexState | null> {
  const run = await openRun(reflex, house, alias)
  if (!run.ok) return fail(world, 'law-2', `the run is gone: ${run.error.what}`)
  const read = await run.value.store.journal.read()
  if (!read.ok) return fail(world, 'law-2', 'the history cannot be read')
  const { state } = run.value
  if (state.at !== 'ended') return fail(world, 'law-2', `the run rests at ${state.at}`)
  const found: Case = {
    world,
    house,
    entries: read.value.entries,
    state,
    history,
  }
  for (const violation of [
    ...historyStands(world, found.entries),
    ...reflexLaws(found.entries, state),
  ])
    world.violations.push(violation)
  lawFilesShowTheFold(found)
  await lawVersionsAreKept(found)
  await lawVerdictsAreTrue(found)
  lawGatesAreAnsweredByPeople(found)
  lawTokensStayUnderTheCap(found)
  return state
}

function fail(world: World, law: string, what: string): null {
  world.violate(law, what)
  return null
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

/** Law 9: every version can be had. */
async function lawVersionsAreKept({ world, house, state }: Case): Promise<void> {
  for (const hash of state.versions)
    if ((await house.blobs.get(hash)) === null)
      world.violate('law-9', `version ${hash.slice(0, 8)} is lost`)
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

/** Law 7, where calls are reserved before they are made: no token beyond the cap. */
function lawTokensStayUnderTheCap({ world, state }: Case): void {
  const { tokens } = state.setup.caps
  if (tokens !== 'unlimited' && state.spent.tokens > tokens)
    world.violate('law-7', `${state.spent.tokens} tokens were used, ${tokens} allowed`)
}
