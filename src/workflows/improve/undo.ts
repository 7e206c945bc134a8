import { type AsyncResult, ok } from '../../model/result.ts'
import { applyChange, type Place } from './apply.ts'
import { inverse } from './edits.ts'
import type { AppliedResult } from './events.ts'
import type { SetUp } from './project.ts'
import type { Improvement } from './state.ts'

/** Puts the texts of an improvement back as they were, in a commit of their own. A lesson alone has none. */
export async function undoImprovement(
  setUp: SetUp,
  { id, proposal }: Improvement,
  place: Place,
): AsyncResult<AppliedResult, string> {
  const edits = inverse(proposal.changes)
  const change = {
    id: `undo-${id}`,
    description: `Take back ${id}: ${proposal.description}`,
    edits,
  }
  return edits.length === 0
    ? ok({ id: change.id, status: 'applied', commit: place.parent, files: [], reason: '' })
    : applyChange(setUp, change, place)
}

/** The names of improvements in force that changed the same files after one. */
export const changedLater = (
  improvements: readonly Improvement[],
  improvement: Improvement,
): readonly string[] =>
  improvements
    .slice(improvements.indexOf(improvement) + 1)
    .filter(({ status, rolledBack }) => status === 'applied' && rolledBack === null)
    .filter(({ files }) => files.some((path) => improvement.files.includes(path)))
    .map(({ id }) => id)
