import { z } from 'zod'
import { commandRun } from '../../../engine/command-run.ts'
import { openRun } from '../../../engine/open-run.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { err, ok, usageError } from '../../../model/result.ts'
import { improve } from '../definition.ts'
import { branchId, openSetUp } from '../project.ts'
import { keepResults } from '../reports.ts'
import { changedLater, undoImprovement } from '../undo.ts'

export const command = defineCommand({
  name: 'improve rollback',
  usage: 'improve rollback <run> <improvement> [options]',
  about:
    'Takes an improvement of the set-up back, also one in the middle: its texts are put back as they were, in a commit of their\nown on the branch of the run. Later improvements stay.',
  words: ['run', 'improvement'],
  arguments: z.object({
    run: z.string().default(''),
    improvement: z.string().default(''),
    reason: z.string().default('').meta({ value: 'TEXT', help: 'why, for the record' }),
  }),
  records: true,
  decides: true,
  examples: [
    ['loopwright improve rollback bookshop i1-2 --reason "tests got worse"', 'one improvement'],
  ],
  async run({ workspace, person: { by } }, { run, improvement: id, reason }) {
    const open = await openRun(improve, workspace, run)
    if (!open.ok) return open
    const { state } = open.value
    const improvement = state.improvements.find((each) => each.id === id)
    if (
      improvement === undefined ||
      improvement.status !== 'applied' ||
      improvement.rolledBack !== null
    )
      return usageError(
        id === ''
          ? 'no improvement is named'
          : `${id} ${improvement?.rolledBack == null ? 'is not applied' : 'is taken back already'}`,
        `applied are: ${
          state.improvements
            .filter((each) => each.status === 'applied' && each.rolledBack === null)
            .map((each) => each.id)
            .join(', ') || 'none'
        }`,
      )
    const later = changedLater(state.improvements, improvement)
    const setUp = await openSetUp(workspace, state.setup.setup, state.setup.commit)
    if (!setUp.ok) return setUp
    const place = {
      runId: state.runId,
      parent: state.head ?? setUp.value.head,
      date: workspace.clock.now().toISOString(),
    }
    const result = await undoImprovement(setUp.value, improvement, place)
    if (!result.ok) return err({ exit: 5, what: result.error })
    if (result.value.status === 'rejected')
      return usageError(
        `${id} cannot be taken back: ${result.value.reason}`,
        later.length === 0
          ? `mend it on the branch ${branchId(state.runId)}`
          : `${later.join(', ')} changed the same ${improvement.files.length === 1 ? 'file' : 'files'} later: take that back first, or mend it on the branch ${branchId(state.runId)}`,
      )
    const commit = result.value.commit ?? place.parent
    const next = await commandRun(improve, workspace, open.value, {
      type: 'record-rolled-back',
      improvement: id,
      commit,
      files: [...result.value.files],
      by,
      reason: reason === '' ? 'taken back by a person' : reason,
    })
    if (!next.ok) return next
    const recorded = await keepResults(workspace, next.value)
    if (!recorded.ok) return recorded
    return ok({
      type: 'show',
      run,
      json: { run, improvement: id, commit, files: result.value.files },
      lines: ({ paint }) => [`${paint('green', '✓')} ${id} is taken back (${commit.slice(0, 10)})`],
    })
  },
})
