import { join } from 'node:path'
import type { House } from '../app.ts'
import { TaskAlias } from '../model/ids.ts'
import type { AsyncResult } from '../model/result.ts'

/** The runs of one workflow, as far as finding one of them needs it. */
export type Runs = {
  /** What a person calls one of them. */
  readonly noun: string
  names(house: House): Promise<readonly string[]>
  /** Those that may be meant where none is named: at work, or waiting for a person. */
  meant(house: House): Promise<readonly string[]>
}

type Opened = AsyncResult<{ readonly state: { readonly at: string } }>

export async function notResting(
  house: House,
  names: readonly string[],
  open: (house: House, name: string) => Opened,
  resting: ReadonlySet<string> = new Set(['ended']),
): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of names) {
    const run = await open(house, name)
    if (run.ok && !resting.has(run.value.state.at)) found.push(name)
  }
  return found
}

/** Where a workflow whose runs have an id of their own keeps the history of one. */
export const historyOf = (house: House, workflow: string, runId: string): string =>
  join(house.privateFolder, workflow, runId, 'history.jsonl')

/** Longer than any first event. */
const surelyBegun = 1_000_000
const newline = 10

/** A start that a crash tore left no event: there is no such run. */
export async function idsWithHistory(house: House, workflow: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of await house.disk.list(join(house.privateFolder, workflow))) {
    if (!TaskAlias.safeParse(name).success) continue
    const journal = historyOf(house, workflow, name)
    const size = (await house.disk.size(journal)) ?? 0
    if (size > surelyBegun) found.push(name)
    else if (size > 0 && (await house.disk.read(journal))?.includes(newline) === true)
      found.push(name)
  }
  return found
}
