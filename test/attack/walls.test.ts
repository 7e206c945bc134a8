import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { launch, untilLines } from '../torture/loop-process.ts'
import { deedOf, hostile, state } from './attackers.ts'
import { lw, newStory } from '../support/workspace.ts'

/** What an agent says came of its deed, behind walls and without. */
async function does(deed: string, walls: 'auto' | 'none'): Promise<readonly unknown[]> {
  const folder = hostile(walls)
  const env = { DEED: deed, STATE: state, VICTIM: String(process.pid) }
  await lw(folder, [...newStory, '--quiet'], env)
  return deedOf(folder)
}

describe('an agent', () => {
  test('[ATTACK-9] sees no histories, caches or other runs; without walls it does', async () => {
    expect(await does('read the histories', 'auto')).toEqual([0, 0])
    const [kept, runs] = await does('read the histories', 'none')
    expect([Number(kept) > 0, Number(runs) > 0]).toEqual([true, true])
  })

  test('[ATTACK-9] reads neither the secret of the machine nor the home; without walls it does', async () => {
    const [key, home] = await does('read the key', 'auto')
    expect(key).toBe('ENOENT')
    expect(home).toBe(0)
    expect((await does('read the key', 'none'))[0]).toBe(32)
    expect(statSync(join(state, 'loopwright', 'key')).mode & 0o777).toBe(0o600)
    expect(existsSync(homedir())).toBe(true)
  })

  test('[ATTACK-11] changes nothing of the project; without walls it does', async () => {
    expect(await does('write into the project', 'auto')).toEqual(['EROFS', 'done'])
    expect(await does('write into the project', 'none')).toEqual(['done', 'done'])
  })

  test('[ATTACK-9] sees its own processes alone', async () => {
    const [count, victim] = await does('see other processes', 'auto')
    expect(count).toBeLessThan(6)
    expect(victim).toBe('ESRCH')
    expect((await does('see other processes', 'none'))[1]).toBe(true)
  })

  test('[ATTACK-9] finds nothing of Loopwright in /proc: no variables, no way to the files', async () => {
    const { env } = process
    env['NOBODYS_BUSINESS'] = 'secret'
    try {
      expect(await does('look through /proc', 'auto')).toEqual([false, false])
      expect(await does('look through /proc', 'none')).toEqual([false, true])
    } finally {
      delete env['NOBODYS_BUSINESS']
    }
  })

  test('[ATTACK-11] passes no link to what it may not write, soft or hard; without walls it does', async () => {
    expect(await does('pass through links', 'auto')).toEqual(['EXDEV', 'ENOENT', 'EROFS'])
    expect(await does('pass through links', 'none')).toEqual(['done', 'done', 'done'])
  })

  test('[ATTACK-14] takes everybody it started with it when it ends', async () => {
    const folder = hostile('auto')
    await lw(folder, [...newStory, '--quiet'], { DEED: 'leave somebody behind' })
    const late = readFileSync(join(folder, 'log', 'late'), 'utf8').length
    await wait(500)
    expect(readFileSync(join(folder, 'log', 'late'), 'utf8').length).toBe(late)
  })

  test('[ATTACK-14] ends with Loopwright, however that ends', async () => {
    const folder = hostile('auto')
    const { child, ended } = launch(folder, [...newStory, '--quiet'], {
      DEED: 'leave somebody behind',
    })
    await untilLines(folder, 1)
    while (!existsSync(join(folder, 'log', 'late'))) await wait(20)
    child.kill('SIGKILL')
    await ended
    await wait(300)
    const late = readFileSync(join(folder, 'log', 'late'), 'utf8').length
    await wait(500)
    expect(readFileSync(join(folder, 'log', 'late'), 'utf8').length).toBe(late)
  })

  test('[ATTACK-15] has no network where its binding says so', async () => {
    const folder = hostile('auto', ', network: false')
    writeFileSync(
      join(folder, 'net.mjs'),
      "const { networkInterfaces } = await import('node:os'); const found = Object.values(networkInterfaces()).flat().filter(({ internal }) => !internal); (await import('node:fs')).writeFileSync('log/net', String(found.length)); process.exit(1)",
    )
    const config = (network: boolean) =>
      `agents:\n  default: { kind: command, command: [${JSON.stringify(process.execPath)}, net.mjs], write: [log], network: ${network} }\n`
    writeFileSync(join(folder, 'loopwright.yaml'), config(false))
    await lw(folder, [...newStory, '--quiet'])
    expect(readFileSync(join(folder, 'log', 'net'), 'utf8')).toBe('0')
  })

  test('[ATTACK-16] that ran without walls is told in status and report, with the reason', async () => {
    const folder = hostile('none')
    await lw(folder, [...newStory, '--quiet'])
    for (const args of [
      ['status', 'story'],
      ['report', 'story'],
      ['report', 'story', '--format', 'markdown'],
    ])
      expect((await lw(folder, args)).stdout).toContain('walls: none')
    const walled = hostile('auto')
    await lw(walled, [...newStory, '--quiet'])
    const { obligations } = JSON.parse(
      (await lw(walled, ['status', 'story', '--json'])).stdout,
    ) as {
      obligations: readonly { id: string; status: string }[]
    }
    expect(obligations.find(({ id }) => id === 'engine.walls')).toMatchObject({ status: 'met' })
  })

  test('[ATTACK-17] is not started where there is no bubblewrap, and the remedy is told', async () => {
    const folder = hostile('auto')
    const { startLw } = await import('../support/workspace.ts')
    const ran = startLw(folder, [...newStory, '--quiet'], { PATH: join(process.execPath, '..') })
    expect(ran.status).toBe(2)
    expect(ran.stdout + ran.stderr).toContain('bubblewrap')
    expect(ran.stdout + ran.stderr).toContain('walls: none')
  })
})
