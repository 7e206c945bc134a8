import type { FileTree } from '../../model/file-tree.ts'
import type { Obligation } from '../../model/obligation.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import type { ApplicationRequest, ApplicationResponse } from '../../ports/application.ts'
import type { BuildMeasure, Measurement } from '../acceptance/measurement.ts'
import type { Plan } from './plan.ts'

export type { ApplicationRequest, ApplicationResponse } from '../../ports/application.ts'

/** A commit that the track names, as git knows it. */
export type TrackCommit = {
  readonly sha: string
  readonly subject: string
  readonly files: readonly string[]
  /** The files that were not there before it. */
  readonly created?: readonly string[]
  /** Whether it is part of what is checked out. */
  readonly isMerged: boolean
  /** Lines that it adds and removes, by file. */
  readonly changes: readonly ChangedLine[]
}

export type ChangedLine = {
  readonly path: string
  readonly type: 'added' | 'removed'
  /** In the file after the change, of added lines; before it, of removed ones. */
  readonly line: number
  readonly text: string
}

/** The application as it ran behind walls, and what was seen of it. */
export type ApplicationFacts = {
  readonly command: string
  readonly origin: string
  /** By path of the page, as the browser saw it. */
  readonly pages: ReadonlyMap<string, PageFacts>
  /** An account that was made by starting it, as a sign-in takes it. */
  readonly account?: Readonly<Record<string, string>>
  /** Sends a request to the running application; null where it does not answer. */
  readonly request: (request: ApplicationRequest) => Promise<ApplicationResponse | null>
  /** Stops it before all else ends; absent where others may still ask it. */
  readonly end?: () => Promise<void>
}

/** Everything that the specialists may look at. They read it and run nothing but requests. */
export type TrackFacts = {
  readonly id: string
  /** The folder of the track, from the root of the project. */
  readonly folder: string
  readonly spec: string
  readonly plan: Plan
  readonly planText: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly commits: readonly TrackCommit[]
  /** Files that the track's commits touched and that are still there. */
  readonly touched: readonly string[]
  /** The text files of the project, without installed packages and without what git ignores. */
  readonly files: FileTree
  /** Build, tests, coverage and lint; null where nothing could be run, with the reason. */
  readonly measured: Measurement | null
  readonly unmeasured: string | null
  /** The type check, where the build makes none; absent where none was run. */
  readonly types?: BuildMeasure
  /** Null where no start command is known or it did not start, with the reason. */
  readonly application: ApplicationFacts | null
  readonly notStarted: string | null
  /** Whether it starts; absent where nobody tried. */
  readonly starts?: Obligation
  /** Starts the application with servers that misbehave in place of those it depends on; absent where nobody can. */
  readonly withUpstream?: (
    behaviour: 'dead' | 'malformed' | 'slow' | 'error-500',
  ) => Promise<ApplicationFacts | null>
  /** There is memory for several instances of the application at once. */
  readonly isRoomy?: boolean
  /** What became of the sentences of the spec that can be tried; absent where nothing could be run. */
  readonly ofSpec?: readonly Obligation[]
  /** conductor/product.md and the other documents of the business, by path. */
  readonly documents: FileTree
}
