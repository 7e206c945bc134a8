import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import { launcher, lw } from '../support/workspace.ts'

const good = '{ "port": 8080 }\n'
const bad = '{ "port": 8080, }\n'

/** A process that watches, and what it has said so far. */
function startWatch(folder: string, args: readonly string[]) {
  const output = join(freshFolder(), 'output')
  const both = openSync(output, 'a')
  const child = spawn(process.execPath, [launcher, 'check', ...args, '--watch'], {
    cwd: folder,
    stdio: ['ignore', both, both],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let read = 0
  const all = () => readFileSync(output, 'utf8')
  return {
    all,
    /** What it said since the last time, once it waits again. */
    async next(): Promise<string> {
      while (!/watching \d+ files?; Ctrl-C ends\n$/.test(all().slice(read))) {
        if (child.exitCode !== null) throw new Error(all())
        await wait(20)
      }
      const news = all().slice(read)
      read += news.length
      return news
    },
    async end(): Promise<number | null> {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      return child.exitCode
    },
  }
}

describe('check --watch', () => {
  test('checks again after every change, also of a folder, and ends on Ctrl-C with the last verdict', async () => {
    const folder = freshFolder()
    const file = join(folder, 'app.json')
    writeFileSync(file, good)
    writeFileSync(join(folder, 'other.json'), good)
    const watched = startWatch(folder, ['config', 'app.json', '--json'])
    expect(await watched.next()).toContain('"exit":0')

    // nobody asked about this one
    writeFileSync(join(folder, 'other.json'), bad)
    writeFileSync(file, bad)
    const second = await watched.next()
    expect(second).toMatch(/^changed: app\.json\n/)
    expect(second).toContain('"exit":1')

    // many editors write beside a file and put it in its place
    writeFileSync(join(folder, 'new'), good)
    renameSync(join(folder, 'new'), file)
    expect(await watched.next()).toContain('"exit":0')

    rmSync(file)
    expect(await watched.next()).toContain('"error"')
    writeFileSync(file, bad)
    expect(await watched.next()).toContain('"exit":1')
    expect(await watched.end()).toBe(1)
    expect(watched.all()).not.toContain('\u001b[2J')
  })

  test('watches all of a folder, and the files that options name', async () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'guide', 'deep'), { recursive: true })
    writeFileSync(join(folder, 'guide', 'README.md'), '# Guide\n')
    writeFileSync(join(folder, 'guide', 'deep', 'more.md'), '# More\n')
    writeFileSync(join(folder, 'task.md'), 'A guide with a section Install.\n')
    const watched = startWatch(folder, ['docs', 'guide', '--task-file', 'task.md'])
    expect(await watched.next()).toContain('watching 3 files')
    writeFileSync(join(folder, 'guide', 'deep', 'more.md'), '# More and more\n')
    expect(await watched.next()).toMatch(/^changed: guide\/deep\/more\.md\n/)
    writeFileSync(join(folder, 'task.md'), 'A guide with a section Start.\n')
    expect(await watched.next()).toMatch(/^changed: task\.md\n/)
    expect(await watched.end()).not.toBe(0)
  })

  test.each([
    [['docs', 'README.md', '--fix'], '--fix'],
    [['docs', 'README.md', '-o', 'report.txt'], '--output'],
    [['docs', '-'], 'standard input'],
    [['page', 'http://127.0.0.1:1/'], 'an address'],
    [['track', 'tracks/one'], 'add --no-write'],
    [['docs', 'missing.md'], 'missing.md'],
    [['docs', 'README.md', '--level', 'C'], '--level must be A or B'],
  ])('refuses %j', async (args, why) => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'README.md'), '# A\n')
    const { status, stderr } = await lw(folder, ['check', ...args, '--watch'])
    expect([status, stderr]).toEqual([2, expect.stringContaining(why)])
  })
})
