import { z } from 'zod'
import type { Workspace } from '../../ports/workspace.ts'
import { dimensions } from './inputs/rubrics.ts'
import type { GanRun } from './places.ts'
import { ganViewOf } from './view.ts'

const Kept = z.looseObject({
  findings: z.array(
    z.looseObject({
      ruleId: z.string(),
      severity: z.string(),
      message: z.string(),
      place: z.looseObject({
        selector: z.string().optional(),
        file: z.string().optional(),
        line: z.number().optional(),
      }),
    }),
  ),
})

export type GanReport = Awaited<ReturnType<typeof ganReportOf>>

/** The whole of a run, for reports. */
export async function ganReportOf(
  workspace: Pick<Workspace, 'blobs' | 'relative' | 'root'>,
  { state }: GanRun,
) {
  const { evaluation } = state
  const text = evaluation === null ? null : await workspace.blobs.get(evaluation.report)
  const kept = text === null ? null : Kept.parse(JSON.parse(text))
  const items = evaluation?.contract?.acceptance_checklist ?? []
  return {
    view: ganViewOf(workspace, state),
    rounds: state.evaluations.map((each) => ({
      iteration: each.iteration,
      overall: each.overall,
      dimensions: dimensions.map((name) => each.scores[name]),
      findings: each.findings,
      mustPass: each.mustPassFailures.length,
    })),
    criteria: (evaluation?.verdicts ?? []).map(({ id, passed, score, reason }) => ({
      id,
      criterion: items.find((item) => item.id === id)?.criterion ?? '',
      passed,
      score,
      reason,
    })),
    findings: (kept?.findings ?? [])
      .filter(({ severity }) => severity !== 'info')
      .map(({ ruleId, severity, message, place }) => ({
        ruleId,
        severity,
        message,
        where: place.selector ?? (place.file ? `${place.file}:${place.line ?? 1}` : 'the page'),
      })),
    guidance: state.guidance,
  }
}
