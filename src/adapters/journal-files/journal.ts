import { Entry, type Fact } from '../../model/entry.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendFile, Disk } from '../../ports/disk.ts'
import {
  type Journal,
  type JournalDamage,
  journalStart,
  type JournalReading,
  type Mark,
} from '../../ports/journal.ts'
import { hash as digest } from 'node:crypto'

type Place = {
  readonly path: string
  readonly runId: string
  readonly version: number
  /** Told that this process wrote to it. */
  readonly onWrite?: () => void
  /** Told how far the history was written, when it is closed. */
  readonly keepHead?: (mark: Mark) => void
}

/**
 * history.jsonl: one event a line, one write and one sync a step. The events of a step count down
 * in `left`; a step whose last line is not there was never acknowledged and is cut off.
 */
export function openFileJournal(disk: Disk, clock: Clock, place: Place): Journal {
  let file: AppendFile | null = null
  let written: Mark | null = null
  const readAt: ReadAt = async (offset, most) =>
    (most === 0 ? null : await disk.readFrom(place.path, offset, most)) ?? new Uint8Array()

  return {
    async read(after = journalStart, take) {
      // the line before the mark ends with the hash that the mark knows, or the history is another
      const seam = after.bytes === 0 ? '' : hashSuffix(after.hash)
      const before = await readAt(Math.max(0, after.bytes - seam.length), seam.length)
      if (Buffer.from(before.subarray(0, seam.length)).toString('latin1') !== seam)
        return err(notThere(after))
      return follow(after, readAt, take)
    },
    async append(at, facts, accept) {
      try {
        file ??= await disk.openAppend(place.path)
        const size = await file.size()
        if (size < at.bytes) return err({ type: 'conflict', expected: at.events, found: -1 })
        if (size > at.bytes) {
          const rest = await follow(at, readAt)
          if (!rest.ok) return rest
          const { mark } = rest.value
          if (mark.events !== at.events)
            return err({ type: 'conflict', expected: at.events, found: mark.events })
          // only an unfinished step of a crashed writer stands behind the mark
          await file.truncate(at.bytes)
        }
        // a clock that goes backwards must not reorder history
        const now = isoSeconds(clock.now())
        const ts = now > at.ts ? now : at.ts
        const next = link(at, facts, { ts, runId: place.runId, version: place.version })
        if (accept && !accept(next.entries))
          return err({ type: 'unwritable', detail: 'the events could not be read back' })
        await file.append(Buffer.from(next.text))
        await file.sync()
        written = next.mark
        place.onWrite?.()
        return ok({ entries: next.entries, mark: next.mark, tornBytes: 0 })
      } catch (error) {
        return err(unwritable(error))
      }
    },
    async secure() {
      try {
        file ??= await disk.openAppend(place.path)
        await file.sync()
        return ok(null)
      } catch (error) {
        return err(unwritable(error))
      }
    },
    async close() {
      await file?.close()
      file = null
      if (written !== null) place.keepHead?.(written)
      written = null
    },
  }
}

const notThere = ({ events }: Mark): JournalDamage => ({
  type: 'damaged',
  line: events,
  problem: 'missing',
  detail: `event ${events} is no longer where it was recorded`,
})

const unwritable = (error: unknown) =>
  ({ type: 'unwritable', detail: error instanceof Error ? error.message : String(error) }) as const

const isoSeconds = (date: Date) => `${date.toISOString().slice(0, 19)}Z`

type ReadAt = (offset: number, most?: number) => Promise<Uint8Array>

const bytesAtOnce = 65_536

