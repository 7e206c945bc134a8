import type { Obligation } from '../model/obligation.ts'

type JudgedRule = {
  readonly id: string
  readonly description: string
  readonly severity: 'fail' | 'warn' | 'info'
  readonly verdict: 'pass' | 'fail' | 'warn' | 'na' | 'undecided' | 'error'
  readonly details: string
}

const statuses = {
  pass: 'met',
  fail: 'unmet',
  warn: 'unmet',
  na: 'not_applicable',
  undecided: 'undecided',
  error: 'undecided',
} as const

/** A rule as an obligation: one that blocks is a must, one that warns a should. */
export function ruleObligation(rule: JudgedRule, subject: string): Obligation {
  const status = statuses[rule.verdict]
  return {
    id: `rule.${rule.id}`,
    statement: rule.description,
    source: { kind: 'rule', text: rule.id },
    weight: rule.severity === 'fail' ? 'must' : 'should',
    decided_by: 'check',
    status,
    reason: rule.details,
    evidence:
      status === 'met' || status === 'unmet' ? [{ text: rule.details || rule.description }] : [],
    subject,
  }
}

/** Reaching the score that the source of a workflow asks for is one must among the others. */
export function thresholdObligation(
  { score, threshold, show }: { score: number; threshold: number; show: (value: number) => string },
  { isReached, subject }: { readonly isReached: boolean; readonly subject: string },
): Obligation {
  const text = `it scores ${show(score)}, ${show(threshold)} is asked for`
  return {
    id: 'workflow.threshold',
    statement: `reaches a score of ${show(threshold)}`,
    source: { kind: 'workflow', text: `threshold ${show(threshold)}` },
    weight: 'must',
    decided_by: 'check',
    status: isReached ? 'met' : 'unmet',
    reason: text,
    evidence: [{ text }],
    subject,
  }
}
