import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok, usageError } from '../../../model/result.ts'
import { resetFeature } from '../reset.ts'

export const command = defineCommand({
  name: 'design reset',
  usage: 'design reset <feature> --acknowledge "…" [options]',
  about:
    'Goes from FAILED back to IDLE, after you have said what you found out. The old run is archived in\ndesign/history/, the artifacts are kept, and the next start begins a new run.',
  words: ['feature'],
  arguments: z.object({
    feature: z.string(),
    acknowledge: z.string().default('').meta({ help: 'what happened, in your words' }),
  }),
  decides: true,
  examples: [
    [
      'loopwright design reset clinic-appointments --acknowledge "the model timed out; switched it"',
      'start over',
    ],
  ],
  async run({ workspace, person: { by } }, { feature, acknowledge }) {
    if (acknowledge.trim() === '')
      return usageError(
        'a reset needs an acknowledgement of what happened',
        `loopwright design reset ${feature} --acknowledge "…"`,
      )
    const done = await resetFeature(workspace, feature, { acknowledge, by })
    if (!done.ok) return done
    return ok({
      type: 'show',
      run: feature,
      json: { alias: feature, state: done.value.state.at },
      lines: ({ paint }) => [
        `${paint('green', '✓')} ${feature} is IDLE; the old run is archived`,
        `  → start again: loopwright design start ${feature}`,
      ],
    })
  },
})
