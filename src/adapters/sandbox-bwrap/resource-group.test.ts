import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { findGroups } from './resource-group.ts'

const need = { memoryMb: 100, processes: 10 }

describe('a group of resources', () => {
  test('is made by the service manager where we may make none, with the same limits', async () => {
    const folder = freshFolder()
    const log = join(folder, 'log')
    const fake = `#!/bin/sh\necho "$@" >> ${log}\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n`
    writeFileSync(join(folder, 'systemd-run'), fake)
    chmodSync(join(folder, 'systemd-run'), 0o755)
    const path = process.env['PATH']
    process.env['PATH'] = `${folder}${delimiter}${path}`
    onTestFinished(() => void (process.env['PATH'] = path))
    const found = await findGroups({})
    expect(found?.kind).toBe('systemd scope')
    const group = await found?.make(need)
    const [program = '', ...args] = group?.enter(['echo', 'inside']) ?? []
    expect(spawnSync(program, args, { encoding: 'utf8' }).stdout).toBe('inside\n')
    expect(args.join(' ')).toContain('--scope')
    expect(args.join(' ')).toContain('-p MemorySwapMax=0 -p MemoryMax=104857600 -p TasksMax=40')
  })

  test('is none where nothing works, and then only the watch holds', async () => {
    const path = process.env['PATH']
    process.env['PATH'] = freshFolder()
    onTestFinished(() => void (process.env['PATH'] = path))
    expect(await findGroups({})).toBeNull()
  })

  test.runIf(process.getuid?.() === 0)(
    'holds its members to their memory and says who starved',
    async () => {
      const found = await findGroups()
      if (found === null) return
      const group = await found.make({ memoryMb: 50, processes: 10 })
      const greedy = 'const kept = []; for (;;) kept.push(Buffer.alloc(10e6, 1))'
      const [program = '', ...args] = group?.enter([process.execPath, '-e', greedy]) ?? []
      expect(spawnSync(program, args).signal).toBe('SIGKILL')
      expect(group?.starved()).toBe(true)
      await group?.close()
    },
  )
})
