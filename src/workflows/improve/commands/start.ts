import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { mayRunByItself } from '../autonomy-now.ts'
import { builtFrom, newImprove } from '../start.ts'

export const command = defineCommand({
  name: 'improve start',
  usage: 'improve start <spec.md> --setup DIR [options]',
  about:
    'Builds the application of a spec again and again. After each one that misses the target it says what failed and why, and\nproposes changes of the set-up; you approve, edit or skip them, and nothing is changed without your approval. What you approve becomes\ncommits on the branch loopwright/improve-<run> of the set-up. It ends when the target is reached three times in a row\nwith build, tests, lint, isolation and all work orders in order, or after --max-iterations.\nWith --autonomous, and workflows.improve.autonomous in loopwright.yaml, harmless proposals are applied without a question\nonce 10 supervised iterations, 80 % of proposals approved and no regression are on record; what lowers a score is taken back.',
  words: ['spec'],
  arguments: z.object({
    spec: z.string().default(''),
    ...builtFrom,
    maxIterations: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ value: 'N', help: 'how many applications at most (20)' }),
    autonomous: z
      .boolean()
      .default(false)
      .meta({ help: 'approve harmless proposals without a question, where that was earned' }),
  }),
  records: true,
  carries: true,
  examples: [
    ['loopwright improve start spec.md --setup ../our-agents --target 8', 'the supervised loop'],
  ],
  async run({ workspace, person: { by } }, given) {
    const allowed = given.autonomous ? await mayRunByItself(workspace) : ok(null)
    if (!allowed.ok) return allowed
    const started = await newImprove(workspace, {
      spec: given.spec,
      setup: given.setup,
      target: given.target,
      name: given.name,
      maxIterations: given.maxIterations,
      mode: given.autonomous ? 'autonomous' : 'supervised',
      by,
    })
    return started.ok ? ok({ type: 'carry', run: started.value.name }) : started
  },
})
