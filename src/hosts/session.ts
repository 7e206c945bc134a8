import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { sealed, unsealed } from '../kit/seal.ts'
import { counted } from '../model/counted.ts'
import { utf8Of } from '../ports/disk.ts'
import type { Workspace } from '../ports/workspace.ts'
import { journalName } from './host.ts'

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

type Place = Pick<Workspace, 'own'>

const journalIn = ({ own }: Place) => join(own.path, journalName)
const sessionsIn = ({ own }: Place) => join(own.path, 'sessions')

const nameOf = (agent: string, session: string) =>
  createHash('sha256').update(`${agent}\0${session}`).digest('hex').slice(0, 32)

/** Whether a session ended a turn, or began, in this workspace. */
export const isKnown = async (place: Place, [agent, session]: readonly [string, string]) =>
  (await place.own.disk.size(join(sessionsIn(place), nameOf(agent, session)))) !== null

/** `edited` where somebody else wrote to it. */
export async function readSession(
  place: Place & Pick<Workspace, 'seal'>,
  agent: string,
  session: string,
): Promise<Session | 'edited' | null> {
  const name = nameOf(agent, session)
  const bytes = await place.own.disk.read(join(sessionsIn(place), name))
  if (bytes === null) return null
  const body = unsealed(place.seal, name, utf8Of(bytes) ?? '')
  return body === null ? 'edited' : Session.parse(JSON.parse(body))
}

export async function keepSession(
  place: Place & Pick<Workspace, 'seal'>,
  [agent, session]: readonly [string, string],
  kept: Session,
): Promise<void> {
  const name = nameOf(agent, session)
  const text = sealed(place.seal, name, JSON.stringify(kept))
  await place.own.disk.replace(join(sessionsIn(place), name), text)
}

/** Forgets all sessions: what is there now is what counts. */
export const forgetSessions = (place: Place) => place.own.disk.removeTree(sessionsIn(place))

export async function record(place: Place, entry: HookRecord): Promise<void> {
  const file = await place.own.disk.openAppend(journalIn(place))
  try {
    await file.append(Buffer.from(`${JSON.stringify(entry)}\n`))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The last calls, oldest first; a line that nobody can read is none. */
export async function lastRecords(place: Place, most = 65_536): Promise<readonly HookRecord[]> {
  const { disk } = place.own
  const size = (await disk.size(journalIn(place))) ?? 0
  const bytes = await disk.readFrom(journalIn(place), Math.max(0, size - most))
  // it may begin in the middle of a letter
  const text = new TextDecoder().decode(bytes ?? new Uint8Array())
  return text.split('\n').flatMap((line) => {
    try {
      return [HookRecord.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}

/** The verdict of a hook that could not check. */
export const didNotRun = 'did-not-run'

/** What a person should know of the last session of an agent here: what the gate said, or that it did not run. */
export function hooksSummary(records: readonly HookRecord[]): string | null {
  const last = records.at(-1)
  if (last === undefined) return null
  const name = `${last.agent} session ${last.session.slice(0, 8)}`
  const stop = records.findLast(
    ({ event, session }) => event === 'stop' && session === last.session,
  )
  if (stop === undefined) return `${name}: the gate did not run since it began at ${last.at}`
  if (stop.verdict === didNotRun)
    return `${name}: the gate did not run at ${stop.at}: ${stop.lines?.join('; ')}`
  const count = stop.lines?.length ?? 0
  const open = count === 0 ? '' : `, ${counted(count, 'finding')}`
  return `${name}: the gate said ${stop.verdict}${open} at ${stop.at}`
}
