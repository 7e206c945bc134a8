import { join } from 'node:path'
import { z } from 'zod'
import type { OpenRun } from '../../engine/workflow.ts'
import { jsonOf } from '../../kit/parse.ts'
import { TaskAlias } from '../../model/ids.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { pointerPath, runFolder } from './files.ts'
import type { ReflexState } from './state.ts'

export type ReflexRun = OpenRun<ReflexState>
export type Live = ReflexRun['state']

type Place = Pick<Workspace, 'root' | 'config' | 'disk'>

export const evolutionRoot = ({ root, config }: Pick<Workspace, 'root' | 'config'>): string =>
  join(root, config.workflows.reflex.path)

export const filesOf = (place: Pick<Workspace, 'root' | 'config'>, alias: string) =>
  runFolder(evolutionRoot(place), alias)

const Pointer = z.object({ active_run_id: z.string(), task_alias: TaskAlias })

/** The alias current.json points to, or null where no loop is active. */
export async function pointedAlias(place: Place): Promise<string | null> {
  const text = await textAt(place, pointerPath(evolutionRoot(place)))
  return text === null ? null : (Pointer.safeParse(jsonOf(text)).data?.task_alias ?? null)
}

const FirstLine = z.object({ run_id: z.string().regex(/^[a-z0-9-]+$/) })

/** Longer than any first event. */
const longerThanFirst = 1_000_000

/** The run id stands in the first event; run.json may be gone or damaged. */
export async function runIdOf(place: Place, alias: string): Promise<string | null> {
  const bytes = await place.disk.readFrom(filesOf(place, alias).history, 0, longerThanFirst)
  const [line = ''] = Buffer.from(bytes ?? [])
    .toString('utf8')
    .split('\n', 1)
  return FirstLine.safeParse(jsonOf(line)).data?.run_id ?? null
}

const Shown = z.object({ status: z.enum(['completed', 'stopped', 'failed']) })

/** Saves folding the history of every loop there ever was. */
export async function looksEnded(place: Place, alias: string): Promise<boolean> {
  const text = await textAt(place, filesOf(place, alias).run)
  return text !== null && Shown.safeParse(jsonOf(text)).success
}

export async function textAt({ disk }: Pick<Workspace, 'disk'>, path: string) {
  const bytes = await disk.read(path)
  return bytes === null ? null : Buffer.from(bytes).toString('utf8')
}
