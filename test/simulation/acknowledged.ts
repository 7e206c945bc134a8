import type { Entry } from '../../src/model/entry.ts'
import type { Violation, World } from './world.ts'

/** What holds for every history: nothing acknowledged is lost, time goes on, and a stop is heard. */
export function historyStands(
  world: Pick<World, 'acks' | 'stops'>,
  entries: readonly Entry[],
): readonly Violation[] {
  return [
    ...acknowledgedStays(world, entries),
    ...timeGoesOn(entries),
    ...stopsAreHeard(world, entries[0]?.run_id),
  ]
}

/** Laws 2 and 10: what was acknowledged is in the history, as it was, once. */
function acknowledgedStays(
  { acks }: Pick<World, 'acks'>,
  entries: readonly Entry[],
): readonly Violation[] {
  const hashes = new Map(entries.map(({ n, hash }) => [n, hash]))
  return acks
    .flatMap((ack) => ack.entries)
    .filter(({ n, hash, run_id: run }) => run === entries[0]?.run_id && hashes.get(n) !== hash)
    .map(({ n, event }) => ({
      law: 'law-2',
      what: `acknowledged event ${n} (${event}) is not in the history`,
    }))
}

/** A run that is opened again knows when it was closed, whatever the clock says. */
const timeGoesOn = (entries: readonly Entry[]): readonly Violation[] =>
  entries
    .filter(({ ts }, index) => ts < (entries[index - 1]?.ts ?? ''))
    .map(({ n, ts }) => ({ law: 'law-time', what: `event ${n} (${ts}) is before the one before` }))

/** The step in flight, one that began at the same moment, and an edit found on the way. */
const mostAfterStop = 4

/** Whoever works on a run that was asked to stop stops it, also after a crash. */
function stopsAreHeard(
  { acks, stops }: Pick<World, 'acks' | 'stops'>,
  runId: string | undefined,
): readonly Violation[] {
  const first = stops.find((stop) => stop.runId === runId)
  const later = acks
    .slice(first?.after ?? acks.length)
    .filter(({ entries }) => entries[0]?.run_id === runId)
  const deaf = later.find(
    ({ process }) => later.filter((ack) => ack.process === process).length > mostAfterStop,
  )
  return deaf === undefined
    ? []
    : [{ law: 'law-asked', what: `process ${deaf.process} went on though a stop was asked for` }]
}
