import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'

export const command = defineCommand({
  name: 'design approve',
  usage: 'design approve <feature> [options]',
  about:
    'Approves the candidate and freezes it: final/intent.json, final/preview.html and final/FROZEN.md. Who approved,\nwhen, the score and the hash they saw are recorded. An intent edited since is judged again first. What no machine and no\njudge decided, you decide by approving; it is listed. Where an obligation is unmet, say why you approve all the same.',
  words: ['feature'],
  arguments: z.object({
    feature: z.string(),
    rationale: z.string().optional().meta({ help: 'why, for FROZEN.md' }),
    despite: z
      .string()
      .optional()
      .meta({ value: 'WHY', help: 'approve although obligations are unmet, and say why' }),
  }),
  decides: true,
  answers: true,
  examples: [
    ['loopwright design approve clinic-appointments', 'as you'],
    [
      'loopwright design approve clinic-appointments --by "Ada L." --rationale "covers the pilot"',
      'with a reason',
    ],
  ],
  run: async (_, { feature, rationale, despite }) =>
    ok({
      type: 'answer',
      run: feature,
      choice: { option: 'approve', feedback: rationale, details: { despite } },
    }),
})
