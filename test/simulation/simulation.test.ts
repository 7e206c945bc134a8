import { describe, expect, test } from 'vitest'
import { explain, type Level, levels, runAt } from './levels.ts'
import { plantedBugs, withBug } from './planted-bugs.ts'
import { scriptFor, shrink } from './script.ts'

const budget = { app: 500, engine: 2_500 }

type Reach = {
  readonly ends: Map<string, number>
  readonly events: Set<string>
  readonly crashedIn: Set<string>
}

/** Runs seeded histories and stops at the first broken law, explained. */
async function simulate(level: Level, histories: number): Promise<Reach> {
  const reach: Reach = { ends: new Map(), events: new Set(), crashedIn: new Set() }
  for (let seed = 1; seed <= histories; seed += 1) {
    const told = await runAt(level, scriptFor(seed))
    if (told.violations.length > 0) throw new Error(await explain(level, seed))
    reach.ends.set(told.end, (reach.ends.get(told.end) ?? 0) + 1)
    for (const event of told.events) reach.events.add(event)
    for (const step of told.crashedIn) reach.crashedIn.add(step)
  }
  return reach
}

const events = [
  'run_started',
  'gate_answered',
  'plan_created',
  'artifact_created',
  'checks_prepared',
  'evaluation_done',
  'critique_done',
  'refinement_done',
  'phase_switched',
  'iteration_advanced',
  'phase_error',
  'stopped',
  'failed',
]
const stops = [
  'threshold_reached',
  'no_major_issues',
  'user_stop',
  'stagnation',
  'budget_exceeded',
  'iteration_limit',
  'phase_error',
]
const steps = ['PLAN', 'PRODUCE_PREPARE', 'PREPARE', 'EVALUATE', 'CRITIQUE', 'REFINE']

describe('simulated histories', () => {
  test.each(levels)(
    '[SIM-1] of %s keep all laws through crashes, power cuts, faults, rivals and late reports',
    async (level) => {
      const histories = level === 'app' ? budget.app : budget.engine
      const { ends, events: seen, crashedIn } = await simulate(level, histories)
      // a law that is only held against runs which go nowhere holds nothing
      expect([...seen]).toEqual(expect.arrayContaining(events))
      expect([...ends.keys()]).toEqual(expect.arrayContaining(stops))
      // the switch to B is rare enough to need the larger budget of the engine alone
      const crashed = level === 'app' ? steps.filter((step) => step !== 'PREPARE') : steps
      expect([...crashedIn]).toEqual(expect.arrayContaining(crashed))
      expect(ends.get('none') ?? 0).toBe(0)
    },
    180_000,
  )

  test('[SIM-2] are the same whenever they are run with the same seed', async () => {
    for (const level of levels)
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

describe('a planted bug', () => {
  test.each(plantedBugs.map((bug) => [bug.name, bug.law, bug] as const))(
    '[SIM-3] "%s" is caught by %s',
    async (_, law, bug) => {
      const level = bug.level === 'app' ? 'app' : 'reflex'
      const caught = await withBug(bug, async () => {
        for (let seed = 1; seed <= 4_000; seed += 1) {
          const { violations } = await runAt(level, scriptFor(seed), bug.bugs)
          if (violations.some((violation) => violation.law === law)) return seed
        }
        return null
      })
      expect(caught).not.toBeNull()
    },
    120_000,
  )

  test('[SIM-4] is shown in a shorter history than the one that found it, with the command that repeats it', async () => {
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
