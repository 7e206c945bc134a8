import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { evolution, newStory, storyWorkspace } from '../support/workspace.ts'
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
import { figure, kills, races, seed, seeded } from './random.ts'

const slow = '15'
const envOf = (folder: string) => ({ CALLS: join(folder, 'log', 'calls'), SLOW: slow })
const start = [...newStory, '--quiet']
const goOn = (folder: string) =>
  acknowledged(historyOf(folder)).length === 0 ? start : ['resume', 'story', '--quiet']

/** A run that nobody disturbed: how it ends, whom it asks, and how long it takes. */
async function calmRun() {
  const folder = storyWorkspace()
  const begun = performance.now()
  const { code, said } = await launch(folder, start, envOf(folder)).ended
  expect(code, said).toBe(0)
  return {
    ending: ending(folder),
    calls: callsOf(folder).toSorted(),
    ms: performance.now() - begun,
  }
}

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
async function torment(
  folder: string,
  calm: Awaited<ReturnType<typeof calmRun>>,
  plan: readonly number[],
  tally: Tally,
) {
  let known = Buffer.alloc(0)
  let lost = 0
  for (const moment of plan) {
    const { child, ended } = launch(folder, goOn(folder), envOf(folder))
    await Promise.race([ended, wait(moment * calm.ms)])
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
  const last = await launch(folder, goOn(folder), envOf(folder)).ended
  expect(last.code, last.said).toBe(0)
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
        // the first moment is anywhere in the run; later ones hit what a resume does first
        const plan = [random(), random() * 0.8, random() * 0.6].slice(
          0,
          Math.min(3, kills - tally.kills),
        )
        try {
          await torment(folder, calm, plan, tally)
        } catch (error) {
          throw new Error(
            `round ${round} of TORTURE_SEED=${seed}, killed at ${plan.map((each) => each.toFixed(3)).join(', ')} of ${calm.ms.toFixed(0)} ms: ${error instanceof Error ? error.message : String(error)}`,
            { cause: error },
          )
        }
      }
      figure('killed', tally)
      // random moments really hit runs at work, not only processes that start or have ended
      expect(tally.inFlight + tally.between).toBeGreaterThan(kills / 3)
    },
    60_000 + kills * 10_000,
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
        const rival = await launch(folder, ['resume', 'story']).ended
        expect(rival.code, rival.said).toBe(2)
        expect(rival.said).toContain(String(child.pid))
      }
      const second = await launch(folder, start).ended
      expect(second.code, second.said).toBe(2)
      child.kill(fate === 'woken' ? 'SIGCONT' : 'SIGKILL')
      const first = await ended
      await quiet(folder)
      if (fate === 'woken') expect(first.code, first.said).toBe(0)
      else expect((await launch(folder, goOn(folder), envOf(folder)).ended).code).toBe(0)
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
      const moment = random() * 1.1 * calm.ms
      await Promise.race([ended, wait(moment)])
      child.kill(round % 2 === 0 ? 'SIGINT' : 'SIGTERM')
      const { code, said } = await ended
      const where = `round ${round} of TORTURE_SEED=${seed}, after ${moment.toFixed(0)} ms: ${said}`
      const begun = acknowledged(historyOf(folder)).length > 0
      if (code === 3) paused += 1
      // before it has begun and after it has ended, a signal simply ends the process
      else if (begun) expect(ending(folder), where).toEqual(calm.ending)
      if (!begun) continue
      expect(said, where).not.toMatch(/internal error|\n\s+at /)
      const resumed = await launch(folder, goOn(folder), envOf(folder)).ended
      expect(resumed.code, where + resumed.said).toBe(0)
      expect(ending(folder), where).toEqual(calm.ending)
    }
    figure('interrupted', { races, paused })
    expect(paused).toBeGreaterThan(races / 4)
  })
})
