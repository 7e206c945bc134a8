import { randomInt } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { carryRun } from '../../src/engine/carry-run.ts'
import { design } from '../../src/workflows/design/definition.ts'
import { startDesign } from '../../src/workflows/design/start.ts'
import type { Disk } from '../../src/ports/disk.ts'
import { type Death, dyingDisk } from '../support/hooked-disk.ts'
import { cleanIntent, reworded, weakIntent } from '../support/design-intents.ts'
import {
  answer,
  carry,
  given,
  houseAt,
  onlooker,
  openFeature,
  until,
} from '../support/design-process.ts'
import { designWorkspace, type Workspace } from '../support/design-workspace.ts'
import { launch } from '../torture/loop-process.ts'

const feature = 'meter-readings'
const clean = cleanIntent(feature)

function scripted(): Workspace {
  const made = designWorkspace(null, {
    agents: { default: { kind: 'scripted', script: 'script.json' } },
  })
  const answers = [weakIntent(feature, 2), clean, reworded(clean)].map((output, index) => ({
    phase: 'GENERATE',
    iteration: index + 1,
    output,
  }))
  const critic = { phase: 'EVALUATE', repeat: true, output: { recommendations: ['Be kind.'] } }
  writeFileSync(made.at('script.json'), JSON.stringify({ answers: [...answers, critic] }))
  return made
}

/** The whole story: to the gate, back with feedback, to the gate again, frozen. Safe to tell again. */
async function tell(made: Workspace, asked: string[], disk?: Disk): Promise<void> {
  const house = await houseAt(made.folder, disk)
  const opened = await openFeature(house, feature)
  if (!opened.ok)
    given(await startDesign(house, feature, { requirements: 'requirements.md', by: 'ada' }))
  for (;;) {
    const state = await carry(house, feature, (text) => {
      if (text.startsWith('asking')) asked.push(text)
    })
    if (state.at === 'FROZEN') return
    const choice =
      state.rejections.length === 0
        ? ({ option: 'reject', by: 'ada', feedback: 'say it otherwise' } as const)
        : ({ option: 'approve', by: 'grace', feedback: 'good' } as const)
    await answer(house, feature, choice)
  }
}

/** How many answers the machine had when it died. */
function keptAnswers(made: Workspace): number {
  const folder = made.at('.loopwright', 'design', feature, 'answers')
  return existsSync(folder)
    ? readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.json$/.test(name)).length
    : 0
}

/** What must be the same however often a story was interrupted: everything but its times. */
function ending(made: Workspace) {
  const plain = (text: string) =>
    text
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
      .replaceAll(/meter-readings-\d{8}-\d{6}/g, 'the-run')
      .replaceAll(/"(activeMs|calls)": [\d.]+/g, '"$1": 0')
      .replaceAll(/"marker": "[0-9a-f]{64}"/g, '"marker": ""')
  return {
    files: made.files(),
    texts: made.files().map((name) => plain(readFileSync(made.design(name), 'utf8'))),
    events: made.history().map((entry) => entry.event),
  }
}

describe('a machine that dies', () => {
  test('[CRASH-1] at any operation on its disk, before, within or after it, goes on to the same end and asks nobody twice for an answer it had', async () => {
    const calm = scripted()
    const counting = dyingDisk(calm.folder, null)
    const calls: string[] = []
    await tell(calm, calls, counting.disk)
    const expected = ending(calm)
    expect(expected.events).toEqual([
      'run_started',
      'intent_generated',
      'evaluated',
      'revision_prepared',
      'intent_generated',
      'evaluated',
      'gate_answered',
      'revision_prepared',
      'intent_generated',
      'evaluated',
      'gate_answered',
      'frozen',
    ])
    expect(calls).toHaveLength(6)
    const total = counting.done.length
    expect(total).toBeGreaterThan(40)
    const ways = ['before', 'within', 'after'] as const
    let told = 0
    // every fifth operation in one of the ways, others each time; the simulation tries all of them
    const first = randomInt(1, 6)
    for (let at = first; at <= total; at += 5) {
      const how = ways[at % ways.length] ?? 'within'
      if (await dieAndGoOn({ at, how }, { expected, calls: calls.length })) told += 1
    }
    expect(told).toBeGreaterThan(8)
  })

  async function dieAndGoOn(
    death: Death,
    { expected, calls }: { expected: ReturnType<typeof ending>; calls: number },
  ): Promise<boolean> {
    const made = scripted()
    const dying = dyingDisk(made.folder, death)
    const where = () => `died ${death.how} ${death.at}: ${dying.done.at(death.at - 1)}`
    await tell(made, [], dying.disk).catch((error: unknown) => {
      if (!dying.isDead()) throw error
    })
    // files that are shown in quick order share a write, so a story may need fewer than the first
    if (!dying.isDead()) return false
    const kept = keptAnswers(made)
    const asked: string[] = []
    await tell(made, asked)
    expect(ending(made), where()).toEqual(expected)
    expect(asked.length, where()).toBe(calls - kept)
    return true
  }
})

