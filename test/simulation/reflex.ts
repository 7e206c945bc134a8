import { openFileBlobs } from '../../src/adapters/blobs-files/blobs.ts'
import { openFileJournal } from '../../src/adapters/journal-files/journal.ts'
import { openFileProjections } from '../../src/adapters/projection-files/projections.ts'
import { openRunStore } from '../../src/adapters/run-files/run-store.ts'
import type { House } from '../../src/app.ts'
import { openMemoryCache } from '../../src/checks/cache.ts'
import { Config } from '../../src/model/config.ts'
import { ok } from '../../src/model/result.ts'
import type { RunStore } from '../../src/ports/run-store.ts'
import { Criteria } from '../../src/model/rule.ts'
import type { Setup } from '../../src/workflows/reflex/events.ts'
import { promptsSha256 } from '../../src/workflows/reflex/prompts/prompts.ts'
import { roles } from '../../src/workflows/reflex/steps/bench.ts'
import type { Chance } from './random.ts'
import { simulatedAgent, simulatedSandbox } from './reflex-agents.ts'
import type { HouseBugs } from './told.ts'
import { witnessJournal } from './witness.ts'
import { type Process, processDisk, type World } from './world.ts'

const config = Config.parse({})
export const evolution = '/w/.ai-factory/evolution'
export const alias = 'sim-run'

/** The app's house in a simulated world: the real adapters, on a simulated disk, for one process. */
export function houseFor(world: World, process: Process, bugs: HouseBugs = {}): House {
  const disk = processDisk(world, process)
  const { clock } = world
  const agent = simulatedAgent(world, process)
  const take = async (path: string) =>
    bugs.locksNothing ? ok({ release: async () => undefined }) : process.lock(path)
  const house = {
    root: '/w',
    cwd: '/w',
    config,
    disk,
    clock,
    project: { list: async () => [], read: async () => null },
    concurrency: 2,
    blobs: openFileBlobs(disk, '/w/.loopwright/blobs'),
    cache: openMemoryCache(),
    projections: () => openFileProjections(disk, 0),
    privateFolder: '/w/.loopwright',
    sandbox: async () => simulatedSandbox,
    agentNameFor: (role: string) => role,
    openAgent: async () => ok(agent),
    lock: (name: string) => take(`/w/.loopwright/${name}`),
    storeFor({ folder, runId, history, version }: Parameters<House['storeFor']>[0]) {
      const journal = openFileJournal(disk, clock, { path: history, runId, version })
      const store = openRunStore(disk, clock, {
        folder: `/w/.loopwright/${folder}`,
        runId,
        journal: witnessJournal(world, process, { journal, bugs }),
        takeLock: (path) => take(path),
      })
      const forgetful = { get: async () => null, keep: async () => undefined }
      const answers = bugs.forgetsAnswers ? forgetful : store.answers
      return { ...store, answers: rememberAnswers(world, answers) }
    },
    hidePrivateFolder: async () => true,
    relative: (path: string) => path.slice(3),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the app asks of a house is there
  return house as unknown as House
}

/** An answer that was kept is found again, unless the power went. */
function rememberAnswers(world: World, answers: RunStore['answers']): RunStore['answers'] {
  return {
    async get(key) {
      const found = await answers.get(key)
      if (found === null && world.kept.get(key) === world.powerCuts())
        world.violate(
          'law-2',
          `the kept answer to ${key.split(':').slice(1, 5).join(':')} was forgotten`,
        )
      return found
    },
    async keep(key, answer) {
      await answers.keep(key, answer)
      world.kept.set(key, world.powerCuts())
    },
  }
}

/** A run's set-up by chance: rules of all kinds, small limits, rare options. */
export function setupBy(chance: Chance): Setup {
  const rules = ['a', 'b'].flatMap((level) =>
    Array.from({ length: 1 + chance.below(3) }, (_, index) => ({
      id: `${level}.rule.r${index}`,
      description: 'a rule',
      severity: chance.pick(['fail', 'fail', 'warn', 'warn', 'info'] as const),
      phase: level.toUpperCase(),
      check: 'has its mark',
    })),
  )
  const criteria = Criteria.parse({
    name: 'simulated',
    version: 1,
    phase: {
      A: { threshold: chance.pick([0.5, 0.8, 1]), active_levels: ['A'] },
      B: { threshold: chance.pick([0.5, 0.9, 1]), active_levels: ['A', 'B'] },
    },
    rules,
  })
  const iterations = 1 + chance.below(5)
  return {
    task_alias: alias,
    task: { prompt: 'simulate', ideal_result: '', type: 'other' },
    criteria,
    max_iterations: iterations,
    max_completed_phase_seconds: chance.happens(0.1) ? 1 + chance.below(8) : null,
    caps: {
      iterations,
      wall_time_s: 3_600,
      tokens: chance.happens(0.1) ? 400 + chance.below(800) : 1_000_000,
      cost_usd: 20,
    },
    options: {
      require_threshold: chance.happens(0.1),
      stagnation_includes_blockers: chance.happens(0.2),
      produce: chance.happens(0.2) ? 'first-only' : 'every',
      fixers: chance.happens(0.5),
    },
    agents: Object.fromEntries(
      roles.map((role) => [role, { kind: 'simulated', model: 'chance', temperature: 0 }]),
    ),
    prompts_sha256: promptsSha256,
  }
}
