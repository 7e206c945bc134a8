import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { simulateImprovement, summaryAsJson, summaryLines } from '../simulation/simulate.ts'

export const command = defineCommand({
  name: 'improve simulate',
  usage: 'improve simulate [options]',
  about:
    'Worlds in which it is known what each proposal is worth: how many useless and harmful ones are kept by the plain rule\n(apply, look at the next score, keep unless it fell), and by the rule that keeps only what is beyond chance.',
  words: [],
  arguments: z.object({
    worlds: z.coerce
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(200)
      .meta({ value: 'N', help: 'how many worlds (200)' }),
    iterations: z.coerce
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(400)
      .meta({ value: 'N', help: 'applications in each, for each rule (400)' }),
    seed: z.coerce
      .number()
      .int()
      .min(0)
      .default(1)
      .meta({ value: 'N', help: 'seed of the first world' }),
  }),
  examples: [['loopwright improve simulate --worlds 500', 'a table']],
  async run(_, options) {
    const summary = simulateImprovement(options)
    return ok({
      type: 'show',
      json: summaryAsJson(summary),
      lines: ({ columns }) => summaryLines(summary, columns),
    })
  },
})
