import type { Entry } from '../../src/model/entry.ts'
import type { Ack, Violation } from './world.ts'

/** Laws 2 and 10: what was acknowledged is in the history, as it was, once. */
export function acknowledgedStays(
  acks: readonly Ack[],
  entries: readonly Entry[],
): readonly Violation[] {
  const hashes = new Map(entries.map(({ n, hash }) => [n, hash]))
  return acks.flatMap((ack) =>
    ack.entries
      .filter(({ n, hash }) => hashes.get(n) !== hash)
      .map(({ n, event }) => ({
        law: 'law-2',
        what: `acknowledged event ${n} (${event}) is not in the history`,
      })),
  )
}
