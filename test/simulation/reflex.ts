import { Config } from '../../src/model/config.ts'
import { Criteria } from '../../src/model/rule.ts'
import { reflex } from '../../src/workflows/reflex/definition.ts'
import { payloads, type Setup } from '../../src/workflows/reflex/events.ts'
import type { ReflexStep } from '../../src/workflows/reflex/machine.ts'
import { filesOf } from '../../src/workflows/reflex/places.ts'
import { promptsSha256 } from '../../src/workflows/reflex/prompts/prompts.ts'
import { confirmBoth, startLoop } from '../../src/workflows/reflex/start.ts'
import type { ReflexCommand, ReflexState } from '../../src/workflows/reflex/state.ts'
import { roles } from '../../src/workflows/reflex/steps/bench.ts'
import type { Chance } from './random.ts'
import { simulatedAgent, simulatedSandbox } from './reflex-agents.ts'
import { workOnLoop } from './reflex-bench.ts'
import { reflexLaws } from './reflex-laws.ts'
import { verdictsAreTrue } from './reflex-truth-laws.ts'
import { type Bugs, byChance, type Case, type Scene, type Simulated } from './scene.ts'
import type { Violation, World } from './world.ts'

type ReflexScene = Scene<ReflexState, ReflexCommand, ReflexStep>
type ReflexLevel = Simulated<ReflexState, ReflexCommand, ReflexStep>

/** What people do with loops, whoever does the steps. */
function loops(world: World, bugs: Bugs) {
  const { chance } = world
  const setup = setupBy(chance)
  const isConfirmed = chance.happens(0.75)
  return {
    agent: (process) => simulatedAgent(world, process),
    sandbox: simulatedSandbox,
    start: (workspace) =>
      startLoop(
        workspace,
        { setup },
        isConfirmed || bugs.confirmsItself ? confirmBoth(setup, 'ada', 'then') : [],
      ),
    choose({ options }, by) {
      if (options.some(({ name }) => name === 'met'))
        return { option: by.pick(['met', 'met', 'unmet', 'cancel']) }
      const option = by.pick(['confirm', 'confirm', 'confirm', 'change', 'cancel'])
      return option === 'change'
        ? { option, details: { maxIterations: 1 + by.below(4) } }
        : { option }
    },
    edit: ({ name }) => {
      const path = filesOf({ root: '/w', config }, name).artifact
      if (!world.disk.exists(path)) return []
      return [{ path, text: `# Edited by hand ${chance.below(100)}\n` }]
    },
    laws: ({ entries, run }) => [
      ...reflexLaws(entries, run.state),
      ...confirmedByPeople(entries, isConfirmed),
    ],
  } satisfies Omit<ReflexScene, 'define'>
}

const config = Config.parse({})

/** Law 6: no work before both confirmations, and nothing confirms itself. */
function confirmedByPeople(
  entries: Case<ReflexState>['entries'],
  isConfirmed: boolean,
): readonly Violation[] {
  const started = payloads.run_started.parse(entries[0]?.payload)
  const confirmed = new Set(started.confirmed.map(({ gate }) => gate.replace(/-\d+$/, '')))
  const broken = (what: string) => [{ law: 'law-6', what }]
  if (confirmed.size > 0 && !isConfirmed) return broken('the run confirmed itself')
  for (const { event, payload } of entries) {
    if (event === 'plan_created' && confirmed.size < 2)
      return broken('work began before a person confirmed')
    if (event !== 'gate_answered') continue
    const { answer, setup } = payloads.gate_answered.parse(payload)
    if (setup) confirmed.clear()
    else if (answer.option === 'confirm') confirmed.add(answer.gate.replace(/-\d+$/, ''))
  }
  return []
}

/** Law 7, where calls are reserved before they are made: no token beyond the cap. */
function capHolds({ setup, spent }: Case<ReflexState>['run']['state']): readonly Violation[] {
  const { tokens } = setup.caps
  return tokens !== 'unlimited' && spent.tokens > tokens
    ? [{ law: 'law-7', what: `${spent.tokens} tokens were used, ${tokens} allowed` }]
    : []
}

const reach = {
  events: Object.keys(payloads),
  ends: [
    'threshold_reached',
    'no_major_issues',
    'user_stop',
    'stagnation',
    'budget_exceeded',
    'iteration_limit',
    'phase_error',
  ],
  steps: ['PLAN', 'PRODUCE_PREPARE', 'EVALUATE', 'CRITIQUE', 'REFINE'],
}

/** Loops whose steps are answered by chance. */
export const reflexByChance: ReflexLevel = {
  ...reach,
  steps: [...reach.steps, 'PREPARE'],
  open: (world, bugs) => ({
    ...loops(world, bugs),
    define: (process) => byChance(reflex, process, workOnLoop),
  }),
}

/** Whole loops with their real steps. The switch to B is too rare here to ask for a crash in PREPARE. */
export const wholeReflex: ReflexLevel = {
  ...reach,
  isWhole: true,
  open(world, bugs) {
    const people = loops(world, bugs)
    return {
      ...people,
      define: () => reflex,
      laws: async (found) => [
        ...people.laws(found),
        ...(await verdictsAreTrue(found)),
        ...capHolds(found.run.state),
      ],
    }
  },
}

/** A run's set-up by chance: rules of all kinds, small limits, rare options. */
function setupBy(chance: Chance): Setup {
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
    task_alias: 'sim-run',
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
