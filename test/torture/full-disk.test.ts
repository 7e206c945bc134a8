import { spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import { improveWorkspace, startTaxes, told } from '../support/improve-workspace.ts'
import { lw, newStory, storyWorkspace } from '../support/workspace.ts'
import {
  acknowledged,
  ending,
  historyOf,
  isPrefix,
  launch,
  quiet,
  untilLines,
} from './loop-process.ts'
import { isTorture } from './random.ts'

const start = [...newStory, '--quiet']
const mount = (...args: readonly string[]) =>
  spawnSync('mount', args, { encoding: 'utf8' }).status === 0

function mayMount(): boolean {
  const folder = join(import.meta.dirname, '..', '..', '.cache', `mount-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const may = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder)
  if (may) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  if (!may)
    console.warn(
      'SKIPPED: the full-disk and read-only tests need the right to mount a tmpfs (root)',
    )
  return may
}
const can = mayMount()

/** A workspace on a small file system of its own. */
function smallDisk(megabytes = 1, workspace = storyWorkspace()): string {
  const folder = freshFolder()
  const options = `size=${megabytes}m,mode=755`
  expect(mount('-t', 'tmpfs', '-o', options, 'tmpfs', folder)).toBe(true)
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  cpSync(workspace, folder, { recursive: true })
  return folder
}

/** Takes all room but so many pages of 4 KB; the run beside it writes meanwhile and may take the last ones. */
function fill(folder: string, pagesLeft: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const filler = openSync(join(folder, 'filler'), 'w')
  try {
    for (let page = pagesLeft; page < bavail; page += 1) writeSync(filler, Buffer.alloc(bsize))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(filler)
  }
}

async function calmEnding() {
  const folder = storyWorkspace()
  expect((await lw(folder, start)).status).toBe(0)
  return ending(folder)
}

describe('a run whose disk', () => {
  test.runIf(can)(
    '[BAD-30] is full in the middle, with no or little room left, says so, loses nothing, and ends the same once there is room',
    async () => {
      const expected = await calmEnding()
      let failed = 0
      for (const [lines, pages] of [
        [1, 0],
        [3, 1],
        [5, 3],
        [8, 12],
        ...(isTorture
          ? ([
              [2, 0],
              [4, 2],
              [4, 5],
              [6, 8],
            ] as const)
          : []),
      ] as const) {
        const folder = smallDisk()
        const env = { SLOW: '30' }
        const ended = lw(folder, start, env)
        expect(await untilLines(folder, lines)).toBe(true)
        const known = Buffer.from(acknowledged(historyOf(folder)))
        fill(folder, pages)
        const first = await ended
        const message = `${pages} pages left at line ${lines}: ${first.status} ${first.stderr}`
        expect([0, 5], message).toContain(first.status)
        if (first.status === 5)
          expect(first.stderr, message).toMatch(/disk is full|ENOSPC|cannot be written/)
        expect(first.stderr, message).not.toMatch(/internal error/)
        const full = Buffer.from(historyOf(folder))
        expect(isPrefix(known, full), message).toBe(true)
        if (first.status !== 0) failed += 1
        // still full: looking works, and going on fails as plainly as before
        expect((await lw(folder, ['status', 'story'])).status, message).toBe(0)
        if (first.status !== 0 && pages === 0) {
          const again = await lw(folder, ['resume', 'story', '--quiet'], env)
          expect(again.status, message + again.stderr).toBe(5)
          expect(again.stderr).not.toMatch(/internal error/)
        }
        rmSync(join(folder, 'filler'))
        const resumed = await lw(folder, ['resume', 'story', '--quiet'])
        expect(resumed.status, message + resumed.stderr).toBe(0)
        expect(isPrefix(acknowledged(full), historyOf(folder)), message).toBe(true)
        expect(ending(folder), message).toEqual(expected)
        const verified = await lw(folder, ['verify', 'story'])
        expect(verified.status, message + verified.stderr).toBe(0)
      }
      expect(failed).toBeGreaterThanOrEqual(2)
    },
  )

  test.runIf(can)(
    '[BAD-30] is read-only when it is to go on says so, changes nothing, and ends the same once it can be written',
    async () => {
      const expected = await calmEnding()
      for (const lines of [1, 5]) {
        const folder = smallDisk()
        const { child, ended } = launch(folder, start, { SLOW: '30' })
        expect(await untilLines(folder, lines)).toBe(true)
        // while a run is worked on its lock is open for writing and the kernel refuses; before, it does not
        const during = mount('-o', 'remount,ro', folder)
        if (!during) child.kill('SIGKILL')
        const first = await ended
        if (during) {
          expect(first.code, first.said).toBe(5)
          expect(first.said).toMatch(/read-only/)
        }
        await quiet(folder)
        expect(during || mount('-o', 'remount,ro', folder)).toBe(true)
        const known = Buffer.from(historyOf(folder))
        for (const args of [['status', 'story'], ['list'], ['history', 'story']])
          expect((await lw(folder, args)).status).toBe(0)
        for (const args of [['resume', 'story'], ['stop', '--run', 'story'], start]) {
          const refused = await lw(folder, args)
          expect(refused.status, refused.stderr).toBe(5)
          expect(refused.stderr).toMatch(/read-only/)
        }
        expect(historyOf(folder).equals(known)).toBe(true)
        expect(mount('-o', 'remount,rw', folder)).toBe(true)
        const resumed = await lw(folder, ['resume', 'story', '--quiet'])
        expect(resumed.status, resumed.stderr).toBe(0)
        expect(ending(folder)).toEqual(expected)
      }
    },
  )

  // it builds applications: only where there is time for torture
  test.runIf(can && isTorture)(
    '[BAD-30] is full while an application is built says so, loses nothing, and goes on to its question once there is room',
    async () => {
      const folder = smallDisk(24, improveWorkspace())
      const history = join(folder, '.loopwright/improve/taxes/history.jsonl')
      for (const lines of [1, 2]) {
        const running = lines === 1 ? lw(folder, startTaxes()) : lw(folder, ['resume', 'taxes'])
        while (!existsSync(history) || readFileSync(history, 'utf8').split('\n').length <= lines)
          await new Promise((done) => setTimeout(done, 20))
        const known = readFileSync(history, 'utf8')
        fill(folder, 0)
        const first = await running
        expect(first.status, first.stdout + first.stderr).toBe(5)
        expect(first.stderr).toMatch(/disk is full|ENOSPC|No space left/)
        expect(first.stderr).not.toMatch(/internal error/)
        expect(readFileSync(history, 'utf8').startsWith(known)).toBe(true)
        expect((await lw(folder, ['improve', 'status', 'taxes'])).status).toBe(0)
        rmSync(join(folder, 'filler'))
      }
      const resumed = await lw(folder, ['resume', 'taxes', '--quiet'])
      expect(resumed.status, resumed.stdout + resumed.stderr).toBe(3)
      const { question, iterations } = await told(folder)
      expect(question).toContain('i1-1')
      expect(iterations).toHaveLength(1)
      expect((await lw(folder, ['verify', 'taxes'])).status).toBe(0)
    },
    600_000,
  )
})
