import type { IntegrityFinding } from '../integrity/rule.ts'
import type { MutationReport } from '../mutation-sample/mutant.ts'
import type { Reach } from './change-reach.ts'
import type { Judgement } from './judgement.ts'
import type { CommandRun, Measurement, TestMeasure } from './measurement.ts'
import type { OldTest } from './rerun-tests.ts'
import type { TestFileProof } from './test-proof.ts'

/** All that is known of a project or a change when it is to be accepted. */
export type KnownOfCode = {
  readonly before: Measurement | null
  readonly after: Measurement
  readonly judgement: Judgement
  readonly threshold: number
  /** What the change did besides its task; null where there is no change. */
  readonly integrity: readonly IntegrityFinding[] | null
  /** Tests that the change rewrote, and that fail as they were on its code. */
  readonly oldTests: readonly OldTest[]
  readonly mutation: MutationReport | null
  readonly reach: Reach | null
  /** How the tests went while the code gave other results; null where that was not tried. */
  readonly bent: TestMeasure | null
  /** The test files, and the titles of those that the change brought; null where there is no change. */
  readonly tests: readonly TestFileProof[]
  readonly newTests: ReadonlySet<string> | null
  /** False for a change of nothing but documents and pictures. */
  readonly touchesCode: boolean
  /** The task in its own words; null where nobody told. */
  readonly task: string | null
}

export const commandOf = (
  { commands }: Measurement,
  purpose: CommandRun['purpose'],
): string | undefined => commands.find((each) => each.purpose === purpose)?.shown

export const noteOn = ({ notes }: Measurement, what: string): string | undefined =>
  notes.find((note) => note.startsWith(`the ${what}`) && note.includes('could not run'))

/** What did not end, and how long it was given; null where it ended. */
export function overdue({ commands }: Measurement, purpose: CommandRun['purpose']): string | null {
  const run = commands.find((each) => each.purpose === purpose)
  const given = run?.attempts.filter(({ stopped }) => stopped === 'time') ?? []
  if (run === undefined || given.length === 0) return null
  const limits = given.map(({ limit_seconds: seconds }) => `${seconds} s`)
  return `${run.shown} did not end within ${limits.join(', nor within ')}`
}
