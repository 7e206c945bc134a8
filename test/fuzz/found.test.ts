import { unkeyed } from '../../src/kit/seal.contract.ts'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openNodeDisk } from '../../src/adapters/disk-node/disk.ts'
import { openFileJournal } from '../../src/adapters/journal-files/journal.ts'
import { takeLock } from '../../src/adapters/run-files/lock.ts'
import { openRunStore } from '../../src/adapters/run-files/run-store.ts'
import { drive } from '../../src/engine/drive.ts'
import { handle, load } from '../../src/engine/run.ts'
import { err } from '../../src/model/result.ts'
import { reflexMachine } from '../../src/workflows/reflex/machine.ts'
import type { ReflexCommand } from '../../src/workflows/reflex/state.ts'
import { freshFolder } from '../support/folder.ts'
import { confirmedBy, criteriaOf, orders, setupOf } from '../support/reflex.ts'
import { evolution, lw, newStory, storyWorkspace } from '../support/workspace.ts'

const clock = { now: () => new Date('2026-02-18T12:00:00Z'), elapsedMs: () => 0 }

describe('what random inputs found', () => {
  test('a person without a name in the environment has the name of their account, and never a history that cannot be read', async () => {
    const folder = storyWorkspace()
    expect((await lw(folder, newStory, { LOOPWRIGHT_USER: '', USER: '' })).status).toBe(0)
    expect((await lw(folder, ['status', 'story'])).status).toBe(0)
  })

  test('a second loop of the same long name has a name that can be used', async () => {
    for (const alias of [`${'a'.repeat(59)}-bcd`, `${'a'.repeat(57)}-bcd-ef`]) {
      const folder = storyWorkspace()
      const begin = [
        'new',
        'a story',
        '--alias',
        alias,
        '--type',
        'other',
        '--criteria',
        'gates.yaml',
      ]
      for (let loop = 0; loop < 2; loop += 1) {
        expect((await lw(folder, begin)).status).toBe(3)
        const stopped = await lw(folder, ['stop'])
        expect(stopped.status, stopped.stderr).toBe(0)
      }
      expect(readdirSync(evolution(folder))).toHaveLength(2)
    }
  })

  test('[ENGINE-5] a stop request is forgotten only after the stop is recorded', async () => {
    const folder = freshFolder()
    const disk = openNodeDisk(folder)
    const journal = openFileJournal(disk, clock, {
      path: join(folder, 'h.jsonl'),
      runId: 'r',
      version: 1,
    })
    const store = openRunStore(disk, clock, {
      seal: unkeyed,
      folder: join(folder, 'run'),
      runId: 'r',
      journal,
    })
    const setup = setupOf(criteriaOf(['a.x.y', 'fail']))
    const start: ReflexCommand = {
      type: 'start',
      runId: 'r',
      setup,
      confirmed: confirmedBy('ada', setup),
    }
    const empty = await load(reflexMachine, store)
    if (!empty.ok) throw new Error(empty.error.type)
    expect(
      (await handle(reflexMachine, store, { run: empty.value, seen: 0, command: start })).ok,
    ).toBe(true)
    const dying = {
      ...store,
      journal: {
        ...journal,
        append: async () => err({ type: 'unwritable' as const, detail: 'no room' }),
      },
    }
    const sitting = (given: typeof store) =>
      drive({
        machine: reflexMachine,
        store: given,
        work: async () => {
          if (given === dying) await store.requestStop({ reason: 'enough', by: 'ada', at: 'now' })
          return orders.plan()
        },
        stopCommands: ({ reason }, result: ReflexCommand | null) => [
          ...(result === null ? [] : [result]),
          { type: 'stop', reason } as const,
        ],
        changed: () => undefined,
        pause: new AbortController().signal,
      })
    expect((await sitting(dying)).type).toBe('broken')
    expect(await store.stopRequested()).toMatchObject({ reason: 'enough' })
    expect(await sitting(store)).toMatchObject({
      type: 'ended',
      state: { stop: { reason: 'enough' } },
    })
    expect(await store.stopRequested()).toBeNull()
    await journal.close()
  })

  test('a lock is held though nobody can be told by whom', async () => {
    const path = join(freshFolder(), 'lock')
    mkdirSync(join(`${path}.holder`, 'in-the-way'), { recursive: true })
    const lock = await takeLock(path, 'now')
    if (!lock.ok) throw new Error('refused')
    expect((await takeLock(path, 'now')).ok).toBe(false)
    await lock.value.release()
    expect((await takeLock(path, 'now')).ok).toBe(true)
  })

  test('a file where a folder is meant is refused like any wrong path', async () => {
    const folder = storyWorkspace()
    for (const verb of [['new', 'a story', '--yes'], ['list'], ['init']]) {
      const { status, stderr } = await lw(folder, [...verb, '--cwd', 'gates.yaml'])
      expect(status, stderr).toBe(2)
    }
  })

  test('a loop that died before its pointer was written still is the one loop at a time', async () => {
    const folder = storyWorkspace()
    const parked = newStory.filter((word) => word !== '--yes')
    expect((await lw(folder, parked)).status).toBe(3)
    // as a kill between the first event and what is shown of it leaves things
    for (const name of [['current.json'], ['story', 'run.json']]) rmSync(evolution(folder, ...name))
    const second = await lw(folder, parked)
    expect(second.status, second.stdout).toBe(2)
    expect(second.stderr).toContain('loopwright resume story')
    expect((await lw(folder, ['stop', '--run', 'story'])).status).toBe(0)
    expect((await lw(folder, parked)).status).toBe(3)
  })

  test('a lock file that somebody wrote to is told as damaged, not as a bug', async () => {
    const folder = storyWorkspace()
    const parked = newStory.filter((word) => word !== '--yes')
    expect((await lw(folder, parked)).status).toBe(3)
    const runs = join(folder, '.loopwright', 'runs')
    const [run = ''] = readdirSync(runs)
    writeFileSync(join(runs, run, 'lock'), 'not a lock at all'.repeat(100))
    const { status, stderr } = await lw(folder, ['resume', 'story'])
    expect(status).toBe(5)
    expect(stderr).toContain('damaged')
    expect(stderr).not.toContain('internal error')
  })
})
