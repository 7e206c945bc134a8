import { openHostDesk } from '../../src/adapters/agent-host/desk.ts'
import { openFileBlobs } from '../../src/adapters/blobs-files/blobs.ts'
import { openFileJournal } from '../../src/adapters/journal-files/journal.ts'
import { openFileLessons } from '../../src/adapters/lessons-file/lessons.ts'
import { openFileProjections } from '../../src/adapters/projection-files/projections.ts'
import { openRunStore } from '../../src/adapters/run-files/run-store.ts'
import { openMemoryCache } from '../../src/checks/cache.ts'
import { unkeyed } from '../../src/kit/seal.contract.ts'
import { Config } from '../../src/model/config.ts'
import { ok } from '../../src/model/result.ts'
import type { ProjectedFile } from '../../src/ports/projection.ts'
import type { RunStore } from '../../src/ports/run-store.ts'
import type { Workspace } from '../../src/ports/workspace.ts'
import type { AnyScene, WorkspaceBugs } from './scene.ts'
import { witnessJournal, witnessStops } from './witness.ts'
import { type Process, processDisk, type World } from './world.ts'

const defaults = Config.parse({})

type Options = { readonly bugs?: WorkspaceBugs | undefined; readonly root?: string }

/** A workspace in a simulated world: the real adapters, on a simulated disk, for one process. */
export function openSimulatedWorkspace(
  world: World,
  process: Process,
  {
    config = defaults,
    agent,
    sandbox,
    browser,
  }: Pick<AnyScene, 'config' | 'agent' | 'sandbox' | 'browser'>,
  { bugs = {}, root = '/w' }: Options = {},
): Workspace {
  const disk = processDisk(world, process)
  const { clock } = world
  const privateFolder = `${root}/.loopwright`
  const take = async (path: string) =>
    bugs.locksNothing ? ok({ release: async () => undefined }) : process.lock(path)
  const workspace = {
    root,
    cwd: root,
    config,
    disk,
    clock,
    seal: unkeyed,
    project: { list: async () => [], read: async () => null },
    concurrency: 2,
    blobs: openFileBlobs(disk, `${privateFolder}/blobs`),
    lessons: async () => openFileLessons(disk, `${privateFolder}/learnings.json`),
    cache: openMemoryCache(),
    projections() {
      const { show, settled } = openFileProjections(disk, 0)
      return {
        show: (files: readonly ProjectedFile[]) => show(files.map((file) => noted(world, file))),
        settled,
      }
    },
    privateFolder,
    sandbox: async () => sandbox,
    openBrowser: async () => browser?.(process),
    agentNameFor: (role: string) => role,
    isOneOf: async (name: string, others: readonly string[]) => others.includes(name),
    openAgent: async () => ok(agent?.(process)),
    hostDesk: openHostDesk({
      disk,
      folder: `${privateFolder}/host`,
      seal: unkeyed,
      hasHosts: false,
    }).desk,
    lock: (name: string) => take(`${privateFolder}/${name}`),
    storeFor({ folder, runId, history, version }: Parameters<Workspace['storeFor']>[0]) {
      const journal = openFileJournal(disk, clock, { path: history, runId, version })
      const store = openRunStore(disk, clock, {
        seal: unkeyed,
        folder: `${privateFolder}/${folder}`,
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
    relative: (path: string) => path.slice(root.length + 1),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the simulated workflows ask of a workspace is there
  return workspace as unknown as Workspace
}

/** Remembers what a file is given, so that anything else in it is noticed. */
const noted = (world: World, file: ProjectedFile): ProjectedFile => ({
  ...file,
  async content() {
    const content = typeof file.content === 'function' ? await file.content() : file.content
    if (content !== undefined) world.shown.add(file.path, content)
    return content
  },
})

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
