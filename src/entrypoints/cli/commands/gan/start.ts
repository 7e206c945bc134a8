import { openWorkspace } from '../../../../app.ts'
import { levels, startGan } from '../../../../app/gan-start.ts'
import { openGan } from '../../../../app/gan-places.ts'
import { usageError } from '../../../../model/result.ts'
import { type Command, flag, text, whoAmI } from '../../command.ts'
import { runGan } from '../../run-gan.ts'

export const command: Command = {
  name: 'gan start',
  usage: 'gan start <folder> [options]',
  about:
    'Builds the page of a BRIEF: the builder builds, the gates look at it in a browser, the evaluator judges what they\ncan not, and it goes round until the page passes or a person must decide. The folder holds BRIEF.md, and where you\nhave them copy.json, tokens.json and brand/. Settings: .moai/config/sections/design.yaml.',
  words: { least: 1, most: 1 },
  options: {
    level: { type: 'string', value: 'L', help: 'minimal, standard or thorough; else by the BRIEF' },
    contract: { type: 'boolean', help: 'a sprint contract where the level leaves it open' },
    strict: { type: 'boolean', help: 'every dimension must pass, in two iterations at least' },
    by: { type: 'string', value: 'NAME', help: 'who starts it (you)' },
    quiet: { type: 'boolean', short: 'q', help: 'only the end' },
  },
  examples: [
    ['loopwright gan start landing', 'until it passes or asks'],
    ['loopwright gan start landing --level thorough --strict', 'for a client'],
  ],
  async run(call) {
    const { words, values, cwd, env } = call
    const named = text(values, 'level')
    const level = levels.find((each) => each === named)
    if (named !== undefined && level === undefined)
      return usageError(
        `--level must be ${levels.join(', ')}; not "${named}"`,
        'leave it out to let the BRIEF decide',
      )
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const started = await startGan(workspace.value, words[0] ?? '', {
      level,
      contract: flag(values, 'contract'),
      ...(flag(values, 'strict') ? { strict: true } : {}),
      by: text(values, 'by') ?? whoAmI(env),
    })
    if (!started.ok) return started
    const { place, notes } = started.value
    const open = await openGan(workspace.value, place.runId)
    return open.ok ? runGan(call, workspace.value, open.value, { notes }) : open
  },
}
