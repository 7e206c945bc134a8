import type { Finding } from '../../model/finding.ts'
import type { Obligation } from '../../model/obligation.ts'
import type { OwnRule, RuleSeverity } from '../../model/own-rule.ts'
import type { Powers } from '../../model/power.ts'
import type { OwnVerdict } from '../../ports/own-rules.ts'
import { counted } from '../../model/counted.ts'
import { powerHere } from './open.ts'

/** What a rule came to on a piece of work. */
export type OwnJudged = {
  readonly rule: OwnRule
  /** As it counts here: what only advises is no error. */
  readonly severity: RuleSeverity
  readonly findings: readonly Finding[]
  readonly broken: string | null
  readonly obligation: Obligation
}

/** Rules as they count here, each with its obligation; what several texts said of one rule is one. */
export function judgedOf(
  verdicts: readonly OwnVerdict[],
  { powers, subject }: { readonly powers: Powers; readonly subject: string },
): readonly OwnJudged[] {
  return [...Map.groupBy(verdicts, ({ rule }) => rule)].map(([rule, own]) => {
    const findings = own.flatMap((verdict) => verdict.findings)
    const broken = own.find((verdict) => verdict.broken !== null)?.broken ?? null
    const blocks = powerHere(rule, powers) === 'blocks'
    const severity = blocks ? 'error' : rule.severity === 'error' ? 'warning' : rule.severity
    return {
      rule,
      severity,
      findings,
      broken,
      obligation: obligationOf({ rule, findings, broken }, blocks, subject),
    }
  })
}

function obligationOf(
  { rule, findings, broken }: OwnVerdict,
  blocks: boolean,
  subject: string,
): Obligation {
  const [first] = findings
  const base = {
    id: `rule.${rule.id}`,
    statement: rule.about,
    source: { kind: 'rule', text: rule.id },
    weight: blocks ? 'must' : 'should',
    decided_by: 'check',
    subject,
  } as const
  if (first !== undefined) {
    const more = findings.length > 1 ? ` (${counted(findings.length, 'finding')})` : ''
    const { path, line } = first.place
    const where =
      path === undefined ? (line ?? null) : `${path}${line === undefined ? '' : `:${line}`}`
    const text = `${first.message}${more}`
    const evidence = { text, ...(where === null ? {} : { where: String(where) }) }
    return { ...base, status: 'unmet', reason: text, evidence: [evidence] }
  }
  if (broken !== null)
    return { ...base, status: 'undecided', reason: `the rule broke: ${broken}`, evidence: [] }
  const text = 'the rule found nothing'
  return { ...base, status: 'met', reason: text, evidence: [{ text }] }
}
