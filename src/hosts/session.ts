import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { sealed, unsealed } from '../kit/seal.ts'
import { counted } from '../model/counted.ts'
import { utf8Of } from '../ports/disk.ts'
import type { Workspace } from '../ports/workspace.ts'

const GateVerdict = z.enum(['accepted', 'not_accepted', 'undecided', 'broken'])
export type GateVerdict = z.infer<typeof GateVerdict>

/** What is known of one session of an agent in a program of its own. */
export const Session = z.object({
  /** The commit that was checked out when it began. */
  base: z.string().nullable(),
  /** What decides whether it may stop, as it was then. */
  guards: z.record(z.string(), z.string()),
  /** How often it was sent back since it last passed, and with what. */
  blocks: z.int().nonnegative(),
  last: z.object({ hash: z.string(), verdict: GateVerdict, lines: z.array(z.string()) }).nullable(),
})
export type Session = z.infer<typeof Session>

/** One call of a hook, as it is kept. */
export const HookRecord = z.object({
  at: z.string(),
  agent: z.string(),
  session: z.string(),
  event: z.string(),
  verdict: z.string(),
  hash: z.string().optional(),
  lines: z.array(z.string()).optional(),
  ms: z.number(),
})
export type HookRecord = z.infer<typeof HookRecord>

type Place = Pick<Workspace, 'privateFolder' | 'disk' | 'seal' | 'hidePrivateFolder'>

const journalIn = ({ privateFolder }: Pick<Place, 'privateFolder'>) =>
  join(privateFolder, 'hooks.jsonl')

const nameOf = (agent: string, session: string) =>
  createHash('sha256').update(`${agent}\0${session}`).digest('hex').slice(0, 32)

const placeOf = ({ privateFolder }: Place, name: string) =>
  join(privateFolder, 'hooks', `${name}.json`)

/** `edited` where somebody else wrote to it. */
export async function readSession(
  place: Place,
  agent: string,
  session: string,
): Promise<Session | 'edited' | null> {
  const name = nameOf(agent, session)
  const bytes = await place.disk.read(placeOf(place, name))
  if (bytes === null) return null
  const body = unsealed(place.seal, name, utf8Of(bytes) ?? '')
  return body === null ? 'edited' : Session.parse(JSON.parse(body))
}

export async function keepSession(
  place: Place,
  [agent, session]: readonly [string, string],
  kept: Session,
): Promise<void> {
  const name = nameOf(agent, session)
  await place.hidePrivateFolder()
  await place.disk.replace(placeOf(place, name), sealed(place.seal, name, JSON.stringify(kept)))
}

/** Forgets all sessions: what is there now is what counts. */
export const forgetSessions = ({ disk, privateFolder }: Place) =>
  disk.removeTree(join(privateFolder, 'hooks'))

export async function record(place: Place, entry: HookRecord): Promise<void> {
  await place.hidePrivateFolder()
  const file = await place.disk.openAppend(journalIn(place))
  try {
    await file.append(Buffer.from(`${JSON.stringify(entry)}\n`))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The last calls, oldest first; a line that nobody can read is none. */
export async function lastRecords(
  place: Pick<Place, 'disk' | 'privateFolder'>,
  most = 65_536,
): Promise<readonly HookRecord[]> {
  const size = (await place.disk.size(journalIn(place))) ?? 0
  const bytes = await place.disk.readFrom(journalIn(place), Math.max(0, size - most))
  return (utf8Of(bytes ?? new Uint8Array()) ?? '').split('\n').flatMap((line) => {
    try {
      return [HookRecord.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}

/** What a person should know of the hooks here: what the last one said, or that none ran. */
export function hooksSummary(records: readonly HookRecord[]): string | null {
  const last = records.at(-1)
  if (last === undefined) return null
  const name = `${last.agent} session ${last.session.slice(0, 8)}`
  const stop = records.findLast(
    ({ event, session }) => event === 'stop' && session === last.session,
  )
  if (stop === undefined) return `${name}: the gate did not run since it began at ${last.at}`
  const count = stop.lines?.length ?? 0
  const open = count === 0 ? '' : `, ${counted(count, 'finding')}`
  return `${name}: the gate said ${stop.verdict}${open} at ${stop.at}`
}
