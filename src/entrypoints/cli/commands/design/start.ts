import { openWorkspace } from '../../../../app.ts'
import { startDesign } from '../../../../app/design-start.ts'
import { usageError } from '../../../../model/result.ts'
import { type Command, text, whoAmI, wholeNumber } from '../../command.ts'
import { runDesign } from '../../run-design.ts'

export const command: Command = {
  name: 'design start',
  usage: 'design start <feature> [requirements.md] [options]',
  about:
    'Starts the design of a feature: drafts an intent from the requirements, judges it by rules, refines it, and\nparks at the gate where a person decides. Without a file, <features>/<feature>/requirements.md is read.',
  words: { least: 1, most: 2 },
  options: {
    threshold: {
      type: 'string',
      value: 'N',
      help: 'score to reach, 70 to 95 (80); fixed for the run',
    },
    'max-iterations': { type: 'string', value: 'N', help: 'how often at the most (10)' },
    intent: { type: 'string', value: 'FILE', help: 'judge this intent first, instead of a draft' },
    by: { type: 'string', value: 'NAME', help: 'who starts it (you)' },
    quiet: { type: 'boolean', short: 'q', help: 'only the end' },
  },
  examples: [
    ['loopwright design start clinic-appointments requirements.md', 'up to the gate'],
    [
      'loopwright design start checkout --threshold 90',
      'features/checkout/requirements.md, stricter',
    ],
    ['loopwright design start checkout --intent draft.json', 'begin with an intent of your own'],
  ],
  async run(call) {
    const { words, values, cwd, env } = call
    const [feature = '', requirements] = words
    const limit = wholeNumber(values, 'max-iterations', 1_000)
    if (!limit.ok) return limit
    const given = text(values, 'threshold')
    const threshold = given === undefined ? undefined : Number(given)
    if (threshold !== undefined && !(threshold >= 70 && threshold <= 95))
      return usageError(`--threshold must be from 70 to 95, not "${given}"`)
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const place = await startDesign(workspace.value, feature, {
      requirements,
      threshold,
      maxIterations: limit.value,
      intent: text(values, 'intent'),
      by: text(values, 'by') ?? whoAmI(env),
    })
    return place.ok ? runDesign(call, workspace.value, place.value) : place
  },
}
