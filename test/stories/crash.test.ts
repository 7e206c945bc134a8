import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  evolution,
  launcher,
  lw,
  newStory,
  readEvents,
  readRun,
  storyWorkspace,
} from '../support/workspace.ts'

/** What must be the same however often a run was interrupted. */
function ending(folder: string) {
  const run = readRun(folder)
  const events = readEvents(folder).map(({ event, iteration, phase, step }) => [
    event,
    iteration,
    phase,
    step,
  ])
  return {
    events,
    artifact: readFileSync(evolution(folder, 'story', 'artifact.md'), 'utf8'),
    state: { ...run, run_id: '', created_at: '', updated_at: '', completed_phase_seconds: 0 },
  }
}

describe('a run whose process dies', () => {
  test('[CRASH-1] by kill -9 after every other event is resumed by the command line to the same end', async () => {
    const calm = storyWorkspace()
    expect((await lw(calm, newStory)).status).toBe(0)
    const expected = ending(calm)
    // one run that dies again and again; runs that die at random moments are those of the torture test
    const folder = storyWorkspace()
    let killed = 0
    for (let lines = 1; lines < expected.events.length; lines += 2) {
      // a process that is faster than the killer goes past the event, or to the end
      if (existsSync(evolution(folder, 'story')) && readEvents(folder).length > lines) continue
      const args = lines === 1 ? newStory : ['resume', 'story', '--quiet']
      if (await killAfter(folder, lines, args)) killed += 1
    }
    expect(killed).toBeGreaterThan(2)
    const resumed = await lw(folder, ['resume', 'story', '--quiet'])
    expect(resumed.status, resumed.stderr).toBe(0)
    expect(ending(folder)).toEqual(expected)
  })
})

/** Starts a slow run and kills its process as soon as its history has so many lines. */
function killAfter(folder: string, lines: number, args = newStory): Promise<boolean> {
  const history = evolution(folder, 'story', 'history.jsonl')
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, SLOW: '120' },
  })
  return new Promise((resolve) => {
    let killed = false
    const timer = setInterval(() => {
      if (!existsSync(history) || readFileSync(history, 'utf8').split('\n').length - 1 < lines)
        return
      killed = child.kill('SIGKILL')
    }, 5)
    child.once('exit', (code) => {
      clearInterval(timer)
      resolve(killed && code === null)
    })
  })
}

describe('a run whose files were damaged', () => {
  test('[RECOVER-1] 4.29: rebuilds run.json and current.json from the history when they are missing, unreadable or hold bad values', async () => {
    const folder = storyWorkspace()
    await killAfter(folder, 5)
    for (const damage of [
      () => rmSync(evolution(folder, 'story', 'run.json')),
      () => writeFileSync(evolution(folder, 'story', 'run.json'), '{"run_id": '),
      () => rmSync(evolution(folder, 'current.json'), { force: true }),
      () =>
        writeFileSync(
          evolution(folder, 'story', 'run.json'),
          '{"run_id":"story-1","max_completed_phase_seconds":-5}',
        ),
    ]) {
      damage()
      const status = await lw(folder, ['status', 'story', '--json'])
      expect(status.status, status.stderr).toBe(0)
    }
    const resumed = await lw(folder, ['resume'])
    expect(resumed.status, resumed.stderr).toBe(0)
    expect(resumed.stderr).toContain('run.json')
    expect(readRun(folder)).toMatchObject({ status: 'completed' })
  })

  test('says that a history without its first event is lost, and suggests a new loop', async () => {
    const folder = storyWorkspace()
    await lw(folder, newStory)
    writeFileSync(evolution(folder, 'story', 'history.jsonl'), '')
    const resumed = await lw(folder, ['resume', 'story'])
    expect(resumed.status).toBe(5)
    expect(resumed.stderr).toContain('loopwright new')
  })

  test('[JOURNAL-5] refuses to go on from an edited history and names the line', async () => {
    const folder = storyWorkspace()
    await killAfter(folder, 4)
    const path = evolution(folder, 'story', 'history.jsonl')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"first"', '"forged"'))
    const resumed = await lw(folder, ['resume', 'story'])
    expect(resumed.status).toBe(5)
    expect(resumed.stderr).toContain('history.jsonl:2')
    expect((await lw(folder, ['verify', 'story'])).status).toBe(1)
  })

  test('keeps its artifact when the private folder is lost, and goes on from it', async () => {
    const folder = storyWorkspace()
    await killAfter(folder, 9)
    const artifact = readFileSync(evolution(folder, 'story', 'artifact.md'), 'utf8')
    rmSync(join(folder, '.loopwright'), { recursive: true })
    const resumed = await lw(folder, ['resume', 'story', '--quiet'])
    expect(resumed.status, resumed.stdout + resumed.stderr).toBe(0)
    const whole = readFileSync(evolution(folder, 'story', 'artifact.md'), 'utf8')
    expect(whole.startsWith(artifact.trimEnd())).toBe(true)
    rmSync(join(folder, '.loopwright'), { recursive: true })
    expect((await lw(folder, ['resume', 'story', '--quiet'])).status).toBe(0)
    expect(readFileSync(evolution(folder, 'story', 'artifact.md'), 'utf8')).toBe(whole)
  })
})
