import type { Finding } from '../model/finding.ts'
import type { RuleSeverity, SubjectKind } from '../model/own-rule.ts'

/** What a rule is, for people: what it asks, with one line that breaks it and one that keeps it. */
export type RuleEntry = {
  /** Its family, and its name. */
  readonly id: string
  readonly about: string
  readonly example: { readonly bad: string; readonly better: string }
  readonly severity: RuleSeverity
  /** What of the subject it needs, where that is not all of it. */
  readonly reach?: readonly string[]
  /** What to do about a finding. */
  readonly fix?: string
}

/** One thing that is asked of a kind of work. */
export type Rule<Look> = RuleEntry & { readonly run: Look }

/** What a rule found, as bad as it is here. */
export type RuleFinding = Finding & { readonly rule: string; readonly severity: RuleSeverity }

/** A rule with the kind of work that it looks at. */
export type ListedRule = RuleEntry & {
  readonly kind: SubjectKind
  readonly origin: 'built in' | 'your own'
}
