import { unkeyed } from '../../kit/seal.contract.ts'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import type { Journal } from '../../ports/journal.ts'
import { openNodeDisk } from '../disk-node/disk.ts'
import { takeLock } from './lock.ts'
import { openRunStore } from './run-store.ts'

const clock = { now: () => new Date(), elapsedMs: () => 0 }
const journal = {} as Journal
const storeAt = (folder: string) =>
  openRunStore(openNodeDisk(folder), clock, {
    seal: unkeyed,
    folder: join(folder, 'run'),
    runId: 'r',
    journal,
  })

const holdLock = (path: string) => {
  const script = `const { takeLock } = await import(${JSON.stringify(join(import.meta.dirname, 'lock.ts'))});
    const lock = await takeLock(${JSON.stringify(path)}, 'now'); console.log(lock.ok); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return new Promise<typeof child>((resolve) => child.stdout.once('data', () => resolve(child)))
}

describe('the lock of a run', () => {
  test('[LOCK-1] refuses a second writer and says who holds it', async () => {
    const path = join(freshFolder(), 'lock')
    const child = await holdLock(path)
    expect(await takeLock(path, 'now')).toMatchObject({ ok: false, error: { pid: child.pid } })
  })

  test('[LOCK-2] is free as soon as its holder is killed, also while it was paused', async () => {
    const path = join(freshFolder(), 'lock')
    const child = await holdLock(path)
    child.kill('SIGSTOP')
    await wait(50)
    expect((await takeLock(path, 'now')).ok).toBe(false)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    const lock = await takeLock(path, 'now')
    expect(lock.ok).toBe(true)
    if (lock.ok) await lock.value.release()
  })

  test('[LOCK-2] does not trust a pid that a file names: only a living holder counts', async () => {
    const path = join(freshFolder(), 'lock')
    writeFileSync(
      `${path}.holder`,
      JSON.stringify({ pid: process.pid, since: 'long ago', host: 'here' }),
    )
    const lock = await takeLock(path, 'now')
    expect(lock.ok).toBe(true)
    if (lock.ok) await lock.value.release()
  })

  test('[LOCK-1] excludes writers of the same process, too, and can be taken again', async () => {
    const path = join(freshFolder(), 'lock')
    const first = await takeLock(path, 'now')
    if (!first.ok) throw new Error('held')
    expect((await takeLock(path, 'now')).ok).toBe(false)
    await first.value.release()
    const second = await takeLock(path, 'now')
    expect(second.ok).toBe(true)
    if (second.ok) await second.value.release()
  })
})

describe('a gate', () => {
  const answer = (by: string) => ({
    gate: 'criteria-1',
    option: 'confirm',
    by,
    at: 'now',
    shown: 'h',
  })

  test('[GATE-6] is decided exactly once in 100 races; the losers learn who decided', async () => {
    for (let race = 0; race < 100; race += 1) {
      const folder = freshFolder()
      const results = await Promise.all(
        ['ada', 'bob', 'cyd'].map((by) => storeAt(folder).decide(answer(by))),
      )
      const winners = results.filter(({ ok }) => ok)
      expect(winners).toHaveLength(1)
      const winner = winners[0]
      const by = winner?.ok ? winner.value.by : ''
      for (const result of results) if (!result.ok) expect(result.error.by).toBe(by)
    }
  })

  test('[GATE-6] keeps its decision for whoever asks later', async () => {
    const folder = freshFolder()
    await storeAt(folder).decide(answer('ada'))
    expect(await storeAt(folder).decision('criteria-1')).toMatchObject({ by: 'ada' })
    expect(await storeAt(folder).decision('criteria-2')).toBeNull()
  })
})

describe('a run store', () => {
  test('gives no snapshot that was damaged', async () => {
    const folder = freshFolder()
    const store = storeAt(folder)
    const snapshot = {
      version: 1,
      mark: { events: 1, bytes: 9, ts: 't', hash: 'h' },
      state: { at: 'here' },
    }
    await store.writeSnapshot(snapshot)
    expect(await store.readSnapshot()).toEqual(snapshot)
    const path = join(folder, 'run', 'snapshot')
    writeFileSync(path, readFileSync(path, 'utf8').replace('here', 'gone'))
    expect(await store.readSnapshot()).toBeNull()
    writeFileSync(path, '{"torn')
    expect(await store.readSnapshot()).toBeNull()
  })

  test("[STORE-2] keeps an agent's answer by its request, and nothing for another", async () => {
    const store = storeAt(freshFolder())
    await store.answers.keep('run:1:A:PLAN:1:abc', { output: { plan: [] } })
    expect(await store.answers.get('run:1:A:PLAN:1:abc')).toEqual({ output: { plan: [] } })
    expect(await store.answers.get('run:1:A:PLAN:2:abc')).toBeNull()
  })

  test('holds a stop request until it is cleared', async () => {
    const store = storeAt(freshFolder())
    expect(await store.stopRequested()).toBeNull()
    await store.requestStop({ reason: 'enough', by: 'ada', at: 'now' })
    expect(await store.stopRequested()).toMatchObject({ reason: 'enough' })
    await store.clearStopRequest()
    expect(await store.stopRequested()).toBeNull()
  })
})

test('leaves no temporary files behind', async () => {
  const folder = freshFolder()
  const store = storeAt(folder)
  await store.requestStop({ reason: 'a', by: 'b', at: 'c' })
  await store.requestStop({ reason: 'a', by: 'b', at: 'c' })
  expect(existsSync(join(folder, 'run', 'stop.json'))).toBe(true)
  expect(await openNodeDisk(folder).list(join(folder, 'run'))).toEqual(['stop.json'])
})
