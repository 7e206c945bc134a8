import type { Effectiveness } from '../model/records-effectiveness.ts'
import type { ImprovementRow } from '../model/records-improvements.ts'
import { recordIdOf } from '../model/records-sampling.ts'
import type { Records } from '../ports/records.ts'
import { evidenceHash, evidenceOf } from './evidence.ts'
import { autonomous } from '../learning/moves.ts'
import type { Ready } from './plan.ts'

/** Which lesson a proposal is about; null where it is about something else. */
export function lessonOf({ proposal_details: details }: ImprovementRow): string | null {
  const id = details['enhancement_id']
  return typeof id === 'string' && details['event'] === 'approve' ? id : null
}

/** Promotions that wait for a person: the id of the proposal by the lesson. */
export async function pendingByLesson(records: Records): Promise<ReadonlyMap<string, string>> {
  const pending = await records.improvements('pending_approval')
  return new Map(
    pending.flatMap((row) => {
      const lesson = lessonOf(row)
      return lesson === null ? [] : [[lesson, row.id] as const]
    }),
  )
}

/** The id of a proposal that is made at this moment. */
export const promotionId = (lesson: string, at: string): string => recordIdOf('promote', lesson, at)

export async function withdraw(
  records: Records,
  lessons: ReadonlyMap<string, { readonly stage: string; readonly stage_reason: string | null }>,
  at: string,
): Promise<void> {
  for (const [lesson, id] of await pendingByLesson(records)) {
    const row = lessons.get(lesson)
    if (row === undefined || row.stage === 'supported') continue
    const reason = `withdrawn: it is ${row.stage} by now; ${row.stage_reason ?? ''}`
    await records.rejectImprovement({ id, by: autonomous, at, reason })
  }
}

/** Puts one promotion before a person. While one waits, there is no second. */
export async function proposePromotion(
  records: Records,
  { row, standing }: Ready,
  { at, figures }: { readonly at: string; readonly figures: readonly Effectiveness[] },
): Promise<void> {
  const figure = figures.find(({ enhancement_id: id }) => id === row.id) ?? null
  const evidence = evidenceOf(row, standing, figure)
  const rate = Math.round((figure?.reduction_rate ?? 0) * 100)
  await records.proposeImprovement({
    id: promotionId(row.id, at),
    improvement_type: 'prompt_tuning',
    description: `Promote the lesson against ${row.error_code} to the base prompt: "${row.enhancement_text}"`,
    expected_impact: `${rate} % fewer errors in ${figure?.applications_count ?? 0} applications`,
    proposed_at: at,
    proposal_details: JSON.parse(
      JSON.stringify({
        event: 'approve',
        enhancement_id: row.id,
        version: row.enhancement_version,
        effectiveness_data: figure,
        evidence,
        evidence_sha256: evidenceHash(evidence),
        recommendation: 'take it into the base prompt, with a holdout',
      }),
    ),
    status: 'pending_approval',
  })
}
