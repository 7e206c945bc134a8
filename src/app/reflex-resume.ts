import { isSameAgent } from '../model/same-agent.ts'
import { createHash } from 'node:crypto'
import type { House } from '../app.ts'
import { handle, load, type Run } from '../engine/run.ts'
import type { Problem } from '../model/problem.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Setup } from '../workflows/reflex/events.ts'
import { runJson } from '../workflows/reflex/files.ts'
import { reflexMachine } from '../workflows/reflex/machine.ts'
import { promptsSha256 } from '../workflows/reflex/prompts/prompts.ts'
import type { ReflexState } from '../workflows/reflex/state.ts'
import { type Agents, describeAgents } from './reflex-agents.ts'
import { journalProblem, type Live, type Place } from './reflex-places.ts'
import type { Watch } from './reflex-watch.ts'

/** Who watches a run, and who answers for its roles. */
export type Crew = { readonly watch: Watch; readonly agents: Agents }

/** Looks at what changed while nobody worked: files edited by hand, agents or prompts exchanged. */
export async function prepareToResume(
  house: House,
  place: Place,
  { watch, agents }: Crew,
): Promise<Result<Run<ReflexState>, Problem>> {
  const loaded = await load(reflexMachine, place.store)
  if (!loaded.ok) return err(journalProblem(house, place, loaded.error))
  const { state, tornBytes } = loaded.value
  if (state.at === 'nowhere' || state.at === 'ended') return ok(loaded.value)
  if (tornBytes > 0)
    watch.note(`an unfinished step was left by a crash (${tornBytes} bytes); it is done again`)

  const changed = changedSince(state.setup, agents)
  if (changed !== null)
    return err({
      exit: 2,
      what: `${changed} changed since ${place.alias} started; a run keeps what it started with`,
      where: 'loopwright.yaml',
      todo: `set it back and resume, or stop this run and go on with: loopwright new --from ${place.alias}`,
    })
  await tellRunFile(house, place, { state, watch })

  const edited = await editedArtifact(house, place, state)
  if (edited === null) return ok(loaded.value)
  watch.note(
    `artifact.md was edited by hand (${edited.slice(0, 8)}); it is taken as a new version and evaluated`,
  )
  const adopted = await handle(reflexMachine, place.store, {
    run: loaded.value,
    seen: loaded.value.mark.events,
    command: { type: 'adopt-artifact', artifact: edited },
  })
  if (adopted.ok) return ok(adopted.value)
  if (adopted.error.type === 'refused') return ok(loaded.value)
  return err(journalProblem(house, place, adopted.error))
}

function changedSince(setup: Setup, agents: Agents): string | null {
  const now = describeAgents(agents)
  const role = Object.keys(setup.agents).find((each) => !isSameAgent(setup.agents[each], now[each]))
  if (role !== undefined)
    return `the agent of the role "${role}" (${JSON.stringify(setup.agents[role])} → ${JSON.stringify(now[role])})`
  return setup.prompts_sha256 === promptsSha256
    ? null
    : 'the prompts (another version of Loopwright)'
}

async function tellRunFile(
  house: House,
  place: Place,
  { state, watch }: { state: Live; watch: Watch },
): Promise<void> {
  const bytes = await house.disk.read(place.files.run)
  if (bytes === null) return watch.note('run.json was missing; it is rebuilt from history.jsonl')
  const expected = JSON.stringify(runJson(state))
  try {
    if (JSON.stringify(JSON.parse(Buffer.from(bytes).toString('utf8'))) === expected) return
    watch.note('run.json did not match the history; it is rebuilt from history.jsonl')
  } catch {
    watch.note('run.json was unreadable; it is rebuilt from history.jsonl')
  }
}

/** The hash of an artifact.md that is no version of this run, kept as one; null where nothing was edited. */
async function editedArtifact(house: House, place: Place, state: Live): Promise<string | null> {
  if (state.artifact === null) return null
  const bytes = await house.disk.read(place.files.artifact)
  if (bytes === null) return null
  const text = Buffer.from(bytes).toString('utf8')
  const hash = createHash('sha256').update(text).digest('hex')
  // a private folder that was lost gets its version back from the file
  if (state.versions.includes(hash)) await house.blobs.put(text)
  if (state.versions.includes(hash) || text.trim() === '') return null
  return house.blobs.put(text)
}
