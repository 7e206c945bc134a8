import { createHash } from 'node:crypto'
import type { Entry } from '../../src/model/entry.ts'
import { err, ok } from '../../src/model/result.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { Disk } from '../../src/ports/disk.ts'
import { Crash, type Death, type Hook, hookedDisk } from '../support/hooked-disk.ts'
import { diskOf, type DiskBugs, openSimulatedDisk } from './disk.ts'
import { type Chance, openChance } from './random.ts'
import type { Fault } from './script.ts'

/** Lets the other simulated processes go on for a moment. */
export const aMoment: Promise<void> = Promise.resolve()

export type Violation = { readonly law: string; readonly what: string }

export type Ack = {
  readonly process: number
  readonly at: number
  readonly entries: readonly Entry[]
}

type WorldOptions = {
  readonly bugs?: DiskBugs | undefined
  /** The same step is always answered in the same way, also when it is done again after a crash. */
  readonly isSteady?: boolean
}

/** Everything outside the processes: the disk, the clock, and a memory of what really happened. */
export function openWorld(seed: number, { bugs = {}, isSteady = false }: WorldOptions = {}) {
  const chance = openChance(seed ^ 0x5eed)
  const disk = openSimulatedDisk(chance, bugs)
  const locks = new Map<string, Process>()
  const violations: Violation[] = []
  let processes = 0
  let powerCuts = 0

  return {
    chance,
    isSteady,
    /** Chance that follows from a question alone. */
    chanceOf: (question: string) => openChance(numberOf(`${seed} ${question}`)),
    disk,
    clock: openClock(chance),
    violations,
    acks: [] as Ack[],
    /** Stops that were asked for, each after so many acknowledgements. */
    stops: [] as { readonly runId: string; readonly after: number }[],
    calls: [] as string[],
    /** Answers that were kept, and how many power cuts ago. */
    kept: new Map<string, number>(),
    /** Steps whose process died in the middle of them, by name. */
    crashedIn: new Set<string>(),
    /** Who is at work on which run. */
    working: new Map<Process, string>(),
    /** The contents that each file was rightly given so far. */
    shown: openContents(),
    /** What people wrote into files, or removed, with their own hands. */
    byHand: openContents(),
    powerCuts: () => powerCuts,
    violate: (law: string, what: string) => void violations.push({ law, what }),
    powerCut() {
      powerCuts += 1
      disk.powerCut()
    },
    open(death: Death | null = null, fault: Fault | null = null): Process {
      processes += 1
      const steadySeed = isSteady ? seed : null
      return openProcess({ id: processes, chance, locks, death, fault, steadySeed })
    },
  }
}
export type World = ReturnType<typeof openWorld>

function openContents() {
  const known = new Map<string, Set<string>>()
  const text = (content: string | Uint8Array | null) =>
    content === null ? '' : Buffer.from(content).toString('base64')
  return {
    paths: () => [...known.keys()],
    add(path: string, content: string | Uint8Array | null) {
      known.set(path, (known.get(path) ?? new Set()).add(text(content)))
    },
    has: (path: string, content: string | Uint8Array | null) =>
      known.get(path)?.has(text(content)) ?? false,
  }
}

function openClock(chance: Chance): Clock & { back(): void } {
  let seconds = 1_800_000_000
  let elapsed = 0
  return {
    now: () => {
      seconds += chance.below(3)
      return new Date(seconds * 1000)
    },
    elapsedMs: () => {
      elapsed += chance.below(900)
      return elapsed
    },
    async wait(ms) {
      elapsed += ms
      for (let moments = 20; moments > 0; moments -= 1) await aMoment
    },
    back: () => void (seconds -= 3_600),
  }
}

type Birth = {
  readonly id: number
  readonly chance: Chance
  readonly locks: Map<string, Process>
  readonly death: Death | null
  readonly fault: Fault | null
  readonly steadySeed: number | null
}

export type Process = {
  readonly id: number
  alive(): boolean
  /** Passes one boundary to the outside; may end the process there. */
  readonly hook: Hook
  lock(path: string): ReturnType<typeof takenLock>
  /** Chance for a piece of work; in a steady world it depends on what is worked on alone. */
  chanceAt(work: () => Promise<string>): Promise<Chance>
}

/** Operations that a full or broken disk can refuse. */
const writes = new Set([
  'append',
  'sync',
  'replace',
  'create',
  'write',
  'open',
  'remove',
  'truncate',
])

function openProcess({ id, chance, locks, death, fault, steadySeed }: Birth): Process {
  const tries = new Map<string, number>()
  let operations = 0
  let dead = false
  let counted = 0
  // several operations of a process may be under way at once: the first that ends is its last
  let doomed = false
  const die = (): never => {
    dead = true
    for (const [path, holder] of locks) if (holder === process) locks.delete(path)
    throw new Crash()
  }
  const process: Process = {
    id,
    alive: () => !dead,
    hook: {
      async before(operation, path) {
        for (let wait = chance.below(3); wait > 0; wait -= 1) await aMoment
        if (dead) throw new Crash()
        operations += 1
        if ((death?.counts ?? operation) === operation) counted += 1
        doomed ||= counted === death?.at
        if (doomed && death?.how === 'before') die()
        if (fault?.at === operations && writes.has(operation))
          throw Object.assign(new Error(`${fault.code}: simulated, ${operation} ${path}`), {
            code: fault.code,
          })
      },
      tears: (bytes) => (doomed && death?.how === 'within' ? chance.below(bytes) : null),
      async after() {
        await aMoment
        if (doomed) die()
      },
    },
    lock: (path) => takenLock(locks, path, process),
    async chanceAt(work) {
      if (steadySeed === null) return chance
      const key = await work()
      tries.set(key, (tries.get(key) ?? 0) + 1)
      return openChance(numberOf(`${steadySeed} ${key} ${tries.get(key)}`))
    },
  }
  return process
}

const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32LE()

function takenLock(locks: Map<string, Process>, path: string, process: Process) {
  const holder = locks.get(path)
  if (holder !== undefined && holder.alive())
    return err({ pid: holder.id, since: 'then', host: 'here' })
  locks.set(path, process)
  return ok({
    release: async () => {
      if (locks.get(path) === process) locks.delete(path)
    },
  })
}

export const processDisk = ({ disk }: World, { hook }: Process): Disk =>
  hookedDisk(diskOf(disk), hook)
