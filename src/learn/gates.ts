import type { Workspace } from '../ports/workspace.ts'
import { type LessonView, lessonAsJson } from '../views/learn/lesson.ts'
import { approvalLines } from '../views/learn/show.ts'
import { pendingApprovals } from './show.ts'
import { pendingThresholds } from './threshold.ts'

type Paint = Parameters<typeof approvalLines>[2]

export type ApprovalGate = {
  readonly json: Readonly<Record<string, unknown>>
  readonly lines: (paint: Paint) => readonly string[]
}

/** Promotions of lessons in the list of open questions. Where nothing was ever recorded, nothing is opened. */
export async function approvalGates(
  workspace: Pick<Workspace, 'hasRecords' | 'records'>,
): Promise<readonly ApprovalGate[]> {
  if (!workspace.hasRecords()) return []
  const records = await workspace.records()
  // what is wrong with the records is told by the commands that need them
  if (!records.ok) return []
  const pending = await pendingApprovals(records.value)
  const thresholds = await pendingThresholds(records.value)
  await records.value.close()
  return [
    ...pending.map(({ improvement, proposedAt, expectedImpact, lesson }) => ({
      json: gateJson(lesson, { improvement, proposedAt, expectedImpact }),
      lines: (paint: Paint) => approvalLines(lesson, expectedImpact, paint),
    })),
    ...thresholds.map((threshold) => ({
      json: { workflow: 'learn', question: 'raise-threshold', ...threshold },
      lines: (paint: Paint) => [
        `${paint('yellow', '?')} ${threshold.description}? ${threshold.why}`,
        `  ${paint('cyan', '→')} loopwright learn approve ${threshold.proposer}   or   loopwright learn reject ${threshold.proposer}`,
      ],
    })),
  ]
}

const gateJson = (
  lesson: LessonView,
  asked: {
    readonly improvement: string
    readonly proposedAt: string
    readonly expectedImpact: string
  },
): Record<string, unknown> => ({
  workflow: 'learn',
  question: 'promote-lesson',
  options: ['approve', 'reject'],
  improvement: asked.improvement,
  proposed_at: asked.proposedAt,
  expected_impact: asked.expectedImpact,
  shown: lesson.evidenceSha256,
  lesson: lessonAsJson(lesson),
  answer: `loopwright learn approve ${lesson.short}`,
})
