import { z } from 'zod'
import { openKnownRun } from '../../../engine/open-run.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { err, ok, usageError } from '../../../model/result.ts'
import { design } from '../definition.ts'
import { filesOf } from '../places.ts'
import { archiveOf, goIdle } from '../reset.ts'

export const command = defineCommand({
  name: 'design unfreeze',
  usage: 'design unfreeze <feature> --reason "…" --by NAME [options]',
  about:
    'Records that people unfroze a design. A person deletes final/FROZEN.md first; then this verifies that what it\nprotected is unchanged, records the reason and who allowed it, and goes back to IDLE.',
  words: ['feature'],
  arguments: z.object({
    feature: z.string(),
    reason: z.string().default('').meta({ help: 'what was wrong' }),
    correction: z.string().optional().meta({ help: 'what will be corrected' }),
    by: z.string().default('').meta({ value: 'NAME', help: 'who allowed it; never guessed' }),
  }),
  decides: true,
  examples: [
    [
      'loopwright design unfreeze clinic-appointments --reason "payment was left out" --by "Ada L."',
      'after FROZEN.md was deleted',
    ],
  ],
  async run({ workspace }, { feature, reason, correction, by }) {
    if (reason.trim() === '' || by.trim() === '')
      return usageError(
        `unfreezing needs ${reason.trim() === '' ? 'a reason' : 'the name of who allows it'}`,
        `loopwright design unfreeze ${feature} --reason "…" --by "…"`,
      )
    const opened = await openKnownRun(design, workspace, feature)
    if (!opened.ok) return opened
    const { state, notices } = opened.value
    const { final, frozen } = filesOf(workspace, feature)
    if (state.at === 'FAILED' && state.failure.code === 'integrity_violation')
      return err({
        exit: 5,
        what: notices[0] ?? `integrity violation: ${state.failure.detail}`,
        where: workspace.relative(final),
        todo: `find out who changed it, then: loopwright design reset ${feature} --acknowledge "…"`,
      })
    if (state.at === 'FROZEN' && (await workspace.disk.size(frozen.marker)) !== null)
      return usageError(
        'final/FROZEN.md still stands; a person must delete it first',
        'delete it and say it again',
        workspace.relative(frozen.marker),
      )
    const done = await goIdle(workspace, opened.value, {
      type: 'unfreeze',
      reason,
      by,
      archive: await archiveOf(workspace, state),
      ...(correction === undefined ? {} : { correction }),
    })
    if (!done.ok) return done
    return ok({
      type: 'show',
      run: feature,
      json: { alias: feature, state: done.value.state.at },
      lines: ({ paint }) => [
        `${paint('green', '✓')} ${feature} is IDLE; unfrozen by ${by}: ${reason}`,
        `  ${paint('yellow', '!')} everything that was made from the frozen design must be reviewed`,
        `  → correct it: loopwright design start ${feature} --intent FILE   or from requirements`,
      ],
    })
  },
})
