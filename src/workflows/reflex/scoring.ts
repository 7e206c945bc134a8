import { reaches, score, type Verdict } from '../../loop/score.ts'
import type { Obligation } from '../../model/obligation.ts'
import type { Criteria, Level, Rule } from '../../model/rule.ts'
import { withStatus } from '../../obligations/verdict.ts'
import type { Evaluation, RuleResult } from './contracts.ts'

/** The rules that count at a level: A rules always, B rules only at B. */
export function activeRules(criteria: Criteria, phase: Level): readonly Rule[] {
  const levels = criteria.phase[phase].active_levels
  return criteria.rules.filter((rule) => levels.includes(rule.phase))
}

/** The only place where verdicts become a score and a pass. An unmet demand fails beside the rules and scores nothing. */
export function judge(
  criteria: Criteria,
  phase: Level,
  judged: {
    readonly results: readonly RuleResult[]
    readonly artifact: string
    readonly obligations?: readonly Obligation[]
  },
): Evaluation {
  const ruled = activeRules(criteria, phase).map((rule) => ({
    rule,
    result: resultFor(rule, judged.results),
  }))
  const weighed = ruled.map(({ rule, result }) => ({ rule, verdict: result.verdict }))
  const missed = ruled.filter(
    ({ result }) => result.verdict === 'fail' || result.verdict === 'warn',
  )
  const named = (severity: Rule['severity']) =>
    missed
      .filter(({ rule }) => rule.severity === severity)
      .map(({ rule, result }) => ({ id: rule.id, severity, message: result.details }))
  const failed = [...named('fail'), ...unmetDemands(judged.obligations ?? [])]
  const total = score(weighed)
  return {
    score: total,
    passed: reaches(total, criteria.phase[phase].threshold) && failed.length === 0,
    failed,
    warnings: named('warn'),
    rule_results: ruled.map(({ result }) => result),
    artifact_hash: judged.artifact.slice(0, 8),
  }
}

/** Demands that are not rules of the criteria and that the work does not meet, as failures a critic can read. */
export const unmetDemands = (obligations: readonly Obligation[]) =>
  withStatus(obligations, 'unmet')
    .filter(({ weight, source }) => weight === 'must' && source.kind !== 'rule')
    .filter(({ source }) => source.kind !== 'workflow')
    .map(({ id, statement, reason }) => ({
      id,
      severity: 'fail' as const,
      message: `${statement}: ${reason}`.slice(0, 500),
    }))

/** A rule without a verdict fails. One that had nothing to ask leaves the active weight. */
function resultFor(rule: Rule, results: readonly RuleResult[]): RuleResult {
  const match = results.find(({ id }) => id === rule.id)
  const verdict: Verdict = match?.verdict ?? 'fail'
  const missed: Verdict = rule.severity === 'fail' ? 'fail' : 'warn'
  const details = match?.details ?? 'no verdict'
  const stays = verdict === 'pass' || verdict === 'na'
  return { id: rule.id, verdict: stays ? verdict : missed, details }
}
