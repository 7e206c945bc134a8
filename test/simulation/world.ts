import type { Entry } from '../../src/model/entry.ts'
import { err, ok } from '../../src/model/result.ts'
import type { Clock } from '../../src/ports/clock.ts'
import { diskOf, type DiskBugs, type Hook, openSimulatedDisk } from './disk.ts'
import { type Chance, openChance } from './random.ts'
import type { Death, Fault } from './script.ts'

/** Ends a simulated process. Nothing it does afterwards reaches the outside. */
export class Crash extends Error {}

/** Lets the other simulated processes go on for a moment. */
export const aMoment: Promise<void> = Promise.resolve()

export type Violation = { readonly law: string; readonly what: string }

export type Ack = {
  readonly process: number
  readonly at: number
  readonly entries: readonly Entry[]
}

/** Everything outside the processes: the disk, the clock, and a memory of what really happened. */
export function openWorld(seed: number, bugs: DiskBugs = {}) {
  const chance = openChance(seed ^ 0x5eed)
  const disk = openSimulatedDisk(chance, bugs)
  const clock = openClock(chance)
  const locks = new Map<string, Process>()
  const violations: Violation[] = []
  let processes = 0
  let powerCuts = 0

  return {
    chance,
    disk,
    clock,
    locks,
    violations,
    acks: [] as Ack[],
    /** Stops that were asked for, each after so many acknowledgements. */
    stops: [] as { readonly runId: string; readonly after: number }[],
    calls: [] as string[],
    /** Answers that were kept, and how many power cuts ago. */
    kept: new Map<string, number>(),
    /** Steps whose process died in the middle of them, by name. */
    crashedIn: new Set<string>(),
    working: new Set<Process>(),
    /** Which run a process works on, where there are several. */
    places: new Map<Process, string>(),
    /** The last contents that run.json could rightly have had; older ones may still stand there. */
    shown: [] as string[],
    powerCuts: () => powerCuts,
    violate: (law: string, what: string) => void violations.push({ law, what }),
    powerCut() {
      powerCuts += 1
      disk.powerCut()
    },
    open(death: Death | null = null, fault: Fault | null = null): Process {
      processes += 1
      return openProcess({ id: processes, chance, locks, death, fault })
    },
  }
}
export type World = ReturnType<typeof openWorld>

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
    back: () => void (seconds -= 3_600),
  }
}

type Birth = {
  readonly id: number
  readonly chance: Chance
  readonly locks: Map<string, Process>
  readonly death: Death | null
  readonly fault: Fault | null
}

export type Process = {
  readonly id: number
  alive(): boolean
  operations(): number
  /** Passes one boundary to the outside; may end the process there. */
  readonly hook: Hook
  lock(path: string): ReturnType<typeof takenLock>
}

/** Operations that a full or broken disk can refuse. */
const writes = new Set([
  'append',
  'sync',
  'replace',
  'create',
  'write-durably',
  'open',
  'remove',
  'truncate',
])

function openProcess({ id, chance, locks, death, fault }: Birth): Process {
  let operations = 0
  let dead = false
  const die = (): never => {
    dead = true
    for (const [path, holder] of locks) if (holder === process) locks.delete(path)
    throw new Crash()
  }
  const process: Process = {
    id,
    alive: () => !dead,
    operations: () => operations,
    hook: {
      async before(operation, path) {
        for (let wait = chance.below(3); wait > 0; wait -= 1) await aMoment
        if (dead) throw new Crash()
        operations += 1
        if (death?.at === operations && death.how === 'before') die()
        if (fault?.at === operations && writes.has(operation))
          throw Object.assign(new Error(`${fault.code}: simulated, ${operation} ${path}`), {
            code: fault.code,
          })
      },
      tears: (bytes) =>
        death?.at === operations && death.how === 'within' ? chance.below(bytes) : null,
      async after(operation) {
        await aMoment
        if (operation === 'torn' || (death?.at === operations && death.how !== 'before')) die()
      },
    },
    lock: (path) => takenLock(locks, path, process),
  }
  return process
}

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

export const processDisk = (world: World, process: Process) => diskOf(world.disk, process.hook)
