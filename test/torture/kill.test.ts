import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { evolution, lw, newStory, readEvents, storyWorkspace } from '../support/workspace.ts'
import {
  acknowledged,
  callsOf,
  ending,
  historyOf,
  isPrefix,
  keptAnswers,
  launch,
  quiet,
  untilLines,
} from './loop-process.ts'
import { figure, isTorture, kills, races, seed, seeded } from './random.ts'

const slow = '15'
const envOf = (folder: string) => ({ CALLS: join(folder, 'log', 'calls'), SLOW: slow })
const start = [...newStory, '--quiet']
const goOn = (folder: string) =>
  acknowledged(historyOf(folder)).length === 0 ? start : ['resume', 'story', '--quiet']

/** A run that nobody disturbed: how it ends, whom it asks, and how long it takes. */
async function measureCalmRun() {
  const folder = storyWorkspace()
  const begun = performance.now()
  const { code, said } = await launch(folder, start, envOf(folder)).ended
  expect(code, said).toBe(0)
  return {
    ending: ending(folder),
    calls: callsOf(folder).toSorted(),
    lines: readEvents(folder).length,
    ms: performance.now() - begun,
  }
}
type Calm = Awaited<ReturnType<typeof measureCalmRun>>
let measured: Promise<Calm> | null = null
const calmRun = () => (measured ??= measureCalmRun())

const linesOf = (folder: string) => historyOf(folder).toString('latin1').split('\n').length - 1

const countOf = (calls: readonly string[], key: string) =>
  calls.filter((each) => each === key).length

/** Calls in flight together belong to one step: one phase, or PRODUCE beside PREPARE. */
function oneStep(calls: readonly string[]): boolean {
  const iterations = new Set(calls.map((call) => call.split(' ')[0]))
  const phases = calls.map((call) => call.split(' ')[1])
  return (
    calls.length <= 1 ||
    (iterations.size === 1 && phases.every((phase) => phase === 'PREPARE' || phase === 'PRODUCE'))
  )
}

type Tally = { kills: number; early: number; inFlight: number; between: number }

/** Kills one run some times, looks at what is left each time, and lets it finish. */
async function torment(folder: string, calm: Calm, plan: readonly number[], tally: Tally) {
  let known = Buffer.alloc(0)
  let lost = 0
  for (const moment of plan) {
    const { child, ended } = launch(folder, goOn(folder), envOf(folder))
    // the first moment is anywhere in the run; later ones hit what a resume does first
    const more = Math.floor(moment * (tally.kills === 0 ? calm.lines : 5))
    const lines = linesOf(folder)
    if (more > 0 || (lines === 0 && tally.kills > 0))
      await Promise.race([ended, untilLines(folder, lines + Math.max(1, more))])
    await Promise.race([ended, wait(moment * calm.ms * 0.2)])
    const hit = child.exitCode === null && child.kill('SIGKILL')
    await ended
    await quiet(folder)
    const history = historyOf(folder)
    expect(isPrefix(known, history), 'an acknowledged event was lost or changed').toBe(true)
    known = Buffer.from(acknowledged(history))
    const calls = callsOf(folder)
    const nowLost = calls.length - keptAnswers(folder) - lost
    expect(nowLost, `asked for nothing: ${calls.join(', ')}`).toBeLessThanOrEqual(2)
    expect(oneStep(calls.slice(calls.length - nowLost)), calls.join(', ')).toBe(true)
    lost += nowLost
    if (!hit) break
    tally.kills += 1
    if (known.length === 0) tally.early += 1
    else if (nowLost > 0) tally.inFlight += 1
    else tally.between += 1
  }
  const last = await lw(folder, goOn(folder), envOf(folder))
  expect(last.status, last.stdout + last.stderr).toBe(0)
  expect(isPrefix(known, historyOf(folder)), 'an acknowledged event was lost or changed').toBe(true)
  expect(ending(folder)).toEqual(calm.ending)
  const calls = callsOf(folder)
  expect(calls.length, `${lost} answers never arrived: ${calls.join(', ')}`).toBe(
    calm.calls.length + lost,
  )
  for (const key of new Set(calm.calls))
    expect(countOf(calls, key)).toBeGreaterThanOrEqual(countOf(calm.calls, key))
  expect(readdirSync(evolution(folder, 'story')).toSorted()).toEqual([
    'artifact.md',
    'history.jsonl',
    'run.json',
  ])
}

