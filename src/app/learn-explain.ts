import { promotionMisses } from '../learning/decisions.ts'
import { policy } from '../learning/policy.ts'
import { floorMisses } from '../learning/seed-fields.ts'
import type { Problem } from '../model/problem.ts'
import { ok, type Result } from '../model/result.ts'
import type { Records } from '../ports/records.ts'
import type { LessonExplained } from '../views/learn-show.ts'
import { movesIn } from './learn-moves.ts'
import { evidencePath } from './learn-path.ts'
import { seedFieldsOf } from './learn-plan.ts'
import { showLesson } from './learn-show.ts'

/** One lesson with its whole history, for people. */
export async function explainLesson(
  records: Records,
  name: string,
): Promise<Result<LessonExplained, Problem>> {
  const found = await showLesson(records, name)
  if (!found.ok) return found
  const { row, standing, figure } = found.value
  const iterations = await records.iterations()
  const hasIterations = iterations.some(({ status }) => status === 'completed')
  return ok({
    ...found.value,
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
