import { startRun } from '../../src/engine/command-run.ts'
import { ok } from '../../src/model/result.ts'
import { track } from '../../src/workflows/track/definition.ts'
import { payloads, type TrackSetup } from '../../src/workflows/track/events.ts'
import { needsWords } from '../../src/workflows/track/gate.ts'
import type { TrackStep } from '../../src/workflows/track/machine.ts'
import type { TrackCommand, TrackState } from '../../src/workflows/track/state.ts'
import { work } from '../../src/workflows/track/steps/work.ts'
import type { Chance } from './random.ts'
import { type Simulated, without } from './scene.ts'
import { trackSpec } from './track-agents.ts'
import { trackBenchFor, type TrackScene } from './track-bench.ts'
import { trackLaws } from './track-laws.ts'
import { openSimulatedRepository } from './track-repository.ts'

const name = 'sim-run'
const folder = `/w/conductor/tracks/${name}`
const files = new Map([
  ['README.md', '# Project\n'],
  ['conductor/product.md', '# Product\n'],
])

/** Tracks with their real steps: agents, repository and evaluation are simulated. */
export const simulatedTrack: Simulated<TrackState, TrackCommand, TrackStep> = {
  events: Object.keys(payloads),
  ends: ['completed', 'enough', 'because', 'tokens'],
  // a crash in FIX is too rare to wait for; the laws of every workflow die at each of its appends
  steps: ['PLAN', 'EVALUATE_PLAN', 'EXECUTE', 'EVALUATE_EXECUTION', 'BUSINESS_SYNC', 'COMPLETE'],
  open(world) {
    const { chance } = world
    const setup = setupBy(chance)
    const repository = openSimulatedRepository(world, files)
    const scene: TrackScene = {
      world,
      repository,
      hasBoard: chance.happens(0.5),
      asked: new Map(),
    }
    return {
      define: (process) => ({
        ...without(track, 'cleaned'),
        bench: async (workspace, { store }) =>
          ok({
            bound: null,
            work: (step, signal) =>
              work(trackBenchFor(scene, process, { workspace, store, step }), step, signal),
          }),
      }),
      async start(workspace) {
        const command = { type: 'start', runId: name, setup, by: 'ada' } as const
        const started = await startRun(track, workspace, { name, runId: name }, command)
        return started.ok ? ok(name) : started
      },
      choose({ options }, by) {
        const names = options.map((each) => each.name)
        // giving up at once would leave nothing to look at
        const option = by.pick([...names, ...names, ...names.filter((each) => each !== 'abort')])
        return {
          option,
          ...(needsWords.has(option) || option === 'abort' || by.happens(0.5)
            ? { feedback: 'because' }
            : {}),
        }
      },
      edits: 0.1,
      edit({ state }) {
        const [path, text] = chance.pick([
          ['plan.md', state.plan],
          ['spec.md', state.spec],
        ] as const)
        if (text === '' || !world.disk.exists(`${folder}/${path}`)) return []
        return [{ path: `${folder}/${path}`, text: `${text}\nRead ${chance.below(1e6)}.\n` }]
      },
      takesEdit: async ({ state: { at } }) =>
        at === 'ended' || at === 'completing' ? null : 'edited',
      laws: (found) => trackLaws(found, { world, repository }),
    }
  },
}

function setupBy(chance: Chance): TrackSetup {
  return {
    trackId: name,
    title: 'Quotes',
    type: chance.happens(0.2) ? 'integration' : 'refactor',
    folder: `conductor/tracks/${name}`,
    spec: trackSpec,
    adopted: null,
    maxFixCycles: 1 + chance.below(3),
    maxPlanRevisions: 1 + chance.below(3),
    maxSteps: chance.pick([6, 50, 50]),
    maxWorkers: chance.pick([1, 2, 5]),
    caps: {
      iterations: 4,
      wall_time_s: 'unlimited',
      tokens: chance.happens(0.1) ? 200 + chance.below(600) : 'unlimited',
      cost_usd: 'unlimited',
    },
  }
}