describe('a real loop on a real disk', () => {
  test(
    `[TORTURE-1] killed ${kills} times at random moments loses nothing it acknowledged, asks again only for what was in flight, and ends the same`,
    async () => {
      const random = seeded(seed)
      const calm = await calmRun()
      const tally: Tally = { kills: 0, early: 0, inFlight: 0, between: 0 }
      for (let round = 0; tally.kills < kills; round += 1) {
        const folder = storyWorkspace()
        const plan = [random(), random(), random()].slice(0, kills - tally.kills)
        try {
          await torment(folder, calm, plan, tally)
        } catch (error) {
          throw new Error(
            `round ${round} of TORTURE_SEED=${seed}, killed at ${plan.map((each) => each.toFixed(3)).join(', ')}: ${error instanceof Error ? error.message : String(error)}`,
            { cause: error },
          )
        }
      }
      figure('killed', tally)
      // random moments really hit runs at work, not only processes that start or have ended
      expect(tally.inFlight + tally.between).toBeGreaterThan(isTorture ? kills / 3 : 0)
    },
    600_000 + kills * 10_000,
  )

  test('that is paused keeps its run: others are refused; woken it goes on unharmed; killed while paused it is resumed', async () => {
    const calm = await calmRun()
    for (const fate of ['woken', 'killed'] as const) {
      const folder = storyWorkspace()
      const { child, ended } = launch(folder, start, { ...envOf(folder), SLOW: '60' })
      expect(await untilLines(folder, 4)).toBe(true)
      child.kill('SIGSTOP')
      const known = Buffer.from(acknowledged(historyOf(folder)))
      for (let tries = 0; tries < 2; tries += 1) {
        const rival = await lw(folder, ['resume', 'story'])
        expect(rival.status, rival.stderr).toBe(2)
        expect(rival.stderr).toContain(String(child.pid))
      }
      const second = await launch(folder, start).ended
      expect(second.code, second.said).toBe(2)
      child.kill(fate === 'woken' ? 'SIGCONT' : 'SIGKILL')
      const first = await ended
      await quiet(folder)
      if (fate === 'woken') expect(first.code, first.said).toBe(0)
      else expect((await lw(folder, goOn(folder), envOf(folder))).status).toBe(0)
      expect(isPrefix(known, historyOf(folder))).toBe(true)
      expect(ending(folder)).toEqual(calm.ending)
    }
  })

  test('[TORTURE-1] that is interrupted at random moments exits with 3 or is finished, and resumes to the same end', async () => {
    const random = seeded(seed + 1)
    const calm = await calmRun()
    let paused = 0
    for (let round = 0; round < races; round += 1) {
      const folder = storyWorkspace()
      const { child, ended } = launch(folder, start, envOf(folder))
      // some before it has begun, most at work, some when it has ended
      const lines = Math.floor(random() * (calm.lines + 2))
      await Promise.race([ended, untilLines(folder, lines)])
      await wait(random() * 30)
      child.kill(round % 2 === 0 ? 'SIGINT' : 'SIGTERM')
      const { code, said } = await ended
      const where = `round ${round} of TORTURE_SEED=${seed}, after ${lines} lines: ${said}`
      const begun = acknowledged(historyOf(folder)).length > 0
      if (code === 3) paused += 1
      // before it has begun and after it has ended, a signal simply ends the process
      else if (begun) expect(ending(folder), where).toEqual(calm.ending)
      if (!begun) continue
      expect(said, where).not.toMatch(/internal error|\n\s+at /)
      const resumed = await lw(folder, goOn(folder), envOf(folder))
      expect(resumed.status, where + resumed.stderr).toBe(0)
      expect(ending(folder), where).toEqual(calm.ending)
    }
    figure('interrupted', { races, paused })
    if (isTorture) expect(paused).toBeGreaterThan(races / 4)
  })
})
