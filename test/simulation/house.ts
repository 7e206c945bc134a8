import { unkeyed } from '../../src/kit/seal.contract.ts'
import { openFileBlobs } from '../../src/adapters/blobs-files/blobs.ts'
import { openFileJournal } from '../../src/adapters/journal-files/journal.ts'
import { openFileLessons } from '../../src/adapters/lessons-file/lessons.ts'
import { openFileProjections } from '../../src/adapters/projection-files/projections.ts'
import { openRunStore } from '../../src/adapters/run-files/run-store.ts'
import type { Workspace } from '../../src/ports/workspace.ts'
import { openMemoryCache } from '../../src/checks/cache.ts'
import type { Config } from '../../src/model/config.ts'
import { ok } from '../../src/model/result.ts'
import type { Agent } from '../../src/ports/agent.ts'
import type { Browser } from '../../src/ports/browser.ts'
import type { RunStore } from '../../src/ports/run-store.ts'
import type { Sandbox } from '../../src/ports/sandbox.ts'
import type { HouseBugs } from './told.ts'
import { witnessJournal, witnessStops } from './witness.ts'
import { type Process, processDisk, type World } from './world.ts'

type Furniture = {
  readonly config: Config
  readonly agent: Agent
  readonly sandbox?: Sandbox
  readonly browser?: Browser
  readonly bugs?: HouseBugs
}

/** The app's house in a simulated world: the real adapters, on a simulated disk, for one process. */
export function furnish(
  world: World,
  process: Process,
  { config, agent, sandbox, browser, bugs = {} }: Furniture,
): Workspace {
  const disk = processDisk(world, process)
  const { clock } = world
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
    lessons: async () => openFileLessons(disk, '/w/.loopwright/learnings.json'),
    cache: openMemoryCache(),
    projections: () => openFileProjections(disk, 0),
    privateFolder: '/w/.loopwright',
    sandbox: async () => sandbox,
    openBrowser: async () => browser,
    agentNameFor: (role: string) => role,
    openAgent: async () => ok(agent),
    lock: (name: string) => take(`/w/.loopwright/${name}`),
    storeFor({ folder, runId, history, version }: Parameters<Workspace['storeFor']>[0]) {
      const journal = openFileJournal(disk, clock, { path: history, runId, version })
      const store = openRunStore(disk, clock, {
        seal: unkeyed,
        folder: `/w/.loopwright/${folder}`,
        runId,
        journal: witnessJournal(world, process, { journal, bugs }),
        takeLock: (path) => take(path),
      })
      const forgetful = { get: async () => null, keep: async () => undefined }
      const answers = bugs.forgetsAnswers ? forgetful : store.answers
      return witnessStops(
        world,
        { ...store, answers: rememberAnswers(world, runId, answers) },
        bugs,
      )
    },
    hidePrivateFolder: async () => true,
    relative: (path: string) => path.slice(3),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the app asks of a house is there
  return house as unknown as Workspace
}

/** An answer that was kept is found again, unless the power went. */
function rememberAnswers(
  world: World,
  runId: string,
  answers: RunStore['answers'],
): RunStore['answers'] {
  return {
    async get(key) {
      const found = await answers.get(key)
      if (found === null && world.kept.get(`${runId} ${key}`) === world.powerCuts())
        world.violate(
          'law-2',
          `the kept answer to ${key.split(':').slice(1, 5).join(':')} was forgotten`,
        )
      return found
    },
    async keep(key, answer) {
      await answers.keep(key, answer)
      world.kept.set(`${runId} ${key}`, world.powerCuts())
    },
  }
}
