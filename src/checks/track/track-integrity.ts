import type { Obligation } from '../../model/obligation.ts'
import { integrityObligations } from '../acceptance/code-obligations.ts'
import type { Change } from '../integrity/change.ts'
import { findingsIn } from '../integrity/inspect-change.ts'
import { dependsOnPlan, loosensExam } from '../integrity/intent.ts'
import type { TrackFacts } from './facts.ts'

/** Law 17 for a track: what its commits took away or loosened, besides what spec and plan ask for. */
export function trackIntegrity(
  facts: Pick<TrackFacts, 'commits' | 'spec' | 'planText'>,
  change: Change,
): readonly Obligation[] {
  // without commits nobody knows what the track did, which the structural checks say
  if (facts.commits.length === 0) return []
  // new packages are seen by the check for the business, files by the one for the scope
  const findings = findingsIn({ ...change, asked: { dependencies: ['*'], scope: ['**'] } })
  const own = new Set(facts.commits.flatMap(({ files }) => files))
  return integrityObligations(
    findings.filter(
      // what becomes of its own code is what a track is about
      ({ rule, place: { path } }) => loosensExam(rule) && (path === undefined || own.has(path)),
    ),
    `${facts.spec}\n${facts.planText}`,
    (id, statement, { status, reason, evidence }, law) => ({
      id,
      statement,
      source: { kind: 'rule', text: law ?? statement },
      weight: 'must',
      decided_by: 'check',
      status,
      reason,
      evidence: [...evidence],
    }),
    dependsOnPlan,
  )
}
