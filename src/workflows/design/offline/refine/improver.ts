import type { DesignFinding } from '../../../../checks/design/critique.ts'
import type { DesignIntent } from '../../../../checks/design/intent.ts'
import type { Facts } from '../read/facts.ts'

/** What an improver may look at besides the intent. */
export type Surroundings = {
  /** What the requirements say, read only when someone asks. */
  readonly facts: () => Facts
  readonly notes: string[]
}

/** Answers some rules: takes one finding after the other, the last in the document first, so that indexes hold. */
export type Improver = {
  readonly rules: readonly string[]
  readonly run: (intent: DesignIntent, finding: DesignFinding, around: Surroundings) => DesignIntent
}
