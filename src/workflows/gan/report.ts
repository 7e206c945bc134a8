import { reaches } from '../../loop/score.ts'
import type { Obligation } from '../../model/obligation.ts'
import type { PageFinding } from '../../checks/page/page-rule.ts'
import type { ContractItem, SprintContract } from './contract.ts'
import type { Baseline } from './events.ts'
import { dimensions } from './inputs/rubrics.ts'
import type { ItemVerdict } from './judge-items.ts'
import { decideLoop } from './loop-decision.ts'
import { openCounts } from './owed.ts'
import type { Scored } from './score-site.ts'
import type { GanRun } from './state.ts'
import type { Repaired } from './steps/bench.ts'
import { anchors } from './inputs/rubrics.ts'

export type Reported = {
  readonly run: GanRun
  readonly contract: SprintContract
  readonly verdict: Repaired['verdict']
  readonly verdicts: readonly ItemVerdict[]
  readonly scored: Scored
  readonly obligations: readonly Obligation[]
}

/** The whole of an evaluation as one text: scores with their rubric and evidence, verdicts, findings. */
export function reportText(reported: Reported): string {
  const { run, contract, verdict, verdicts, scored, obligations } = reported
  const { judgement } = verdict
  const round = {
    iteration: run.iteration,
    overall: scored.overall,
    scores: scored.scores,
    mustPassFailures: scored.mustPassFailures,
    ...openCounts({ obligations: [...obligations] }),
    conditionsMet: scored.conditions.every(({ met }) => met),
    confirmed: run.iteration >= 2,
    history: [],
    escalated: false,
  }
  const next = decideLoop(round, run.setup.loop)
  const report = {
    report_id: `evaluation-report-${run.iteration}`,
    run_id: run.runId,
    sprint_id: contract.sprint_id,
    iteration: run.iteration,
    site_sha256: run.site,
    verdict: next.type === 'passed' ? 'PASS' : 'FAIL',
    ...(next.type === 'confirm'
      ? { note: 'it would pass; strict mode asks for a second iteration that confirms it' }
      : {}),
    overall_score: scored.overall,
    pass_threshold: run.setup.loop.passThreshold,
    strict_mode: run.setup.loop.strict,
    profile: run.setup.profile,
    dimensions: Object.fromEntries(dimensions.map((name) => [name, dimensionPart(name, reported)])),
    must_pass_failures: scored.mustPassFailures,
    acceptance: contract.acceptance_checklist.map((item) => acceptancePart(item, verdicts)),
    pass_conditions: scored.conditions.map(({ condition, effective, ...rest }) => ({
      ...rest,
      condition,
      effective,
      ...(effective === condition
        ? {}
        : { note: `scores stand on anchors, so ${condition} is reached at ${effective}` }),
    })),
    ...(obligations.length === 0 ? {} : { obligations }),
    caps: scored.caps,
    regressions: scored.regressions,
    claims: run.claims,
    not_checked: judgement.notChecked,
    looked_at:
      verdict.type === 'seen'
        ? { by: verdict.facts.sight.browser, walls: verdict.facts.sight.walls }
        : { by: 'static analysis', limitation: verdict.reason },
    baseline: baselinePart(run.setup.baseline, scored.overall, judgement.findings),
    findings: judgement.findings,
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

function dimensionPart(
  name: (typeof dimensions)[number],
  { run, verdict, verdicts, scored, contract }: Reported,
) {
  const { subCriteria } = verdict.judgement.score.dimensions[name]
  const score = scored.scores[name]
  const judged = contract.acceptance_checklist.filter(
    (item) => item.dimension === name && item.rules.length === 0,
  )
  return {
    score,
    weight: run.setup.weights[name],
    rubric_anchor: anchors.findLast((anchor) => reaches(score, anchor)) ?? 0,
    aggregation: run.setup.aggregation[name],
    sub_criteria: [
      ...subCriteria.map(({ id, title, anchor, rubric, evidence }) => ({
        id,
        title,
        rubric_anchor: anchor,
        rubric,
        evidence,
      })),
      ...judged.flatMap((item) => acceptancePart(item, verdicts)),
    ],
  }
}

function acceptancePart(item: ContractItem, verdicts: readonly ItemVerdict[]) {
  const verdict = verdicts.find(({ id }) => id === item.id)
  return {
    id: item.id,
    criterion: item.criterion,
    dimension: item.dimension,
    implicit: item.implicit,
    carry_forward: item.carry_forward,
    status: verdict?.passed === true ? 'passed' : 'failed',
    score: verdict?.score ?? 0,
    reason: verdict?.reason ?? 'not judged',
    evidence: verdict?.evidence ?? [],
  }
}

/** A score far above what projects usually reach, without fewer findings, looks lenient. */
function baselinePart(
  baseline: Baseline | null,
  overall: number,
  findings: readonly PageFinding[],
) {
  if (baseline === null) return null
  const above = Math.round((overall - baseline.overall) * 1e6) / 1e6
  const counted = findings.filter(({ severity }) => severity !== 'info').length
  return { ...baseline, above, flagged: above > 0.15 + 1e-9 && counted >= baseline.findings }
}
