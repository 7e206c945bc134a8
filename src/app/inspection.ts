import { twoVerdicts } from '../loop/two-verdicts.ts'
import type { Entry } from '../model/entry.ts'

/** What comparing the disk with a history brought. Each proof and problem is a sentence. */
export type Inspection = {
  readonly state: string
  readonly events: number
  readonly hash: string
  readonly proofs: readonly string[]
  readonly problems: readonly string[]
  readonly origin: Origin
}

/** What is known of a history besides itself: the event each hash belongs to, and how far this machine wrote it. */
export type Origin = {
  readonly hashes: readonly string[]
  readonly head: { readonly events: number; readonly hash: string } | null
  /** Verdicts of the history that contradict each other. */
  readonly faults: readonly string[]
}

export const originOf = (entries: readonly Entry[], head: Origin['head']): Origin => ({
  hashes: entries.map(({ hash }) => hash),
  head,
  faults: twoVerdicts(entries),
})

type Proven = { readonly proofs: readonly string[]; readonly problems: readonly string[] }

/** A chain proves that a history is whole; only a head kept elsewhere proves that it was not written anew. */
export function provenOrigin({ hashes, head, faults }: Origin, anchor?: string): Proven {
  const proofs: string[] = []
  const problems = [...faults]
  if (head === null)
    proofs.push(
      'whole: the chain holds; this machine kept no head of it, so one written anew as a whole would look the same',
    )
  else if (hashes[head.events - 1] === head.hash)
    proofs.push(`as this machine wrote it, up to event ${head.events}`)
  else
    problems.push(
      `written anew or shortened: this machine wrote ${head.events} events up to ${head.hash}; here are ${hashes.length}, and event ${head.events} is ${hashes[head.events - 1] ?? 'not there'}`,
    )
  if (anchor !== undefined) {
    const at = hashes.findIndex((hash) => anchor.length >= 8 && hash.startsWith(anchor))
    if (at === -1) problems.push(`no event has the anchored hash ${anchor}`)
    else proofs.push(`as it was when ${anchor} was kept, up to event ${at + 1}`)
  }
  return { proofs, problems }
}
