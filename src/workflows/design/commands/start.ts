import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { startDesign } from '../start.ts'

export const command = defineCommand({
  name: 'design start',
  usage: 'design start <feature> [requirements.md] [options]',
  about:
    'Starts the design of a feature: drafts an intent from the requirements, judges it by rules, refines it, and\nparks at the gate where a person decides. Without a file, <features>/<feature>/requirements.md is read.',
  words: ['feature', 'requirements'],
  arguments: z.object({
    feature: z.string(),
    requirements: z.string().optional(),
    threshold: z
      .number()
      .min(70)
      .max(95)
      .optional()
      .meta({ value: 'N', help: 'score to reach, 70 to 95 (80); fixed for the run' }),
    maxIterations: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ value: 'N', help: 'how often at the most (10)' }),
    intent: z
      .string()
      .optional()
      .meta({ value: 'FILE', help: 'judge this intent first, instead of a draft' }),
  }),
  carries: true,
  examples: [
    ['loopwright design start clinic-appointments requirements.md', 'up to the gate'],
    [
      'loopwright design start checkout --threshold 90',
      'features/checkout/requirements.md, stricter',
    ],
    ['loopwright design start checkout --intent draft.json', 'begin with an intent of your own'],
  ],
  async run({ workspace, person: { by } }, { feature, ...options }) {
    const started = await startDesign(workspace, feature, { ...options, by })
    return started.ok ? ok({ type: 'carry', run: feature }) : started
  },
})
