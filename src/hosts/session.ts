import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonOf } from '../kit/parse.ts'
import { type Seal, sealed, unsealed } from '../kit/seal.ts'
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
  /** What was not as in that commit. */
  files: z.record(z.string(), z.string()).default({}),
  /** What decides whether it may stop, as it was then. */
  guards: z.record(z.string(), z.string()),
  /** How often it was sent back since it last passed. */
  blocks: z.int().nonnegative(),
  /** What its last end of a turn was told, and when. */
  last: z
    .object({
      at: z.string(),
      hash: z.string(),
      gate: GateVerdict,
      lines: z.array(z.string()),
      verdict: z.enum(['accepted', 'nothing-to-check', 'sent-back', 'undecided', 'given-up']),
      word: z.union([
        z.object({ say: z.literal('nothing') }),
        z.object({ say: z.enum(['note', 'go-on']), text: z.string() }),
      ]),
    })
    .nullable(),
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
type Sealing = Place & Pick<Workspace, 'seal'>

const journalIn = ({ own }: Place) => join(own.path, journalName)
const sessionsIn = ({ own }: Place) => join(own.path, 'sessions')

/** Some programs also run the hooks of another one: whichever asks, it is the same session. */
const nameOf = (session: string) => createHash('sha256').update(session).digest('hex').slice(0, 32)

/** Whether a session ended a turn, or began, in this workspace. */
export const isKnown = async (place: Place, session: string) =>
  (await place.own.disk.size(join(sessionsIn(place), nameOf(session)))) !== null

/** `edited` where somebody else wrote to it, or took it away. */
export async function readSession(
  place: Sealing,
  session: string,
): Promise<Session | 'edited' | null> {
  const name = nameOf(session)
  const bytes = await place.own.disk.read(join(sessionsIn(place), name))
  if (bytes === null) return (await wasKept(place, session)) ? 'edited' : null
  const body = unsealed(place.seal, name, utf8Of(bytes) ?? '')
  return body === null ? 'edited' : Session.parse(JSON.parse(body))
}

/** Whether the journal tells of a session since a person last said that all begin anew. */
async function wasKept(place: Sealing, session: string): Promise<boolean> {
  const { records } = await readJournal(place)
  const since = records.findLastIndex(({ event }) => event === reset) + 1
  return records
    .slice(since)
    .some(
      (each) =>
        each.session === session && each.event !== 'post-edit' && each.verdict !== didNotRun,
    )
}

export async function keepSession(place: Sealing, session: string, stored: Session): Promise<void> {
  const name = nameOf(session)
  const text = sealed(place.seal, name, JSON.stringify(stored))
  await place.own.disk.replace(join(sessionsIn(place), name), text)
}

const reset = 'reset'

/** Forgets all sessions: what is there now is what counts. */
export async function forgetSessions(place: Sealing, at: string): Promise<void> {
  await place.own.disk.removeTree(sessionsIn(place))
  await record(place, { at, agent: '', session: '', event: reset, verdict: reset, ms: 0 })
}

const sealOf = (seal: Seal, entry: object) => seal(`hook\n${JSON.stringify(entry)}`)

export async function record(place: Sealing, entry: HookRecord): Promise<void> {
  const line = JSON.stringify({ ...entry, seal: sealOf(place.seal, entry) })
  const file = await place.own.disk.openAppend(journalIn(place))
  try {
    await file.append(Buffer.from(`${line}\n`))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The last calls of hooks, oldest first, and how many lines somebody else wrote among them. */
export type HookJournal = { readonly records: readonly HookRecord[]; readonly foreign: number }

export async function readJournal(place: Sealing, most = 262_144): Promise<HookJournal> {
  const { disk } = place.own
  const size = (await disk.size(journalIn(place))) ?? 0
  const bytes = await disk.readFrom(journalIn(place), Math.max(0, size - most))
  const lines = new TextDecoder().decode(bytes ?? new Uint8Array()).split('\n')
  // it may begin in the middle of a line
  const whole = (size > most ? lines.slice(1) : lines).filter((line) => line !== '')
  const records = whole.flatMap((line) => recordIn(line, place.seal) ?? [])
  return { records, foreign: whole.length - records.length }
}

function recordIn(line: string, key: Seal): HookRecord | null {
  const { seal, ...entry } = { ...z.record(z.string(), z.unknown()).safeParse(jsonOf(line)).data }
  const read = HookRecord.safeParse(entry)
  return read.success && seal === sealOf(key, entry) ? read.data : null
}

/** How many findings are told and kept. */
export const mostLines = 20

/** The verdict of a hook that could not check. */
export const didNotRun = 'did-not-run'

const isBack = ({ verdict }: HookRecord) => verdict === 'sent-back' || verdict === didNotRun

/** How often a session was sent back in a row, also because the gate could not run. */
export function timesSentBack(records: readonly HookRecord[], session: string): number {
  const stops = records.filter((each) => each.event === 'stop' && each.session === session)
  return stops.length - 1 - stops.findLastIndex((each) => !isBack(each))
}

/** What a person should know of the last session of an agent here: what the gate said, or that it did not run. */
export function hooksSummary(records: readonly HookRecord[]): string | null {
  const last = records.findLast(({ event }) => event !== reset)
  if (last === undefined) return null
  const name = `${last.agent} session ${last.session.slice(0, 8)}`
  const stop = records.findLast(
    ({ event, session }) => event === 'stop' && session === last.session,
  )
  if (stop === undefined) return `${name}: the gate did not run since it began at ${last.at}`
  if (stop.verdict === didNotRun)
    return `${name}: the gate did not run at ${stop.at}: ${stop.lines?.join('; ')}`
  const count = stop.lines?.length ?? 0
  const most = count > mostLines ? `more than ${mostLines} findings` : counted(count, 'finding')
  const open = count === 0 ? '' : `, ${most}`
  return `${name}: the gate said ${stop.verdict}${open} at ${stop.at}`
}
