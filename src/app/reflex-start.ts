import type { Workspace } from '../ports/workspace.ts'
import type { GateAnswer } from '../model/gate.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import type { Setup } from '../workflows/reflex/events.ts'
import { confirmationGate, confirmations, shownHash } from '../workflows/reflex/gates.ts'
import type { Resting } from './drive-frame.ts'
import {
  isTaken,
  type Live,
  type Place,
  placeFor,
  showFiles,
  unfinishedLoop,
} from './reflex-places.ts'
import { begin, carryOn } from './reflex-run.ts'
import type { Watch } from './reflex-watch.ts'
import type { Draft } from './reflex-setup.ts'

/** The answers of someone who confirmed both questions after seeing the draft. */
export function confirmBoth(setup: Setup, by: string, at: string): readonly GateAnswer[] {
  return confirmations.map((name) => ({
    gate: confirmationGate(name, setup, 1).id,
    option: 'confirm',
    by,
    at,
    shown: shownHash(name, setup),
  }))
}

/** Creates a run, one at a time and only while no other loop is active, and drives it. */
export async function startRun(
  workspace: Workspace,
  draft: Draft,
  confirmed: readonly GateAnswer[],
  watch: Watch,
): AsyncResult<{ place: Place; rest: Resting<Live> }> {
  const created = await createRun(workspace, draft, confirmed)
  if (!created.ok) return created
  return resumeRun(workspace, created.value, watch)
}

/** Goes on with a run. One that has ended is only shown as it is, its files repaired if a crash left them behind. */
export async function resumeRun(
  workspace: Workspace,
  place: Place,
  watch: Watch,
): AsyncResult<{ place: Place; rest: Resting<Live> }> {
  const rest = await carryOn(workspace, place, watch)
  return rest.ok ? ok({ place, rest: rest.value }) : rest
}

async function createRun(
  workspace: Workspace,
  draft: Draft,
  confirmed: readonly GateAnswer[],
): AsyncResult<Place> {
  await workspace.hidePrivateFolder()
  const lock = await workspace.lock('reflex-new.lock')
  if (!lock.ok)
    return usageError(
      'another loop is being started in this workspace right now',
      'try again in a moment',
    )
  try {
    const active = await unfinishedLoop(workspace)
    if (active !== null)
      return usageError(
        `the loop ${active} is active; one loop at a time`,
        `go on with it: loopwright resume ${active}   or end it: loopwright stop --run ${active}`,
      )
    const alias = await freeAlias(workspace, draft.setup.task_alias)
    const runId = `${alias}-${stamp(workspace.clock.now())}`
    const place = placeFor(workspace, alias, runId)
    const setup = { ...draft.setup, task_alias: alias }
    const begun = await begin(place, setup, confirmed, draft.artifact)
    await place.store.journal.close()
    if (!begun.ok)
      return err({
        exit: 5,
        what: `the run can't be written: ${begun.error}`,
        where: workspace.relative(place.files.folder),
        todo: 'make room or give write permission, then try again',
      })
    // the pointer must stand before the next `new` looks for an active loop
    await showFiles(workspace, begun.value)
    return ok(place)
  } finally {
    await lock.value.release()
  }
}

async function freeAlias(workspace: Workspace, wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const alias = number === 1 ? wanted : `${wanted.slice(0, 58).replace(/-$/, '')}-${number}`
    if (!(await isTaken(workspace, alias))) return alias
  }
}

const stamp = (now: Date) => now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