describe('a process that is killed', () => {
  const generated = (made: Workspace) =>
    made.calls().filter(({ phase }) => phase === 'GENERATE').length
  const evaluated = (made: Workspace) =>
    made.calls().filter(({ phase }) => phase === 'EVALUATE').length

  test('while its generator is at work is resumed; only the request nobody answered is made again', async () => {
    const made = designWorkspace({
      generate: [weakIntent(feature, 1), { slow: 60_000, answer: clean }],
    })
    const run = launch(made.folder, ['design', 'start', feature, 'requirements.md'])
    expect(await until(() => generated(made) === 2)).toBe(true)
    run.child.kill('SIGKILL')
    await run.ended
    const status = await made.lw('design', 'status', feature)
    expect(status.stdout).toContain('GENERATING')
    expect(status.stdout).toContain(`loopwright resume ${feature}`)
    made.plan({ generate: [weakIntent(feature, 1), clean] })
    const resumed = await made.lw('resume', feature)
    expect(resumed.status, resumed.stderr).toBe(3)
    expect(made.calls().map(({ phase, iteration }) => `${phase} ${iteration}`)).toEqual([
      'GENERATE 1',
      'EVALUATE 1',
      'GENERATE 2',
      'GENERATE 2',
      'EVALUATE 2',
    ])
    expect(made.state()).toMatchObject({ state: 'CANDIDATE', iteration: 1 })
    expect(made.files()).toEqual(['critique.json', 'intent.json', 'preview.html', 'state.json'])
  })

  test('while its design is being evaluated is resumed, and nobody generates again', async () => {
    const made = designWorkspace({
      generate: [clean],
      critic: { slow: 60_000, answer: { recommendations: [] } },
    })
    const run = launch(made.folder, ['design', 'start', feature, 'requirements.md'])
    expect(await until(() => evaluated(made) === 1)).toBe(true)
    run.child.kill('SIGKILL')
    await run.ended
    expect((await made.lw('design', 'status', feature)).stdout).toContain('EVALUATING')
    expect((await made.lw('design', 'approve', feature)).status).toBe(2)
    made.plan({ generate: [clean] })
    expect((await made.lw('resume', feature)).status).toBe(3)
    expect(generated(made)).toBe(1)
    expect(made.state()).toMatchObject({
      state: 'CANDIDATE',
      violations: [{ from: 'EVALUATING', to: 'FROZEN', trigger: 'approve' }],
    })
  })

  test('right after an approval finishes the freeze when it is resumed, with the same marker', async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const made = designWorkspace()
      await made.start()
      const run = launch(made.folder, ['design', 'approve', feature, '--by', 'Grace H.'])
      const lines = made.history().length
      await until(() => made.history().length > lines)
      run.child.kill('SIGKILL')
      await run.ended
      const resumed = await made.lw('resume', feature)
      expect(resumed.status, resumed.stdout + resumed.stderr).toBe(0)
      expect(made.state()).toMatchObject({ state: 'FROZEN', approval: { by: 'Grace H.' } })
      expect(
        made
          .history()
          .map(({ event }) => event)
          .slice(-2),
      ).toEqual(['gate_answered', 'frozen'])
      const verified = await made.lw('design', 'verify', feature)
      expect(verified.status, verified.stdout).toBe(0)
      expect(made.files().filter((name) => name.endsWith('.tmp'))).toEqual([])
    }
  })

  test('between a decision and its record takes the decision in when it is resumed', async () => {
    const made = scripted()
    given(
      await startDesign(await houseAt(made.folder), feature, {
        requirements: 'requirements.md',
        by: 'ada',
      }),
    )
    await carry(await houseAt(made.folder), feature)
    const counting = dyingDisk(made.folder, { at: 1, how: 'after' })
    const house = await houseAt(made.folder, counting.disk)
    await expect(answer(house, feature, { option: 'approve', by: 'grace' })).rejects.toThrow()
    expect(counting.done.at(0)).toContain('/decisions/')
    expect(made.history().at(-1)?.event).toBe('evaluated')
    expect(await carry(await houseAt(made.folder), feature)).toMatchObject({
      at: 'FROZEN',
      decision: { choice: 'approve', by: 'grace' },
    })
  })

  test('[CLI-15] by Ctrl-C is a pause: exit 3, and resume goes on', async () => {
    const made = designWorkspace({ generate: [{ slow: 60_000, answer: clean }] })
    const run = launch(made.folder, ['design', 'start', feature, 'requirements.md'])
    expect(await until(() => generated(made) === 1)).toBe(true)
    run.child.kill('SIGINT')
    const ended = await run.ended
    expect(ended.code, ended.said).toBe(3)
    expect(ended.said).toContain('paused in GENERATING')
    made.plan({ generate: [clean] })
    expect((await made.lw('resume', feature)).status).toBe(3)
    expect(made.state().state).toBe('CANDIDATE')
  })
})

