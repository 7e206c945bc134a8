import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { journalStart, type Mark } from '../../ports/journal.ts'
import { describeJournal, factOf } from '../../ports/journal.contract.ts'
import { openNodeDisk } from '../disk-node/disk.ts'
import { openFileJournal } from './journal.ts'

const clock = { now: () => new Date('2026-02-18T12:00:00.500Z'), elapsedMs: () => 0 }
const openAt = (folder: string, path = join(folder, 'history.jsonl'), at = clock) =>
  openFileJournal(openNodeDisk(folder), at, { path, runId: 'run-1', version: 1 })

describeJournal('files', async () => {
  const folder = freshFolder()
  return () => openAt(folder)
})

async function threeSteps() {
  const folder = freshFolder()
  const path = join(folder, 'history.jsonl')
  const journal = openAt(folder)
  let mark: Mark = journalStart
  for (const events of [['one'], ['two', 'three'], ['four', 'five']]) {
    const appended = await journal.append(
      mark,
      events.map((event) => factOf(event)),
    )
    if (!appended.ok) throw new Error(appended.error.type)
    mark = appended.value.mark
  }
  await journal.close()
  return { folder, path, mark, lines: readFileSync(path, 'utf8').trimEnd().split('\n') }
}

const readAt = async (folder: string) => openAt(folder).read()

