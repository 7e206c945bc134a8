import type { AcceptanceResult } from '../checks/acceptance/acceptance-result.ts'
import type { Records } from '../ports/records.ts'
import type { Assignment } from '../workflows/workorder/events.ts'
import type { TaughtLesson } from '../workflows/workorder/prompt/guidelines.ts'

/** How the last order of this kind was measured, and the one before it of the same match. */
export type LastAcceptances = {
  readonly last: AcceptanceResult | null
  readonly before: AcceptanceResult | null
}

export type AcceptancesWanted = {
  readonly orderId: string
  readonly outputType: string
  readonly project: string | null
}

export type OrderToTeach = {
  readonly orderId: string
  /** From 0 to 1, and its band. */
  readonly complexity: number
  readonly band: string
  readonly proposer: string
  /** What the proposer works with: `modelOf` of learn-record.ts says it. */
  readonly model: string
  readonly outputType: string
  /** Places that the deltas left for lessons. */
  readonly slots: number
  readonly toolVersion: string
  /** Now. */
  readonly at: string
}

export type Teaching = {
  readonly template: {
    readonly id: string
    readonly number: number
    readonly text: string
    /** Of the template without its places for lessons. */
    readonly sha256: string
  }
  /** Every eligible lesson, on the shortlist or not. */
  readonly assignments: readonly Assignment[]
  /** Those that are on and not in the template. Never more than there are slots. */
  readonly taught: readonly TaughtLesson[]
  /** Texts by lesson: those that the template has a place for and that are not held out this time. */
  readonly promoted: Readonly<Record<string, string>>
}

export function lastAcceptances(
  _records: Records,
  _wanted: AcceptancesWanted,
): Promise<LastAcceptances> {
  throw new Error('not built yet')
}

/** Which lessons this order gets. The same records and order give the same answer. */
export function assignLessons(_records: Records, _order: OrderToTeach): Promise<Teaching> {
  throw new Error('not built yet')
}
