import { join } from 'node:path'
import { readText } from '../ports/disk.ts'
import type { Workspace } from '../ports/workspace.ts'
import { type HostName, hosts, journalName } from './host.ts'
import { counted } from '../model/counted.ts'
import { didNotRun, type HookRecord, hooksSummary, readJournal } from './session.ts'
import { targets } from './targets.ts'

type Place = Pick<Workspace, 'root' | 'disk' | 'own' | 'seal'>

/** What people are told of hooks here: how the last session stands, and which hooks never ran. */
export async function hookLines(place: Place): Promise<readonly string[]> {
  const { records, foreign } = await readJournal(place)
  const summary = hooksSummary(records)
  const idle = (await installedHooks(place)).filter(({ last }) => last === null)
  return [
    ...(summary === null ? [] : [summary]),
    ...(foreign === 0
      ? []
      : [
          `${counted(foreign, 'line')} of ${join(place.own.path, journalName)} not written by Loopwright`,
        ]),
    ...idle.map(
      ({ title, path, todo }) => `hooks of ${title} (${path}): the gate never ran here; ${todo}`,
    ),
  ]
}

/** Hooks that stand in files of this folder, and the last end of a turn that each of them saw. */
export type InstalledHooks = {
  readonly agent: HostName
  readonly title: string
  readonly path: string
  /** What a person must do in the program, or it does not run them. */
  readonly todo: string
  readonly last: HookRecord | null
}

const held = [
  ['claude', targets['claude-code']],
  ['codex', targets.codex],
  ['gemini', targets.gemini],
  ['copilot', targets.copilot],
  ['cursor', targets.cursor],
] as const

export async function installedHooks(place: Place): Promise<readonly InstalledHooks[]> {
  const { records } = await readJournal(place)
  const all: InstalledHooks[] = []
  for (const [agent, { todo }] of held) {
    const { title, file: path } = hosts[agent]
    // what lies behind a link is not looked at
    const text = await readText(place.disk, join(place.root, path)).catch(() => null)
    if (!text?.includes(` hook stop --agent ${agent}`)) continue
    const stops = records.filter((each) => each.event === 'stop' && each.agent === agent)
    const last = stops.findLast(({ verdict }) => verdict !== didNotRun) ?? null
    all.push({ agent, title, path, todo: todo[0], last })
  }
  return all
}
