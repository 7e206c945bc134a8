import { foldFamilies } from '../learning/fold-families.ts'
import { promotionMisses } from '../learning/decisions.ts'
import { policy } from '../learning/policy.ts'
import { floorMisses } from '../learning/seed-fields.ts'
import { type AsyncResult, ok } from '../model/result.ts'
import type { Records } from '../ports/records.ts'
import type { LessonExplained } from '../views/learn/show.ts'
import { movesIn } from '../learning/moves.ts'
import { seedFieldsOf } from './plan.ts'
import { showLesson } from './show.ts'
import { logEvidence } from '../learning/evidence.ts'
import { keyOf, newLedger } from '../learning/ledger.ts'
import type { PathPoint } from '../views/learn/plot.ts'
import { lessonsIn, outcomeFor, toldOf } from '../workflows/workorder/learning/lesson-ledger.ts'

export async function explainLesson(records: Records, name: string): AsyncResult<LessonExplained> {
  const result = await showLesson(records, name)
  if (!result.ok) return result
  const { row, standing, figure } = result.value
  const iterations = await records.iterations()
  const hasIterations = iterations.some(({ status }) => status === 'completed')
  return ok({
    ...result.value,
    path: await evidencePath(records, row.id),
    moves: movesIn(await records.improvements()).filter(({ lessonId }) => lessonId === row.id),
    lacks:
      standing === null
        ? []
        : [
            ...promotionMisses(standing, policy),
            ...floorMisses(seedFieldsOf(figure ?? undefined, standing, hasIterations)),
          ],
    policy,
  })
}

/** How the evidence of one lesson grew, comparison by comparison. */
async function evidencePath(records: Records, rowId: string): Promise<readonly PathPoint[]> {
  const lessons = lessonsIn(await records.enhancements())
  const known = lessons.get(rowId)
  if (known === undefined) return []
  const ledger = newLedger(policy, '')
  const moves = movesIn(await records.improvements())
  const folded = foldFamilies(ledger).family(toldOf([known], moves), [])
  const key = keyOf(known.lessonId, known.version)
  const points: PathPoint[] = []
  // the evidence of a lesson depends on its own outcomes alone
  await records.eachApplication([rowId], (row) => {
    const outcome = outcomeFor(row, known)
    if (outcome === null) return
    folded.take(outcome, row)
    const tally = ledger.lessons.get(key)?.tally
    if (!outcome.shortlisted || tally === undefined) return
    const { benefit, harm, guardrailHarm } = tally.evidence
    points.push({
      comparisons: tally.shortlisted,
      benefit: logEvidence(benefit),
      harm: logEvidence(harm),
      guardrailHarm: logEvidence(guardrailHarm),
    })
  })
  return thinned(points)
}

const mostPoints = 1_000

/** Every so many of them, the last one among them. */
function thinned(points: readonly PathPoint[]): readonly PathPoint[] {
  const every = Math.ceil(points.length / mostPoints)
  return every <= 1
    ? points
    : points.filter((_, index) => index % every === 0 || index === points.length - 1)
}
