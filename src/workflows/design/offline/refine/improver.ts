import type { DesignFinding } from '../../../../checks/design/critique.ts'
import type { DesignIntent } from '../../../../checks/design/intent.ts'
import type { Facts } from '../read/facts.ts'

/** What an improver may look at besides the intent. */
export type Surroundings = {
  /** What the requirements say, read only when someone asks. */
  readonly facts: () => Facts
  readonly notes: string[]
}

/** Answers some rules. The findings come last in the document first, so that indexes hold while things are taken out. */
export type Improver = {
  readonly rules: readonly string[]
  readonly improve: (
    intent: DesignIntent,
    findings: readonly DesignFinding[],
    around: Surroundings,
  ) => DesignIntent
}

type One = (intent: DesignIntent, finding: DesignFinding, around: Surroundings) => DesignIntent

/** An improver that looks at one finding at a time. */
export const eachOf = (rules: readonly string[], run: One): Improver => ({
  rules,
  improve: (intent, findings, around) =>
    findings.reduce((current, finding) => run(current, finding, around), intent),
})
