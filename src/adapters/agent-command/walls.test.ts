import { execFileSync } from 'node:child_process'
import { chmodSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { findProgram } from '../../app/doctor/programs.ts'
import { AgentLimits } from '../../model/config.ts'
import { walledCommand } from './walls.ts'

/** What a command prints behind walls, found in these folders first. */
async function runs(command: readonly [string, ...string[]], root: string, folders: string[]) {
  const env = { PATH: [...folders, '/usr/bin', '/bin'].join(':') }
  const walled = await walledCommand(
    {
      root,
      hidden: [],
      home: '/root',
      homeFolders: [],
      read: [],
      write: [],
      network: false,
      limits: AgentLimits.parse({}),
      isSized: true,
      findProgram: (name, path) => findProgram(name, { env: { PATH: path }, cwd: root }),
    },
    { command, env, workspace: null },
  )
  if (!walled.ok) return walled.error
  const [program, ...args] = walled.value.argv
  return execFileSync(program, args, { env, encoding: 'utf8' }).trim()
}

const prints = ['-e', 'console.log(6 * 7)']
const bin = dirname(realpathSync(process.execPath))

test('a program is reached through a linked folder, as version managers have it', async () => {
  const [root, manager] = [freshFolder(), freshFolder()]
  symlinkSync(dirname(bin), join(manager, 'current'))
  const found = join(manager, 'current', 'bin')
  expect(await runs(['node', ...prints], root, [found])).toBe('42')
  const agent = join(manager, 'agent')
  writeFileSync(agent, '#!/usr/bin/env node\nconsole.log(6 * 7)\n')
  chmodSync(agent, 0o755)
  expect(await runs(['agent'], root, [manager, found])).toBe('42')
})

test('a program is reached through a folder of the project that leads out of it', async () => {
  const [root, outside] = [freshFolder(), freshFolder()]
  writeFileSync(join(outside, 'tool'), '#!/bin/sh\necho 42\n')
  chmodSync(join(outside, 'tool'), 0o755)
  symlinkSync(outside, join(root, 'tools'))
  expect(await runs(['tool'], root, [join(root, 'tools')])).toBe('42')
})
