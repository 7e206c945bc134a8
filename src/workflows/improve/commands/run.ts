import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { newImprove } from '../start.ts'

export const command = defineCommand({
  name: 'improve run',
  usage: 'improve run <spec.md> --setup DIR [options]',
  about:
    'Builds one application: a fresh project is made from the set-up, the spec becomes work orders, each is worked on and\nmeasured, and the whole is built, tested, started, looked at and scored from 1 to 10. The set-up and your checkout are\nnot touched, and that is verified. Exit 0: it reaches the target; 1: it does not; 3: a person must decide, or paused.',
  words: ['spec'],
  arguments: z.object({
    spec: z.string().default(''),
    setup: z
      .string()
      .optional()
      .meta({ value: 'DIR', help: 'what your agents are told and held to' }),
    target: z.coerce
      .number()
      .min(1)
      .max(10)
      .optional()
      .meta({ value: 'N', help: 'the score to reach (8)' }),
    name: z.string().optional().meta({ value: 'NAME', help: 'the name of the run' }),
  }),
  records: true,
  carries: true,
  examples: [['loopwright improve run spec.md --setup ../our-agents', 'one application']],
  async run({ workspace, person: { by } }, given) {
    const started = await newImprove(workspace, {
      ...given,
      setup: given.setup,
      target: given.target,
      name: given.name,
      mode: 'once',
      maxIterations: 1,
      by,
    })
    return started.ok ? ok({ type: 'carry', run: started.value.name }) : started
  },
})
