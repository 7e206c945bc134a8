import { ok } from '../../src/model/result.ts'
import type { Journal } from '../../src/ports/journal.ts'
import type { RunStore } from '../../src/ports/run-store.ts'
import type { WorkspaceBugs } from './scene.ts'
import type { Process, World } from './world.ts'

type Witnessed = { readonly journal: Journal; readonly bugs: WorkspaceBugs }

/** Writes down every append that was acknowledged, and whether it answered the journal as it was. */
export function witnessJournal(
  world: World,
  process: Process,
  { journal, bugs }: Witnessed,
): Journal {
  return {
    async append(at, facts, accept) {
      const [shown] = world.shown.paths()
      if (bugs.showsBeforeAppend && shown !== undefined)
        world.disk.write(shown, Buffer.from(JSON.stringify({ soon: facts[0]?.event })))
      const appended = await journal.append(
        bugs.ignoresSeen ? await endOf(journal, at) : at,
        facts,
        accept,
      )
      if (!appended.ok) return appended
      const before = lastOf(world, appended.value.entries[0]?.run_id)
      if (at.events < before)
        world.violate(
          'law-10',
          `a report on event ${at.events} was taken though ${before} were recorded`,
        )
      world.acks.push({ process: process.id, at: at.events, entries: appended.value.entries })
      return appended
    },
    async read(after, take) {
      const read = await journal.read(after, take)
      return read.ok && bugs.forgetsTime
        ? ok({ ...read.value, mark: { ...read.value.mark, ts: '' } })
        : read
    },
    secure: () => journal.secure(),
    close: () => journal.close(),
  }
}

/** Writes down every stop that was asked for. */
export function witnessStops(world: World, store: RunStore, bugs: WorkspaceBugs): RunStore {
  return {
    ...store,
    async requestStop(request) {
      await store.requestStop(request)
      world.stops.push({ runId: store.runId, after: world.acks.length })
    },
    writeSnapshot: (snapshot) =>
      store.writeSnapshot(
        bugs.snapshotsWithoutTime
          ? { ...snapshot, state: Object.assign({}, snapshot.state, { updatedAt: '' }) }
          : snapshot,
      ),
    async stopRequested() {
      const request = await store.stopRequested()
      if (request !== null && bugs.forgetsStops) await store.clearStopRequest()
      return request
    },
  }
}

/** How many events of a run were acknowledged before. */
const lastOf = ({ acks }: World, runId: string | undefined): number =>
  acks.findLast(({ entries }) => entries[0]?.run_id === runId)?.entries.at(-1)?.n ?? 0

async function endOf(journal: Journal, at: Parameters<Journal['append']>[0]) {
  const read = await journal.read()
  return read.ok ? read.value.mark : at
}
