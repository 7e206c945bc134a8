import { describeWorkflow, type Stage } from '../../src/engine/workflow.contract.ts'
import type { AnySimulated } from './scene.ts'
import { levels } from './workflows.ts'
import { openSimulatedWorkspace } from './workspace.ts'
import { openWorld } from './world.ts'

type State = { readonly at: string }

/** A simulated world in which nothing happens but what a test does, and every step has one result. */
function stageOf(simulated: AnySimulated, seed: number): Stage<State, unknown, unknown> {
  const world = openWorld(seed, { isSteady: true })
  const scene = simulated.open(world, {})
  let root = '/w'
  return {
    open(death) {
      const process = world.open(death ? { ...death, counts: 'append' } : null)
      return {
        workspace: openSimulatedWorkspace(world, process, scene, { root }),
        definition: scene.define(process),
        isAlive: () => process.alive(),
      }
    },
    start: (workspace) => scene.start(workspace),
    async choose(gate, attempt) {
      const chance = await world.open().chanceAt(async () => `${gate.id} ${attempt}`)
      const anyOption = { option: chance.pick(gate.options).name, feedback: 'because' }
      return scene.choose?.(gate, chance) ?? anyOption
    },
    disk: {
      paths: () => world.disk.paths(),
      read: (path) => world.disk.read(path)?.toString() ?? null,
      write: (path, text) => world.disk.write(path, text === null ? null : Buffer.from(text)),
    },
    move() {
      for (const path of world.disk.paths()) {
        world.disk.write(path.replace(root, '/moved'), world.disk.read(path))
        world.disk.write(path, null)
      }
      root = '/moved'
    },
  }
}

for (const [level, simulated] of Object.entries(levels))
  if (!simulated.isWhole) describeWorkflow(level, (seed) => stageOf(simulated, seed))
