import { setTimeout as wait } from 'node:timers/promises'
import { openWorkspace } from '../../src/app.ts'
import { answerRun } from '../../src/engine/answer-run.ts'
import { carryRun } from '../../src/engine/carry-run.ts'
import { openKnownRun } from '../../src/engine/open-run.ts'
import type { Watch } from '../../src/engine/workflow.ts'
import type { Choice } from '../../src/model/choice.ts'
import type { AsyncResult, Result } from '../../src/model/result.ts'
import type { Disk } from '../../src/ports/disk.ts'
import type { Workspace } from '../../src/ports/workspace.ts'
import { design } from '../../src/workflows/design/definition.ts'
import type { DesignRun } from '../../src/workflows/design/places.ts'
import type { Live } from '../../src/workflows/design/state.ts'

export async function houseAt(folder: string, disk?: Disk): Promise<Workspace> {
  return given(await openWorkspace({ cwd: folder, env: process.env, ...(disk ? { disk } : {}) }))
}

export function given<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value
  throw new Error(`${result.error.what} ${result.error.where ?? ''} ${result.error.todo ?? ''}`)
}

export const openFeature = (house: Workspace, name: string): AsyncResult<DesignRun> =>
  openKnownRun(design, house, name)

/** Somebody who looks on and says nothing. */
export const onlooker: Watch<DesignRun> = {
  state: () => undefined,
  progress: () => undefined,
  note: () => undefined,
  pause: new AbortController().signal,
}

/** Carries a feature until it rests; `progress` hears what is done. */
export async function carry(
  house: Workspace,
  name: string,
  progress = onlooker.progress,
): Promise<Live> {
  const run = given(await openFeature(house, name))
  return given(await carryRun(design, house, run, { ...onlooker, progress })).run.state
}

export async function tryAnswer(house: Workspace, name: string, choice: Choice) {
  const run = await openFeature(house, name)
  return run.ok ? answerRun(design, house, run.value, choice) : run
}

export const answer = async (house: Workspace, name: string, choice: Choice) =>
  given(await tryAnswer(house, name, choice))

/** Waits until something is so, or gives up. */
export async function until(is: () => boolean, patienceMs = 300_000): Promise<boolean> {
  const begun = performance.now()
  while (!is()) {
    if (performance.now() - begun > patienceMs) return false
    await wait(2)
  }
  return true
}
