import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { explain, runAt } from './levels.ts'
import { plantedBugs, withBug } from './planted-bugs.ts'
import { type Script, scriptFor, shrink, type Sitting } from './script.ts'
import type { Bugs } from './scene.ts'
import { levels } from './workflows.ts'

/** How many histories of each level at least, and how many until all that is expected was seen. */
const budget: Readonly<Record<string, number>> = { app: 90, gan: 100, 'gan-app': 24 }
const usual = 300
const mostRounds = 10
/** Beside the seeds that are always the same, one in so many that nobody has tried. */
const freshOf = 3

type Reach = {
  readonly ends: Map<string, number>
  readonly events: Set<string>
  readonly crashedIn: Set<string>
}

/** Runs seeded histories and stops at the first broken law, explained, or where `isEnough`. */
async function simulate(
  level: string,
  seeds: readonly number[],
  isEnough: (reach: Reach, count: number) => boolean = () => false,
): Promise<Reach> {
  const reach: Reach = { ends: new Map(), events: new Set(), crashedIn: new Set() }
  for (const [count, seed] of seeds.entries()) {
    if (isEnough(reach, count)) break
    const historyResult = await runAt(level, scriptFor(seed))
    if (historyResult.violations.length > 0) throw new Error(await explain(level, seed))
    reach.ends.set(historyResult.end, (reach.ends.get(historyResult.end) ?? 0) + 1)
    for (const event of historyResult.events) reach.events.add(event)
    for (const step of historyResult.crashedIn) reach.crashedIn.add(step)
  }
  return reach
}

const seedsFrom = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + index)

const engineLevels = Object.keys(levels).filter((level) => levels[level]?.isWhole !== true)

describe('simulated histories', () => {
  test.each(Object.entries(levels))(
    '[SIM-1] of %s keep all laws through crashes, power cuts, faults, rivals and late reports',
    async (level, known) => {
      const count = budget[level] ?? usual
      const fresh = randomInt(10_000, 1_000_000_000)
      const few = Math.ceil(count / freshOf)
      process.stdout.write(
        `fresh seeds: npm run simulate -- --level ${level} --from ${fresh} --histories ${few}\n`,
      )
      await simulate(level, seedsFrom(fresh, few))
      const seeds = seedsFrom(1, count * mostRounds)
      const { ends, events, crashedIn } = await simulate(
        level,
        seeds,
        (reach, done) =>
          done >= count &&
          known.events.every((event) => reach.events.has(event)) &&
          known.ends.every((end) => reach.ends.has(end)) &&
          known.steps.every((step) => reach.crashedIn.has(step)),
      )
      // a law that is only held against runs which go nowhere holds nothing
      expect([...events]).toEqual(expect.arrayContaining([...known.events]))
      expect([...ends.keys()]).toEqual(expect.arrayContaining([...known.ends]))
      expect([...crashedIn]).toEqual(expect.arrayContaining([...known.steps]))
      expect(ends.get('none') ?? 0).toBe(0)
    },
  )

  test('[SIM-2] are the same whenever they are run with the same seed', async () => {
    for (const level of Object.keys(levels))
      for (const seed of [3, 77, 115, 1010]) {
        const [once, again] = [
          await runAt(level, scriptFor(seed)),
          await runAt(level, scriptFor(seed)),
        ]
        expect(once.events).toEqual(again.events)
        expect(once.end).toBe(again.end)
      }
  })
})

describe('a stop that was asked for', () => {
  const work = (at: number, how: 'before' | 'after'): Sitting => ({
    does: ['work'],
    death: { at, how, counts: 'append', powerCut: false },
    fault: null,
    first: 'nothing',
  })
  /** Somebody asks for it while another works, who dies before the n-th thing to record. */
  const heard = async (level: string, bugs: Bugs) => {
    const laws: string[] = []
    for (let seed = 1; seed <= 16; seed += 1)
      for (let at = 1; at <= 5; at += 1) {
        const asked: Sitting = { ...work(at, 'before'), does: ['work', 'stop'] }
        const historyResult = await runAt(
          level,
          { seed, sittings: [work(2, 'after'), asked] },
          bugs,
        )
        laws.push(...historyResult.violations.map(({ law }) => law))
      }
    return laws
  }

  // the runs of the example are too short to go on for long
  test.each(engineLevels.filter((level) => level !== 'announce'))(
    'of %s is heard, wherever the process that works dies, unless it is forgotten too early',
    async (level) => {
      expect(await heard(level, {})).toEqual([])
      expect(await heard(level, { workspace: { forgetsStops: true } })).toContain('law-asked')
    },
  )
})

describe('a design that a person approved', () => {
  const sitting = (doing: 'work' | 'answer', death: Sitting['death'] = null): Sitting => ({
    does: [doing],
    death,
    fault: null,
    first: 'nothing',
  })
  /** Somebody works up to the gate, somebody answers, and the next process dies at its n-th operation. */
  const script = (seed: number, death: Sitting['death']): Script => ({
    seed,
    sittings: [sitting('work'), sitting('answer'), sitting('work', death)],
  })

  test('is frozen as it was approved, wherever the process that freezes it dies', async () => {
    const crashed = new Set<string>()
    const approved: number[] = []
    for (let seed = 1; approved.length < 8; seed += 1) {
      const { events } = await runAt('design', script(seed, null))
      if (events.slice(-2).join(' ') === 'gate_answered frozen') approved.push(seed)
    }
    for (const seed of approved)
      for (let at = 1; at <= 24; at += 1)
        for (const how of ['before', 'within', 'after'] as const) {
          const historyResult = await runAt(
            'design',
            script(seed, { at, how, powerCut: at % 2 === 0 }),
          )
          expect(historyResult.violations).toEqual([])
          for (const step of historyResult.crashedIn) crashed.add(step)
        }
    expect([...crashed]).toContain('FREEZE')
  })
})

describe('a planted bug', () => {
  test.each(plantedBugs.map((bug) => [bug.name, bug.law, bug] as const))(
    '[SIM-3] "%s" is caught by %s',
    async (_, law, bug) => {
      const caught = await withBug(bug, async () => {
        for (let seed = bug.from ?? 1; seed <= 4_000; seed += 1) {
          const { violations } = await runAt(bug.level, scriptFor(seed), bug.bugs)
          if (violations.some((violation) => violation.law === law)) return seed
        }
        return null
      })
      expect(caught).not.toBeNull()
    },
  )

  test('is shown in a shorter history than the one that found it, with the command that repeats it', async () => {
    const bugs = { disk: { dropsAppendSync: true } }
    let seed = 1
    while (
      (await runAt('reflex', scriptFor(seed), bugs)).violations.length === 0 ||
      scriptFor(seed).sittings.length < 3
    )
      seed += 1
    const shortest = await shrink(
      scriptFor(seed),
      async (candidate) => (await runAt('reflex', candidate, bugs)).violations.length > 0,
    )
    expect(shortest.sittings.length).toBeLessThan(scriptFor(seed).sittings.length)
    expect(await explain('reflex', seed, bugs)).toContain(
      `npm run simulate -- --level reflex --seed ${seed}`,
    )
  })
})
