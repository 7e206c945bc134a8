import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { HarnessLevel } from '../inputs/harness.ts'
import { startGan } from '../start.ts'

export const command = defineCommand({
  name: 'gan start',
  usage: 'gan start <folder> [options]',
  about:
    'Builds the page of a BRIEF: the builder builds, the gates look at it in a browser, the evaluator judges what they\ncannot, and this repeats until the page passes or a person must decide. The folder holds BRIEF.md, and where you\nhave them copy.json, tokens.json and brand/. Settings: .moai/config/sections/design.yaml.',
  words: ['folder'],
  arguments: z.object({
    folder: z.string(),
    level: HarnessLevel.optional().meta({
      value: 'L',
      help: 'minimal, standard or thorough; else by the BRIEF',
    }),
    contract: z
      .boolean()
      .default(false)
      .meta({ help: 'a sprint contract where the level leaves it open' }),
    strict: z
      .boolean()
      .optional()
      .meta({ help: 'every dimension must pass, in two iterations at least' }),
  }),
  carries: true,
  examples: [
    ['loopwright gan start landing', 'until it passes or asks'],
    ['loopwright gan start landing --level thorough --strict', 'for a client'],
  ],
  async run({ workspace, person: { by } }, { folder, level, contract, strict }) {
    const options = { level, contract, ...(strict === undefined ? {} : { strict }), by }
    const started = await startGan(workspace, folder, options)
    if (!started.ok) return started
    const { name, notes } = started.value
    return ok({ type: 'carry', run: name, notes })
  },
})