describe('processes at the same feature', () => {
  test('two that resume it: one works, the other is told who does and what to do', async () => {
    const made = designWorkspace({ generate: [{ slow: 9_000, answer: clean }] })
    const run = launch(made.folder, ['design', 'start', feature, 'requirements.md'])
    expect(await until(() => made.calls().length === 1)).toBe(true)
    const second = await made.lw('resume', feature)
    expect(second.status, second.stdout).toBe(2)
    expect(second.stderr).toContain(`process ${run.child.pid}`)
    expect(second.stderr).toContain(`loopwright stop --run ${feature}`)
    const third = await made.start()
    expect(third.status, third.stdout).toBe(2)
    expect((await run.ended).code).toBe(3)
    expect(made.state().state).toBe('CANDIDATE')
  })

  test('[CLI-13] one that works is stopped by another: it ends the run, records why, and exits 1', async () => {
    const made = designWorkspace({ generate: [{ slow: 60_000, answer: clean }] })
    const run = launch(made.folder, ['design', 'start', feature, 'requirements.md'])
    expect(await until(() => made.calls().length === 1)).toBe(true)
    expect((await made.lw('stop', 'wrong', 'feature', '--run', feature)).stdout).toContain(
      'asked the process',
    )
    expect((await run.ended).code).toBe(1)
    expect(made.state()).toMatchObject({
      state: 'FAILED',
      failure: { code: 'stopped', detail: 'wrong feature' },
    })
  })

  test('[GATE-6] whoever decided waits for another who is at the feature for a moment, and finishes', async () => {
    const made = scripted()
    const house = await houseAt(made.folder)
    const begun = { requirements: 'requirements.md', by: 'ada' }
    const run = given(await startDesign(house, feature, begun))
    await carry(house, feature)
    await answer(house, feature, { option: 'approve', by: 'grace' })
    const lock = await run.store.lock()
    expect(await carryRun(design, house, run, onlooker)).toMatchObject({ ok: false })
    const waiting = carryRun(design, house, run, { ...onlooker, patience: 20_000 })
    await wait(300)
    if (lock.ok) await lock.value.release()
    expect(await waiting).toMatchObject({ ok: true, value: { state: { at: 'FROZEN' } } })
  })

  test.each([
    ['approve', 'approve'],
    ['approve', 'reject'],
    ['reject', 'abort'],
  ])(
    '[GATE-6] %s and %s at once: one decision counts, the other learns who made it',
    async (one, other) => {
      // so slow that the next gate is not open before the other has come
      const slow = { slow: 5_000, answer: reworded(clean) }
      const made = designWorkspace({ generate: [clean, slow] })
      await made.start()
      const words = (option: string) =>
        option === 'reject' ? ['--feedback', 'again'] : option === 'abort' ? ['--reason', 'no'] : []
      const ends = await Promise.all(
        (
          [
            ['Ada L.', one],
            ['Bob B.', other],
          ] as const
        ).map(
          ([by, option]) =>
            launch(made.folder, ['design', option, feature, '--by', by, ...words(option)]).ended,
        ),
      )
      const message = ends.map(({ code, said }) => `${code} ${said}`).join('\n---\n')
      const taken = made.history().filter(({ event }) => event === 'gate_answered')
      expect(taken, message).toHaveLength(1)
      const { by, option } = (taken[0]?.payload as { answer: { by: string; option: string } })
        .answer
      const winner = by === 'Ada L.' ? 0 : 1
      expect(option, message).toBe([one, other][winner])
      expect(ends[winner]?.code, message).toBe({ approve: 0, reject: 3, abort: 1 }[option])
      expect(ends[1 - winner]?.code, message).toBe(2)
      expect(ends[1 - winner]?.said, message).toContain(by)
      const { state } = made.state()
      expect(state).toBe({ approve: 'FROZEN', reject: 'CANDIDATE', abort: 'FAILED' }[option])
      expect(existsSync(join(made.design('final'), 'FROZEN.md'))).toBe(option === 'approve')
      const verified = await made.lw('design', 'verify', feature)
      expect(verified.status, verified.stdout).toBe(0)
    },
  )
})
