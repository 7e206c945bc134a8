import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Need, Share } from '../../ports/resources.ts'

type Counted = Pick<Need, 'memoryMb' | 'processes'>

/** A control group in which the kernel counts. */
export type ResourceGroup = Pick<Share, 'enter' | 'starved' | 'close'>

/** Makes a group for one program, one for each tree of groups; null where we may not. */
export type MakeGroup = (need: Counted) => Promise<ResourceGroup | null>

type Tree = {
  readonly base: string
  readonly limits: Readonly<Record<string, string>>
  /** What not every kernel has. */
  readonly options?: Readonly<Record<string, string>>
}

const bytes = ({ memoryMb }: Counted): string => `${Math.round(memoryMb) * 1024 * 1024}`
// threads count as processes for the kernel; the watch counts processes exactly
const tasks = ({ processes }: Counted): string => `${processes * 4}`
const root = '/sys/fs/cgroup'

const trees: Readonly<Record<string, (need: Counted) => readonly Tree[]>> = {
  'cgroup v2': (need) => [
    {
      base: root,
      limits: { 'pids.max': tasks(need), 'memory.max': bytes(need) },
      options: { 'memory.swap.max': '0', 'memory.oom.group': '1' },
    },
  ],
  'cgroup v1': (need) => [
    { base: join(root, 'pids'), limits: { 'pids.max': tasks(need) } },
    { base: join(root, 'memory'), limits: { 'memory.limit_in_bytes': bytes(need) } },
  ],
}

/** The first way that works here, found out by trying; null where only the watch is left. */
export async function findGroups(
  kinds = trees,
): Promise<{ readonly kind: string; readonly make: MakeGroup } | null> {
  const trial = { memoryMb: 64, processes: 8 }
  for (const [kind, treesFor] of Object.entries(kinds)) {
    const make: MakeGroup = async (need) => groupIn(await madeAll(treesFor(need)))
    const made = await make(trial)
    await made?.close()
    if (made !== null) return { kind, make }
  }
  const scope: MakeGroup = async (need) => ({
    enter: ([program, ...args]) => ['systemd-run', ...scopeOf(need), program, ...args],
    starved: () => false,
    close: async () => undefined,
  })
  const works = await promisify(execFile)('systemd-run', [...scopeOf(trial), 'true'], {
    timeout: 5_000,
  }).then(
    () => true,
    () => false,
  )
  return works ? { kind: 'systemd scope', make: scope } : null
}

/** The user's own service manager makes a group for whoever is no root. */
const scopeOf = (need: Counted): readonly string[] => [
  ...(process.getuid?.() === 0 ? [] : ['--user']),
  ...'--scope --quiet --collect -p MemorySwapMax=0'.split(' '),
  ...`-p MemoryMax=${bytes(need)} -p TasksMax=${tasks(need)} --`.split(' '),
]

async function madeAll(wanted: readonly Tree[]): Promise<readonly string[] | null> {
  const made: string[] = []
  for (const tree of wanted) {
    const folder = await madeIn(tree)
    if (folder === null) {
      for (const each of made) await removed(each)
      return null
    }
    made.push(folder)
  }
  return made
}

async function madeIn({ base, limits, options = {} }: Tree): Promise<string | null> {
  const folder = join(base, `loopwright-${randomUUID()}`)
  // without its controller there is no such file, and it cannot be made
  const set = ([name, value]: readonly [string, string]) =>
    writeFile(join(folder, name), value, { flag: 'r+' })
  try {
    await readFile(join(base, 'cgroup.procs'))
    await mkdir(folder)
    await Promise.all(Object.entries(limits).map(set))
  } catch {
    await removed(folder)
    return null
  }
  for (const limit of Object.entries(options)) await set(limit).catch(() => undefined)
  return folder
}

const entering =
  'while [ "$1" != -- ]; do echo $$ > "$1" || exit 126; shift; done; shift; exec "$@"'

function groupIn(folders: readonly string[] | null): ResourceGroup | null {
  if (folders === null) return null
  const members = folders.map((folder) => join(folder, 'cgroup.procs'))
  return {
    enter: (argv) => ['/bin/sh', '-c', entering, 'sh', ...members, '--', ...argv],
    starved: () =>
      folders.some((folder) =>
        ['memory.events', 'memory.oom_control'].some((name) =>
          /^oom_kill [1-9]/m.test(read(join(folder, name))),
        ),
      ),
    async close() {
      for (const folder of folders) await emptied(folder)
    },
  }
}

async function emptied(folder: string): Promise<void> {
  for (let round = 0; round < 50; round++) {
    const left = read(join(folder, 'cgroup.procs'))
    for (const pid of left.split('\n').filter((line) => line !== '')) kill(Number(pid))
    if (left === '' && (await removed(folder))) return
    await wait(10)
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const removed = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    () => false,
  )

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it ended by itself
  }
}
