import type { Finding } from '../model/finding.ts'
import type { OwnRule, SubjectKind } from '../model/own-rule.ts'
import type { AsyncResult } from '../model/result.ts'

export type ChangedText = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** What rules of a user's own look at: a text of some kind, or a change of several files. */
export type RuleSubject =
  | { readonly kind: Exclude<SubjectKind, 'change'>; readonly path: string; readonly text: string }
  | { readonly kind: 'change'; readonly files: readonly ChangedText[] }

/** What one rule said of one subject. A rule that broke says nothing, which is no pass. */
export type OwnVerdict = {
  readonly rule: OwnRule
  readonly findings: readonly Finding[]
  readonly broken: string | null
}

/** The rules that a user wrote. Each was tried on its own examples before it may speak. */
export type OwnRules = {
  readonly rules: readonly OwnRule[]
  ask(
    rules: readonly OwnRule[],
    subject: RuleSubject,
    signal: AbortSignal,
  ): Promise<readonly OwnVerdict[]>
}

export type OpenOwnRules = () => AsyncResult<OwnRules>

/** Rules before they were tried: what is wrong with each by its examples, and what they say. */
export type TriedRules = Pick<OwnRules, 'ask'> & {
  readonly wrong: (rule: OwnRule) => Promise<string | null>
  readonly close: () => Promise<void>
}
