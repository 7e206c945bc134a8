import type { Entry } from '../../model/entry.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendFile, Disk } from '../../ports/disk.ts'
import {
  type Journal,
  type JournalDamage,
  journalStart,
  type JournalReading,
  type Mark,
} from '../../ports/journal.ts'
import { hashSuffix, link, unlink } from './chain.ts'

type Place = {
  readonly path: string
  readonly runId: string
  readonly version: number
  /** Told how far the history was written, when it is closed. */
  readonly keepHead?: (mark: Mark) => void
}

/**
 * history.jsonl: one event a line, one write and one sync a step. The events of a step count down
 * in `left`; a step whose last line is not there was never acknowledged and is cut off.
 */
export function openFileJournal(disk: Disk, clock: Clock, place: Place): Journal {
  let file: AppendFile | null = null
  let lastStamp = ''
  let written: Mark | null = null

  return {
    async read(after = journalStart) {
      // the line before the mark ends with the hash that the mark knows, or the history is another
      const seam = after.bytes === 0 ? '' : hashSuffix(after.hash)
      const bytes =
        (await disk.readFrom(place.path, Math.max(0, after.bytes - seam.length))) ??
        new Uint8Array()
      if (Buffer.from(bytes.subarray(0, seam.length)).toString('latin1') !== seam)
        return err(notThere(after))
      const reading = follow(after, bytes.subarray(seam.length))
      if (reading.ok) lastStamp = reading.value.entries.at(-1)?.ts ?? lastStamp
      return reading
    },
    async append(at, facts, accept) {
      try {
        file ??= await disk.openAppend(place.path)
        const size = await file.size()
        if (size < at.bytes) return err({ type: 'conflict', expected: at.events, found: -1 })
        if (size > at.bytes) {
          const rest = follow(at, (await disk.readFrom(place.path, at.bytes)) ?? new Uint8Array())
          if (!rest.ok) return rest
          const { mark } = rest.value
          if (mark.events !== at.events)
            return err({ type: 'conflict', expected: at.events, found: mark.events })
          // only an unfinished step of a crashed writer stands behind the mark
          await file.truncate(at.bytes)
        }
        // a clock that goes backwards must not reorder history
        const now = isoSeconds(clock.now())
        lastStamp = now > lastStamp ? now : lastStamp
        const next = link(at, facts, { ts: lastStamp, runId: place.runId, version: place.version })
        if (accept && !accept(next.entries))
          return err({ type: 'unwritable', detail: 'the events could not be read back' })
        await file.append(Buffer.from(next.text))
        await file.sync()
        written = next.mark
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

function follow(after: Mark, bytes: Uint8Array): Result<JournalReading, JournalDamage> {
  const entries: Entry[] = []
  let mark = after
  let committed = { mark: after, count: 0 }
  let start = 0
  for (;;) {
    const end = bytes.indexOf(0x0a, start)
    if (end === -1) break
    const line = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')
    // a power cut can leave zeros where the last step was to be written
    if (line.includes('\0') && !bytes.subarray(end).includes(0x7b)) break
    const entry = unlink(mark, line)
    if (!entry.ok) return entry
    entries.push(entry.value)
    mark = { events: entry.value.n, bytes: mark.bytes + end - start + 1, hash: entry.value.hash }
    if (entry.value.left === undefined) committed = { mark, count: entries.length }
    start = end + 1
  }
  const tornBytes = after.bytes + bytes.length - committed.mark.bytes
  return ok({ entries: entries.slice(0, committed.count), mark: committed.mark, tornBytes })
}
