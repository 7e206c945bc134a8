import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  evolution,
  lw,
  newStory,
  readEvents,
  readRun,
  storyWorkspace,
} from '../support/workspace.ts'
import { acknowledged, historyOf, launch, untilLines } from './loop-process.ts'
import { figure, isTorture, races, seed, seeded } from './random.ts'

const parked = newStory.filter((word) => word !== '--yes')

/** Answers from a file: a run of some hundred milliseconds without further processes. */
const script = {
  answers: [
    { phase: 'PLAN', repeat: true, output: { plan: ['one', 'two', 'three'] }, delay_ms: 80 },
    {
      phase: 'PRODUCE',
      repeat: true,
      output: '# Title\n\nMARK-a.completeness.one MARK-b.completeness.two\n',
      delay_ms: 80,
    },
    { phase: 'PREPARE', repeat: true, output: { checks: [] }, delay_ms: 80 },
    {
      phase: 'EVALUATE',
      repeat: true,
      output: {
        rule_results: ['a.completeness.one', 'b.completeness.two'].map((id) => ({
          id,
          evidence: 'Title',
          reason: 'r',
          verdict: 'pass',
        })),
      },
    },
    {
      phase: 'CRITIQUE',
      repeat: true,
      output: {
        issues: [
          {
            rule_id: 'a.completeness.one',
            problem: 'p',
            fix_instruction: 'f',
            expected_effect: 'e',
          },
        ],
      },
    },
    { phase: 'REFINE', repeat: true, output: '# Title\n\nrefined\n', delay_ms: 80 },
  ],
}

function scriptedWorkspace(): string {
  const folder = storyWorkspace('agents:\n  default: { kind: scripted, script: script.json }\n')
  writeFileSync(join(folder, 'script.json'), JSON.stringify(script))
  return folder
}

const noCrash = (said: string) => expect(said).not.toMatch(/internal error|\n\s+at \S+ \(|corrupt/)

describe('processes that race', () => {
  test('[TORTURE-4] to start a loop in one workspace: exactly one wins, the other is refused with exit 2', async () => {
    for (let race = 0; race < races; race += 1) {
      const folder = scriptedWorkspace()
      const ends = await Promise.all([launch(folder, parked).ended, launch(folder, parked).ended])
      const message = ends.map(({ said }) => said).join('\n---\n')
      expect(new Set(ends.map(({ code }) => code)), message).toEqual(new Set([2, 3]))
      noCrash(message)
      expect(readdirSync(evolution(folder)).toSorted()).toEqual(['current.json', 'story'])
      expect(readEvents(folder).map(({ event }) => event)).toEqual(['run_started'])
    }
    figure('starts raced', { races, winners: 1 })
  })

  test('[GATE-6] to answer one question: one decision counts, whoever made it is told so, the other learns of it', async () => {
    const codes = new Map<string, number>()
    const origin = scriptedWorkspace()
    expect((await launch(origin, parked).ended).code).toBe(3)
    for (let race = 0; race < races; race += 1) {
      const folder = scriptedWorkspace()
      cpSync(origin, folder, { recursive: true })
      const answers = [
        ['ada', 'cancel'],
        ['bob', race % 2 === 0 ? 'cancel' : 'confirm'],
      ] as const
      const ends = await Promise.all(
        answers.map(
          ([by, option]) => launch(folder, ['answer', 'story', option, '--by', by]).ended,
        ),
      )
      const message = `race ${race}: ${ends.map(({ code, said }) => `${code} ${said}`).join('\n---\n')}`
      noCrash(message)
      const taken = readEvents(folder).filter(({ event }) => event === 'gate_answered')
      const byGate = taken.map(
        ({ payload }) => (payload as { answer: { gate: string } }).answer.gate,
      )
      expect(new Set(byGate).size, message).toBe(byGate.length)
      // every decision in the history was told to its maker as taken, and nobody else was told so
      const makers = taken.map(({ payload }) => (payload as { answer: { by: string } }).answer.by)
      for (const [index, [by]] of answers.entries()) {
        const code = ends[index]?.code
        expect(code !== 2, `${message}\n${by}`).toBe(makers.includes(by))
        if (!makers.includes(by)) expect(code, message).toBe(2)
        codes.set(String(code), (codes.get(String(code)) ?? 0) + 1)
      }
      expect(taken.length, message).toBeGreaterThanOrEqual(1)
    }
    figure('answers raced', { races, codes: Object.fromEntries(codes) })
    expect(codes.get('2') ?? 0).toBeGreaterThan(races / 2)
  })

  test('to stop a run that is about to end: the end is consistent and nobody crashes', async () => {
    const random = seeded(seed + 2)
    const calm = scriptedWorkspace()
    const begun = performance.now()
    expect((await launch(calm, newStory).ended).code).toBe(0)
    const ms = performance.now() - begun
    const reasons = new Map<string, number>()
    for (let race = 0; race < races; race += 1) {
      const folder = scriptedWorkspace()
      const run = launch(folder, newStory)
      const moment = (0.2 + random() * 0.8) * ms
      // some of them surely while it works
      await (race % 3 === 0 ? untilLines(folder, 1) : wait(moment))
      // from this process: another one would take longer to start than the run goes on
      const stop = await lw(folder, ['stop', 'enough', '--run', 'story'])
      const ended = await run.ended
      const message = `race ${race}, stopped after ${moment.toFixed(0)} of ${ms.toFixed(0)} ms: ${ended.code} ${ended.said}\n---\n${stop.status} ${stop.stdout}${stop.stderr}`
      noCrash(message)
      expect([0, 2], message).toContain(stop.status)
      const { status, stop: reached } = readRun(folder) as {
        status: string
        stop: { reason: string }
      }
      expect(['completed', 'stopped'], message).toContain(status)
      // who stops it before it has begun to work holds the run for that moment
      const codes =
        status === 'completed' ? [0] : [1, ...(/is being worked on/.test(ended.said) ? [2] : [])]
      expect(codes, message).toContain(ended.code)
      const ends = readEvents(folder).filter(
        ({ event }) => event === 'stopped' || event === 'failed',
      )
      expect(ends, message).toHaveLength(1)
      expect(acknowledged(historyOf(folder)).equals(historyOf(folder)), message).toBe(true)
      expect(existsSync(evolution(folder, 'current.json')), message).toBe(false)
      reasons.set(reached.reason, (reasons.get(reached.reason) ?? 0) + 1)
    }
    figure('stops raced', { races, ends: Object.fromEntries(reasons) })
    // a few races may all be lost where the run is faster than whoever stops it
    if (isTorture)
      expect(reasons.get('enough') ?? 0, JSON.stringify([...reasons])).toBeGreaterThan(0)
  })
})