describe('a history file', () => {
  test('has one event a line in the specified envelope', async () => {
    const { lines } = await threeSteps()
    const first: unknown = JSON.parse(lines[0] ?? '')
    expect(Object.keys(first as object).slice(0, 8)).toEqual([
      'ts',
      'run_id',
      'iteration',
      'phase',
      'step',
      'event',
      'status',
      'payload',
    ])
    expect(first).toMatchObject({ ts: '2026-02-18T12:00:00Z', run_id: 'run-1', v: 1, n: 1 })
  })

  test('is not read on from a mark when it was cut or exchanged before it', async () => {
    const { folder, path, mark } = await threeSteps()
    const whole = readFileSync(path)
    const readOn = async () => openAt(folder).read(mark)
    expect(await readOn()).toMatchObject({ ok: true, value: { entries: [], mark } })
    const exchanged = Buffer.from(whole)
    exchanged.write('0', whole.length - 10)
    for (const changed of [whole.subarray(0, -1), whole.subarray(0, 50), '', exchanged]) {
      writeFileSync(path, changed)
      expect(await readOn()).toMatchObject({ ok: false, error: { type: 'damaged', line: 5 } })
    }
  })

  test('[JOURNAL-5] names the line that was edited, whatever was edited in it', async () => {
    const { folder, path, lines } = await threeSteps()
    await fc.assert(
      fc.asyncProperty(
        fc.nat(lines.length - 1),
        fc.nat(),
        fc.constantFrom('x', '0', '}', ' '),
        async (row, column, letter) => {
          const line = lines[row] ?? ''
          const at = column % line.length
          if (line[at] === letter) return
          const edited = lines.with(row, line.slice(0, at) + letter + line.slice(at + 1))
          writeFileSync(path, `${edited.join('\n')}\n`)
          expect(await readAt(folder)).toMatchObject({
            ok: false,
            error: { type: 'damaged', line: row + 1 },
          })
        },
      ),
      { numRuns: 150 },
    )
  })

  test('[JOURNAL-5] names the place of a missing, doubled or moved line', async () => {
    const { folder, path, lines } = await threeSteps()
    const damage = async (changed: readonly string[]) => {
      writeFileSync(path, `${changed.join('\n')}\n`)
      const read = await readAt(folder)
      return read.ok ? null : read.error
    }
    expect(await damage(lines.toSpliced(1, 1))).toMatchObject({ line: 2, problem: 'missing' })
    expect(await damage(lines.toSpliced(2, 0, lines[1] ?? ''))).toMatchObject({ line: 3 })
    expect(await damage([lines[0] ?? '', lines[2] ?? '', lines[1] ?? ''])).toMatchObject({
      line: 2,
    })
    expect(await damage(['{"event":"hello"}'])).toMatchObject({ line: 1, problem: 'unreadable' })
  })

  test('[JOURNAL-7] cut anywhere in its last step is recovered to the step before, and goes on from there', async () => {
    const { folder, path } = await threeSteps()
    const whole = readFileSync(path)
    const kept = readFileSync(path, 'utf8').split('\n').slice(0, 3).join('\n').length + 1
    for (let cut = kept; cut < whole.length; cut += 7) {
      writeFileSync(path, whole.subarray(0, cut))
      const journal = openAt(folder)
      const read = await journal.read()
      if (!read.ok) throw new Error(`cut at ${cut}: ${read.error.type}`)
      expect(read.value.entries.map(({ event }) => event)).toEqual(['one', 'two', 'three'])
      expect(read.value.tornBytes).toBe(cut - kept)
      const appended = await journal.append(read.value.mark, [factOf('again')])
      expect(appended.ok).toBe(true)
      await journal.close()
      const after = await readAt(folder)
      expect(after.ok && after.value.entries.map(({ event }) => event)).toEqual([
        'one',
        'two',
        'three',
        'again',
      ])
    }
  })

  test('[JOURNAL-7] that ends in zeros after a power cut is recovered', async () => {
    const { folder, path } = await threeSteps()
    appendFileSync(path, Buffer.alloc(300))
    expect(await readAt(folder)).toMatchObject({ ok: true, value: { tornBytes: 300 } })
    appendFileSync(path, '\n')
    expect(await readAt(folder)).toMatchObject({ ok: true, value: { tornBytes: 301 } })
  })

  test('never goes back in time, though the clock does', async () => {
    const folder = freshFolder()
    const times = ['2026-02-18T12:00:05Z', '2026-02-18T11:00:00Z']
    const backwards = { now: () => new Date(times.shift() ?? 0), elapsedMs: () => 0 }
    const journal = openAt(folder, join(folder, 'history.jsonl'), backwards)
    const first = await journal.append(journalStart, [factOf('one')])
    if (!first.ok) throw new Error(first.error.type)
    const second = await journal.append(first.value.mark, [factOf('two')])
    if (!second.ok) throw new Error(second.error.type)
    expect(second.value.entries[0]?.ts).toBe('2026-02-18T12:00:05Z')
    await journal.close()
    // nor for whoever opens it again, from the start or from a mark with nothing behind it
    const { mark } = second.value
    for (const after of [undefined, mark]) {
      const again = openAt(folder, join(folder, 'history.jsonl'), backwards)
      const read = await again.read(after)
      if (!read.ok) throw new Error(read.error.type)
      let ts: string | undefined
      await again.append(read.value.mark, [factOf('three')], ([entry]) => {
        ts = entry?.ts
        return false
      })
      expect(ts).toBe('2026-02-18T12:00:05Z')
      await again.close()
    }
  })

  test('that cannot be written is a value, not a crash', async () => {
    const full = {
      ...openNodeDisk('/'),
      openAppend: async () => {
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      },
    }
    const journal = openFileJournal(full, clock, { path: '/nowhere', runId: 'r', version: 1 })
    expect(await journal.append(journalStart, [factOf('one')])).toMatchObject({
      ok: false,
      error: { type: 'unwritable', detail: expect.stringContaining('ENOSPC') },
    })
  })

  test('[JOURNAL-11] costs one write and one sync a step', async () => {
    const calls: string[] = []
    const disk = openNodeDisk('/')
    const counting = {
      ...disk,
      openAppend: async (path: string) => {
        const file = await disk.openAppend(path)
        return {
          ...file,
          append: (bytes: Uint8Array) => {
            calls.push('append')
            return file.append(bytes)
          },
          sync: () => {
            calls.push('sync')
            return file.sync()
          },
        }
      },
    }
    const folder = freshFolder()
    const journal = openFileJournal(counting, clock, {
      path: join(folder, 'h.jsonl'),
      runId: 'r',
      version: 1,
    })
    const first = await journal.append(journalStart, [
      factOf('one'),
      factOf('two'),
      factOf('three'),
    ])
    if (!first.ok) throw new Error(first.error.type)
    await journal.append(first.value.mark, [factOf('four')])
    expect(calls).toEqual(['append', 'sync', 'append', 'sync'])
    await journal.close()
  })
})
