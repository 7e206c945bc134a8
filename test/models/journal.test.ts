import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openNodeDisk } from '../../src/adapters/disk-node/disk.ts'
import { openFileJournal } from '../../src/adapters/journal-files/journal.ts'
import { factOf } from '../../src/ports/journal.contract.ts'
import type { Disk } from '../../src/ports/disk.ts'
import { type Journal, journalStart, type Mark } from '../../src/ports/journal.ts'
import { freshFolder } from '../support/folder.ts'
import { command, compare, openReach, type Reach } from './model.ts'

/** What a journal is: steps, each a list of events. */
type Model = { steps: (readonly string[])[]; marks: Mark[] }
type Real = { readonly path: string; readonly open: () => Journal; journal: Journal }

const clock = { now: () => new Date('2026-02-18T12:00:00Z'), elapsedMs: () => 0 }
const names = fc.array(fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }), {
  minLength: 1,
  maxLength: 4,
})
const flat = ({ steps }: Model) => steps.flat()
const last = ({ marks }: Model) => marks.at(-1) ?? journalStart

async function expectSame(model: Model, { journal }: Real, from = 0): Promise<void> {
  const read = await journal.read(from === 0 ? undefined : model.marks[from - 1])
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  expect(read.value.entries.map(({ event }) => event)).toEqual(model.steps.slice(from).flat())
  expect(read.value.mark).toEqual(last(model))
}

async function grow(model: Model, real: Real, events: readonly string[]): Promise<Mark> {
  const appended = await real.journal.append(
    last(model),
    events.map((event) => factOf(event, { event })),
  )
  if (!appended.ok) throw new Error(JSON.stringify(appended.error))
  return appended.value.mark
}

const commandsFor = (reach: Reach) => [
  names.map((events) =>
    command<Model, Real>(`append ${JSON.stringify(events)}`, async (model, real) => {
      reach.see(events.length > 1 ? 'append of several' : 'append of one')
      model.marks = [...model.marks, await grow(model, real, events)]
      model.steps = [...model.steps, events]
    }),
  ),
  fc.nat({ max: 20 }).map((back) =>
    command<Model, Real>(
      `append behind, ${back}`,
      async (model, real) => {
        reach.see('late append')
        const stale = model.marks[back % (model.marks.length - 1)] ?? journalStart
        expect(await real.journal.append(stale, [factOf('late')])).toMatchObject({
          ok: false,
          error: { type: 'conflict' },
        })
        await expectSame(model, real)
      },
      ({ marks }) => marks.length > 1,
    ),
  ),
  fc.nat({ max: 20 }).map((from) =>
    command<Model, Real>(`read from ${from}`, async (model, real) => {
      reach.see(from % (model.marks.length + 1) === 0 ? 'read all' : 'read a tail')
      await expectSame(model, real, from % (model.marks.length + 1))
    }),
  ),
  fc.constant(
    command<Model, Real>('reopen', async (model, real) => {
      reach.see('reopen')
      await real.journal.close()
      real.journal = real.open()
      await expectSame(model, real)
    }),
  ),
  fc
    .tuple(
      names,
      fc.integer({ min: 0, max: 20 }).map((part) => part / 20),
    )
    .map(([events, part]) =>
      command<Model, Real>(`crash in ${JSON.stringify(events)} at ${part}`, async (model, real) => {
        const before = last(model).bytes
        const after = await grow(model, real, events)
        const cut = before + Math.floor((after.bytes - before) * part)
        await real.journal.close()
        truncateSync(real.path, cut)
        real.journal = real.open()
        reach.see(
          cut === before ? 'crash before' : cut === after.bytes ? 'crash after' : 'crash within',
        )
        if (cut === after.bytes) {
          model.steps = [...model.steps, events]
          model.marks = [...model.marks, after]
        }
        await expectSame(model, real)
      }),
    ),
  fc
    .tuple(fc.oneof(fc.nat(), fc.constant(-1)), fc.integer({ min: 1, max: 255 }))
    .map(([at, flip]) =>
      command<Model, Real>(
        `edit byte ${at} by ${flip}`,
        async (model, real) => {
          const whole = readFileSync(real.path)
          const place = at === -1 ? last(model).bytes - 1 : at % last(model).bytes
          const edited = Buffer.from(whole)
          edited[place] = (edited[place] ?? 0) ^ flip
          writeFileSync(real.path, edited)
          const read = await real.open().read()
          writeFileSync(real.path, whole)
          const line = whole.subarray(0, place).toString('latin1').split('\n').length
          // a broken end of the last line looks like a step that was never finished: nothing false is read
          if (read.ok) {
            reach.see('edit of the end')
            expect(flat(model).slice(0, read.value.entries.length)).toEqual(
              read.value.entries.map(({ event }) => event),
            )
            expect(read.value.tornBytes).toBeGreaterThan(0)
            return expect(line).toBeGreaterThan(read.value.entries.length)
          }
          reach.see('edit noticed')
          expect(read.error).toMatchObject({ type: 'damaged', line })
        },
        ({ steps }) => steps.length > 0,
      ),
    ),
]

function trial(reach: Reach, spoil: (disk: Disk) => Disk = (disk) => disk) {
  const folder = freshFolder()
  let number = 0
  return {
    commands: commandsFor(reach),
    runs: 60,
    start: async () => {
      const path = join(folder, `${(number += 1)}.jsonl`)
      const open = () =>
        openFileJournal(spoil(openNodeDisk(folder)), clock, { path, runId: 'r-1', version: 1 })
      return { model: { steps: [], marks: [] } as Model, real: { path, open, journal: open() } }
    },
    end: ({ journal }: Real) => journal.close(),
  }
}

describe('the journal and its model', () => {
  test('agree on every history of appends, readings, crashes at any byte, late writers and foreign edits', async () => {
    const reach = openReach()
    await compare(trial(reach))
    expect(
      reach.missing(
        [
          'append of one',
          'append of several',
          'late append',
          'read all',
          'read a tail',
          'reopen',
          'crash before',
          'crash within',
          'crash after',
          'edit noticed',
          'edit of the end',
        ],
        2,
      ),
    ).toEqual([])
  })

  test('disagree as soon as the journal leaves the torn end of a crash where it is', async () => {
    const forgetful = (disk: Disk): Disk => ({
      ...disk,
      openAppend: async (path) => ({
        ...(await disk.openAppend(path)),
        truncate: async () => undefined,
      }),
    })
    await expect(compare(trial(openReach(), forgetful))).rejects.toThrow(/damaged|crash in/)
  })
})
