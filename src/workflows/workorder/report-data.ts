import { z } from 'zod'
import type { Workspace } from '../../ports/workspace.ts'
import { Judgement } from '../../checks/acceptance/judgement.ts'
import type { OrderLive } from './state.ts'
import { orderViewOf } from './view.ts'

const Found = z.looseObject({
  rule: z.string(),
  severity: z.string(),
  message: z.string(),
  place: z.looseObject({ path: z.string().optional(), line: z.number().optional() }),
})
const Kept = z.looseObject({
  judgement: Judgement,
  integrity: z.array(Found),
  mutation: z.looseObject({ findings: z.array(Found), reason: z.string() }).nullable(),
})

export type OrderReport = Awaited<ReturnType<typeof orderReportOf>>

/** The whole of a run, for reports. */
export async function orderReportOf(workspace: Workspace, state: OrderLive) {
  const { measured, baseline, cycles, reviews, setup } = state
  const text = measured === null ? null : await workspace.blobs.get(measured.report)
  const stored = text === null ? null : Kept.parse(JSON.parse(text))
  const reported = [...(stored?.integrity ?? []), ...(stored?.mutation?.findings ?? [])]
  return {
    view: orderViewOf(workspace, state),
    description: setup.order.description,
    criteria: setup.order.acceptance_criteria,
    baseline:
      baseline === null
        ? null
        : { build: baseline.build, tests: baseline.tests, compilerErrors: baseline.compilerErrors },
    losses: stored?.judgement.losses ?? [],
    cycles: [
      ...cycles.map(({ prompt_strategy, errors_before, errors_after }) => ({
        strategy: prompt_strategy,
        before: errors_before,
        after: errors_after,
      })),
      ...reviews
        .slice(1)
        .map((after, turn) => ({ strategy: 'reviewer', before: reviews[turn] ?? after, after })),
    ],
    findings: [
      ...reported.map(({ rule, severity, message, place }) => ({
        rule,
        severity,
        message,
        where: place.path === undefined ? '' : `${place.path}:${place.line ?? 1}`,
      })),
      ...(stored?.judgement.findings ?? []).map(({ rule, severity, message, path, line }) => ({
        rule,
        severity,
        message,
        where: path === null ? '' : `${path}:${line ?? 1}`,
      })),
    ],
    notes: [
      ...(stored?.judgement.notes ?? []),
      ...(stored?.mutation ? [stored.mutation.reason] : []),
    ],
  }
}
