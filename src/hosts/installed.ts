import { join } from 'node:path'
import { utf8Of } from '../ports/disk.ts'
import type { Workspace } from '../ports/workspace.ts'
import { type HostName, hosts } from './host.ts'
import { type HookRecord, lastRecords } from './session.ts'
import { targets } from './targets.ts'

type Place = Pick<Workspace, 'root' | 'disk' | 'privateFolder'>

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
  const records = await lastRecords(place)
  const all: InstalledHooks[] = []
  for (const [agent, { project, todo }] of held) {
    const [file] = project(['loopwright'])
    const text = utf8Of(
      (await place.disk.read(join(place.root, file?.path ?? ''))) ?? new Uint8Array(),
    )
    if (file === undefined || !text?.includes(` hook stop --agent ${agent}`)) continue
    const last = records.findLast((each) => each.event === 'stop' && each.agent === agent) ?? null
    all.push({ agent, title: hosts[agent].title, path: file.path, todo: todo[0], last })
  }
  return all
}
