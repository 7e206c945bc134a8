import type { DiskBugs } from './disk.ts'
import type { Violation } from './world.ts'

/** Mistakes at the places where the engine meets the world, to see that the laws notice them. */
export type HouseBugs = {
  readonly ignoresSeen?: boolean
  readonly forgetsAnswers?: boolean
  readonly locksNothing?: boolean
  readonly securesNothing?: boolean
  readonly forgetsStops?: boolean
  readonly forgetsTime?: boolean
  readonly snapshotsWithoutTime?: boolean
  readonly showsBeforeAppend?: boolean
}

export type Bugs = {
  readonly disk?: DiskBugs
  readonly house?: HouseBugs
  readonly confirmsItself?: boolean
}

/** What came of one history. */
export type Told = {
  readonly violations: readonly Violation[]
  readonly events: readonly string[]
  readonly end: string
  readonly crashedIn: ReadonlySet<string>
}
