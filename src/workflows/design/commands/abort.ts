import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'

export const command = defineCommand({
  name: 'design abort',
  usage: 'design abort <feature> --reason "…" [options]',
  about:
    'Ends the run at the gate: FAILED. Every artifact stays as it is; the reason and the time are recorded.',
  words: ['feature'],
  arguments: z.object({
    feature: z.string(),
    reason: z.string().optional().meta({ help: 'why' }),
  }),
  decides: true,
  answers: true,
  examples: [
    ['loopwright design abort clinic-appointments --reason "the pilot was cancelled"', 'end it'],
  ],
  run: async (_, { feature, reason }) =>
    ok({ type: 'answer', run: feature, choice: { option: 'abort', feedback: reason } }),
})
