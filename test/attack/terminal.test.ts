import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { evolution, lw, newStory, readRun, storyWorkspace } from '../support/workspace.ts'

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'loopwright.mjs')

function workspaceOf(program: string): string {
  const command = JSON.stringify([process.execPath, 'agent.mjs'])
  const folder = storyWorkspace(`agents:\n  default: { kind: command, command: ${command} }\n`)
  writeFileSync(join(folder, 'agent.mjs'), program)
  return folder
}

describe('what an agent writes', () => {
  test('[ATTACK-18] does not steer the terminal: titles, clipboards, cleared screens, turned text', async () => {
    const nasty =
      '\\u001b]0;owned\\u0007\\u001b[2J\\u001b]52;c;b3duZWQ=\\u0007\\u202e\\u009b8m\\u001b[8m'
    const folder = workspaceOf(`let t='';for await(const c of process.stdin)t+=c
const nasty = "${nasty}"
const { phase, input } = JSON.parse(t)
const answers = { PLAN: { plan: ['a' + nasty, 'b', 'c'] }, PREPARE: { checks: [] },
  CRITIQUE: { issues: [{ rule_id: 'a.completeness.one', problem: nasty, fix_instruction: nasty, expected_effect: nasty }] } }
process.stdout.write(phase in answers ? JSON.stringify(answers[phase]) : '# Title' + nasty + '\\n\\n' + Math.random())`)
    for (const args of [newStory, ['status', 'story'], ['report', 'story'], ['history', 'story']]) {
      const { stdout, stderr } = await lw(folder, args, { FORCE_COLOR: '1', NO_COLOR: '' })
      const foreign = (stdout + stderr).replaceAll(
        /\p{Cc}\[(?:1|2|22|31|32|33|35|36|39)m|\n|\t/gu,
        '',
      )
      expect(foreign).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
    }
  })
})

describe('a run that is named by its first word', () => {
  test('is the one that stops; a name that is nearly one is not taken for a reason', async () => {
    const folder = storyWorkspace()
    const parked = newStory.filter((word) => word !== '--yes')
    await lw(folder, parked)
    await lw(folder, ['stop', '--run', 'story', 'first'])
    await lw(folder, [...parked.slice(0, 2), '--alias', 'other', ...parked.slice(4)])
    const near = await lw(folder, ['stop', 'stroy'])
    expect([near.status, near.stderr]).toEqual([2, expect.stringContaining('did you mean')])
    expect((await lw(folder, ['stop', 'story'])).status).toBe(2)
    expect(readRun(folder, 'other')['status']).not.toBe('stopped')
    expect((await lw(folder, ['stop', 'other', 'not', 'needed'])).stdout).toContain('not needed')
    expect(readFileSync(evolution(folder, 'other', 'history.jsonl'), 'utf8')).toContain(
      'not needed',
    )
  })
})

const old = spawnSync('/usr/bin/node', ['--version'], { encoding: 'utf8' }).stdout ?? ''
const isOld = /^v(?:1\d|20|21)\./.test(old)

describe.skipIf(!isOld)('the launcher of an older Node', () => {
  test('takes the process that works with it, however it ends', async () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
      const folder = workspaceOf('setInterval(() => undefined, 1000)')
      mkdirSync(join(folder, 'log', 'here'))
      const child = spawn('/usr/bin/node', [launcher, ...newStory, '--quiet'], {
        cwd: folder,
        stdio: 'ignore',
      })
      const started = () =>
        statSync(evolution(folder, 'story', 'history.jsonl'), { throwIfNoEntry: false })
      while (started() === undefined) await wait(50)
      await wait(300)
      child.kill(signal)
      const [code] = await once(child, 'close')
      expect(code).toBe(signal === 'SIGKILL' ? null : 3)
      // nobody holds the run any more; a process that is about to end may have heard the first request
      const stop = async () => Object.values(await lw(folder, ['stop', 'story'])).join(' ')
      let last = await stop()
      for (let tries = 0; tries < 100 && !/story (?:is )?stopped/.test(last); tries += 1) {
        await wait(100)
        last = await stop()
      }
      expect(last).toMatch(/story (?:is )?stopped/)
    }
  })
})