/** Reads on from a mark, a piece at a time: a history may be far longer than what is kept of it. */
async function follow(
  after: Mark,
  readAt: ReadAt,
  take?: (entry: Entry) => void,
): AsyncResult<JournalReading, JournalDamage> {
  const entries: Entry[] = []
  const tell = take ?? ((entry) => void entries.push(entry))
  /** Of a step whose last line is not there yet. */
  let open: Entry[] = []
  let mark = after
  let committed = after
  let rest: Uint8Array = new Uint8Array()
  for (;;) {
    const more = await readAt(mark.bytes + rest.length, bytesAtOnce)
    const bytes = rest.length === 0 ? more : Buffer.concat([rest, more])
    let start = 0
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      const line = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')
      // a power cut can leave zeros where the last step was to be written
      if (line.includes('\0')) {
        const left = await readAt(mark.bytes)
        const tornBytes = mark.bytes + left.length - committed.bytes
        if (!left.subarray(end - start).includes(0x7b))
          return ok({ entries, mark: committed, tornBytes })
      }
      const entry = unlink(mark, line)
      if (!entry.ok) return entry
      open.push(entry.value)
      const { n: events, ts, hash } = entry.value
      mark = { events, bytes: mark.bytes + end - start + 1, ts, hash }
      start = end + 1
      if (entry.value.left !== undefined) continue
      committed = mark
      open.forEach(tell)
      open = []
    }
    rest = bytes.subarray(start)
    if (more.length < bytesAtOnce) break
  }
  return ok({ entries, mark: committed, tornBytes: mark.bytes + rest.length - committed.bytes })
}

const newline = 0x0a

type Stamp = { readonly ts: string; readonly runId: string; readonly version: number }

/** The line's own hash covers the line before, so no line can be changed, dropped or moved unnoticed. */
export function chainHash(previous: string, body: string): string {
  return digest('sha256', previous + body).slice(0, 32)
}

const hashSuffix = (hash: string): string => `,"hash":"${hash}"}\n`

/** Turns facts into lines that continue the chain at `at`. */
function link(
  at: Mark,
  facts: readonly Fact[],
  stamp: Stamp,
): { text: string; entries: Entry[]; mark: Mark } {
  const entries: Entry[] = []
  let { hash } = at
  let text = ''
  for (const [index, fact] of facts.entries()) {
    const left = facts.length - index - 1
    const body = {
      ts: stamp.ts,
      run_id: stamp.runId,
      iteration: fact.iteration,
      phase: fact.phase,
      step: fact.step,
      event: fact.event,
      status: fact.status,
      payload: fact.payload,
      v: stamp.version,
      n: at.events + index + 1,
      ...(left > 0 ? { left } : {}),
    }
    const line = JSON.stringify(body)
    hash = chainHash(hash, line)
    entries.push({ ...body, hash })
    text += line.slice(0, -1) + hashSuffix(hash)
  }
  const bytes = at.bytes + Buffer.byteLength(text)
  return { text, entries, mark: { events: at.events + facts.length, bytes, ts: stamp.ts, hash } }
}

const hashAtEnd = /,"hash":"([0-9a-f]{32})"\}$/

/** Reads one line and proves that it follows the chain. */
function unlink(previous: Mark, line: string): Result<Entry, JournalDamage> {
  const number = previous.events + 1
  const damaged = (problem: JournalDamage['problem'], detail: string) =>
    err<JournalDamage>({ type: 'damaged', line: number, problem, detail })

  const parsed = parseLine(line)
  if (!parsed.ok) return damaged('unreadable', parsed.error)
  const entry = parsed.value
  if (entry.n !== number)
    return damaged('missing', `expected event ${number} here, found event ${entry.n}`)
  const body = line.replace(hashAtEnd, '}')
  if (body === line) return damaged('foreign', 'the line does not end with its hash')
  return chainHash(previous.hash, body) === entry.hash
    ? ok(entry)
    : damaged('edited', `event ${number} (${entry.event}) or the line before it was changed`)
}

function parseLine(line: string): Result<Entry, string> {
  try {
    const parsed = Entry.safeParse(JSON.parse(line))
    if (parsed.success) return ok(parsed.data)
    const issue = parsed.error.issues[0]
    return err(`not an event of Loopwright: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
  } catch {
    return err('not a JSON object')
  }
}
