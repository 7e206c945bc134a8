import { setTimeout as wait } from 'node:timers/promises'
import { openWorkspace } from '../../src/app.ts'
import type { Workspace } from '../../src/ports/workspace.ts'
import { answerFeature, type Choice } from '../../src/app/design-gate.ts'
import { carryFeature, type DesignHappening, type Live } from '../../src/app/design-run.ts'
import { openFeature } from '../../src/app/design-feature.ts'
import type { Result } from '../../src/model/result.ts'
import type { Disk } from '../../src/ports/disk.ts'

export async function houseAt(folder: string, disk?: Disk): Promise<Workspace> {
  return given(await openWorkspace({ cwd: folder, env: process.env, ...(disk ? { disk } : {}) }))
}

export function given<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value
  throw new Error(`${result.error.what} ${result.error.where ?? ''} ${result.error.todo ?? ''}`)
}

/** Carries a feature until it rests; tells how often agents were really called. */
export async function carry(
  house: Workspace,
  name: string,
  told: (happening: DesignHappening) => void = () => undefined,
): Promise<Live> {
  const { place } = given(await openFeature(house, name))
  const rest = await carryFeature(house, place, {
    state: () => undefined,
    happening: told,
    note: () => undefined,
    pause: new AbortController().signal,
  })
  return given(rest).state
}

export const answer = async (house: Workspace, name: string, choice: Choice) =>
  given(await answerFeature(house, name, choice))

/** Waits until something is so, or gives up. */
export async function until(is: () => boolean, patienceMs = 20_000): Promise<boolean> {
  const begun = performance.now()
  while (!is()) {
    if (performance.now() - begun > patienceMs) return false
    await wait(2)
  }
  return true
}
