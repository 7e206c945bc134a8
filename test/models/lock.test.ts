import { unkeyed } from '../../src/kit/seal.contract.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openNodeDisk } from '../../src/adapters/disk-node/disk.ts'
import type { takeLock } from '../../src/adapters/run-files/lock.ts'
import { openRunStore } from '../../src/adapters/run-files/run-store.ts'
import { err, ok } from '../../src/model/result.ts'
import type { Journal } from '../../src/ports/journal.ts'
import type { Lock } from '../../src/ports/run-store.ts'
import { freshFolder } from '../support/folder.ts'
import { command, compare, openReach, type Reach } from './model.ts'

/** Someone who may hold the lock: a part of this process, or a process of its own that can be killed. */
type Holder = { take(): Promise<boolean>; release(): Promise<void>; kill(): Promise<void> }
type Model = { holder: number | null; paused: boolean }
type Real = readonly Holder[]

const clock = { now: () => new Date(), elapsedMs: () => 0 }
const lockFile = join(import.meta.dirname, '..', '..', 'src', 'adapters', 'run-files', 'lock.ts')

/** A holder inside this process; killed, it forgets its lock without releasing it. */
function within(folder: string, take: typeof takeLock | undefined): Holder {
  const store = openRunStore(openNodeDisk(folder), clock, {
    seal: unkeyed,
    folder,
    runId: 'r',
    journal: {} as Journal,
    ...(take ? { takeLock: take } : {}),
  })
  let held: Lock | null = null
  const release = async () => {
    await held?.release()
    held = null
  }
  return {
    release,
    take: async () => {
      const lock = await store.lock()
      if (lock.ok) held = lock.value
      return lock.ok
    },
    // the kernel and the simulation free what a dead process held
    kill: release,
  }
}

/** A holder that is a process: it is killed with SIGKILL and started again when it is needed. */
function outside(path: string, script: string): Holder {
  let child: ChildProcess | null = null
  const ask = async (order: string): Promise<string> => {
    child ??= spawn(process.execPath, ['--input-type=module', '-e', script, path], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const { stdin, stdout } = child
    const answer = new Promise<string>((resolve) =>
      stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
    )
    stdin?.write(`${order}\n`)
    return answer
  }
  return {
    take: async () => (await ask('take')) === 'true',
    release: async () => void (await ask('release')),
    async kill() {
      const ended = child
      child = null
      if (ended === null) return
      const gone = new Promise((resolve) => ended.once('exit', resolve))
      ended.kill('SIGKILL')
      await gone
    },
  }
}

const loop = (setUp: string) => `${setUp}
let held = null
for await (const chunk of process.stdin) {
  if (chunk.toString().trim() === 'take') { const lock = await take(process.argv[1]); if (lock) held = lock; console.log(lock !== null) }
  else { await held?.release(); held = null; console.log('released') }
}`
const kernel = loop(`const { takeLock } = await import(${JSON.stringify(lockFile)})
const take = async (path) => { const lock = await takeLock(path, 'now'); return lock.ok ? lock.value : null }`)

/** The bug: whoever created the file holds the lock, also after its death. */
const stale = loop(`import { rmSync, writeFileSync } from 'node:fs'
const take = async (path) => {
  try { writeFileSync(path + '.pid', 'x', { flag: 'wx' }) } catch { return null }
  return { release: () => rmSync(path + '.pid') }
}`)
const staleTake: typeof takeLock = async (path) => {
  if (existsSync(`${path}.pid`)) return err({ pid: 0, since: '', host: '' })
  writeFileSync(`${path}.pid`, 'x')
  return ok({ release: async () => rmSync(`${path}.pid`) })
}

/** A simulated lock: a set of paths that are held, freed by whoever dies. */
function simulated(): typeof takeLock {
  const held = new Set<string>()
  return async (path) => {
    if (held.has(path)) return err({ pid: 1, since: 'now', host: 'sim' })
    held.add(path)
    return ok({ release: async () => void held.delete(path) })
  }
}

const commandsFor = (reach: Reach, holders: number) => {
  const some = fc.nat({ max: holders - 1 })
  return [
    some.map((who) =>
      command<Model, Real>(
        `${who} takes`,
        async (model, real) => {
          reach.see(model.holder === null ? 'taken' : 'refused')
          expect(await real[who]?.take()).toBe(model.holder === null)
          model.holder ??= who
        },
        ({ holder }) => holder !== who,
      ),
    ),
    some.map((who) =>
      command<Model, Real>(
        `${who} releases`,
        async (model, real) => {
          reach.see('released')
          await real[who]?.release()
          model.holder = null
        },
        ({ holder }) => holder === who,
      ),
    ),
    some.map((who) =>
      command<Model, Real>(`${who} dies`, async (model, real) => {
        reach.see(model.holder === who ? 'holder died' : 'bystander died')
        await real[who]?.kill()
        if (model.holder === who) model.holder = null
      }),
    ),
  ]
}

type Kind = { readonly take?: typeof takeLock; readonly script?: string }

function trial(reach: Reach, runs: number, { take, script }: Kind) {
  const folder = freshFolder()
  let number = 0
  return {
    commands: commandsFor(reach, script === undefined ? 3 : 4),
    runs,
    longest: 16,
    start: async () => {
      const home = join(folder, String((number += 1)))
      const inside = Array.from({ length: 2 }, () => within(home, take))
      const more =
        script === undefined
          ? [within(home, take)]
          : [outside(join(home, 'lock'), script), outside(join(home, 'lock'), script)]
      if (script !== undefined) await openNodeDisk(folder).create(join(home, 'lock'), '')
      const model: Model = { holder: null, paused: false }
      return { model, real: [...inside, ...more] as Real }
    },
    end: async (real: Real) => void (await Promise.all(real.map((holder) => holder.kill()))),
  }
}

const wanted = ['taken', 'refused', 'released', 'holder died', 'bystander died']

describe('the lock and its model', () => {
  test('agree: one holder at a time among processes that take, release and are killed', async () => {
    const reach = openReach()
    await compare(trial(reach, 12, { script: kernel }))
    expect(reach.missing(wanted, 3)).toEqual([])
  })

  test('agree for simulated holders as for real ones, within one process', async () => {
    const reach = openReach()
    await compare(trial(reach, 60, {}))
    await compare(trial(reach, 60, { take: simulated() }))
    expect(reach.missing(wanted, 20)).toEqual([])
  })

  test('disagree as soon as a lock outlives its holder', async () => {
    await expect(
      compare(trial(openReach(), 12, { take: staleTake, script: stale })),
    ).rejects.toThrow(/dies/)
  })

  test('one of two processes that take it at the same instant has it, never both and never neither', async () => {
    const path = join(freshFolder(), 'lock')
    const rivals = [outside(path, kernel), outside(path, kernel)]
    for (let race = 0; race < 500; race += 1) {
      const taken = await Promise.all(rivals.map((rival) => rival.take()))
      expect(taken.filter(Boolean), `race ${race}`).toHaveLength(1)
      await Promise.all(rivals.map((rival) => rival.release()))
    }
    await Promise.all(rivals.map((rival) => rival.kill()))
  })
})
