import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A control group in which the kernel counts processes. */
export type PidsGroup = {
  /** The command line that enters the group before it starts the program. */
  enter(argv: readonly string[]): readonly string[]
  close(): Promise<void>
}

/** Makes a group for one job; null where we may not. Limits of a user do not hold for root, a group does. */
export async function openPidsGroup(most: number): Promise<PidsGroup | null> {
  if (process.getuid?.() !== 0) return null
  for (const base of ['/sys/fs/cgroup/pids', '/sys/fs/cgroup']) {
    const folder = join(base, `loopwright-${randomUUID()}`)
    try {
      await readFile(join(base, 'cgroup.procs'))
      await mkdir(folder)
    } catch {
      continue
    }
    try {
      // without the controller there is no such file, and it cannot be made
      await writeFile(join(folder, 'pids.max'), `${most}`, { flag: 'r+' })
      return groupIn(folder)
    } catch {
      await rmdir(folder).catch(() => undefined)
    }
  }
  return null
}

function groupIn(folder: string): PidsGroup {
  const members = join(folder, 'cgroup.procs')
  return {
    enter: (argv) => ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', members, ...argv],
    async close() {
      for (let round = 0; round < 50; round++) {
        const left = await readFile(members, 'utf8').catch(() => '')
        for (const pid of left.split('\n').filter((line) => line !== '')) kill(Number(pid))
        if (left === '' && (await removed(folder))) return
        await wait(10)
      }
    },
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
