import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok, usageError } from '../../../model/result.ts'
import { rejectAndExtend } from '../extend.ts'

export const command = defineCommand({
  name: 'design reject',
  usage: 'design reject <feature> --feedback "…" [options]',
  about:
    'Sends the candidate back. The feedback goes into the next generation, and an iteration is counted. Where none is\nleft, the run would end as FAILED: say --yes to mean it, or --extend N to go on in a new run from this design.',
  words: ['feature'],
  arguments: z.object({
    feature: z.string(),
    feedback: z.string().optional().meta({ help: 'what to change' }),
    yes: z.boolean().default(false).meta({ short: 'y', help: 'even if the run ends with it' }),
    extend: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ value: 'N', help: 'in a new run of N iterations; this one is archived' }),
  }),
  decides: true,
  answers: true,
  examples: [
    [
      'loopwright design reject clinic-appointments --feedback "rename Visit to Appointment"',
      'go on with it',
    ],
    [
      'loopwright design reject clinic-appointments --feedback "add a waiting list" --extend 5',
      'in a new run',
    ],
  ],
  async run({ workspace, person: { by } }, { feature, feedback, yes, extend }) {
    if (extend === undefined)
      return ok({
        type: 'answer',
        run: feature,
        choice: { option: 'reject', feedback, details: { confirmed: yes } },
      })
    if (feedback === undefined || feedback.trim() === '')
      return usageError('a rejection needs feedback', 'add --feedback "…"')
    const extension = { feedback, by, maxIterations: extend }
    const started = await rejectAndExtend(workspace, feature, extension)
    return started.ok ? ok({ type: 'carry', run: feature }) : started
  },
})
