import type { Workspace } from '../../src/ports/workspace.ts'
import { Config } from '../../src/model/config.ts'
import { Criteria } from '../../src/model/rule.ts'
import type { Setup } from '../../src/workflows/reflex/events.ts'
import { promptsSha256 } from '../../src/workflows/reflex/prompts/prompts.ts'
import { roles } from '../../src/workflows/reflex/steps/bench.ts'
import { furnish } from './house.ts'
import type { Chance } from './random.ts'
import { simulatedAgent, simulatedSandbox } from './reflex-agents.ts'
import type { HouseBugs } from './told.ts'
import type { Process, World } from './world.ts'

const config = Config.parse({})
export const evolution = '/w/.ai-factory/evolution'
export const alias = 'sim-run'

export const houseFor = (world: World, process: Process, bugs: HouseBugs = {}): Workspace =>
  furnish(world, process, {
    config,
    agent: simulatedAgent(world, process),
    sandbox: simulatedSandbox,
    bugs,
  })

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
