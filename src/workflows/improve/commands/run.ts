import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { builtFrom, newImprove } from '../start.ts'

export const command = defineCommand({
  name: 'improve run',
  usage: 'improve run <spec.md> --setup DIR [options]',
  about:
    'Builds one application: a fresh project is made from the set-up, the spec becomes work orders, each is worked on and\nmeasured, and the whole is built, tested, started, looked at and scored from 1 to 10. The set-up and your checkout are\nnot touched, and that is verified. Exit 0: it reaches the target; 1: it does not; 3: a person must decide, or paused.',
  words: ['spec'],
  arguments: z.object({
    spec: z.string().default(''),
    ...builtFrom,
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
