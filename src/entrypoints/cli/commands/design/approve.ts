import { openWorkspace } from '../../../../app.ts'
import { answerDesign } from '../../answer-design.ts'
import { type Command, gateOption, personOf, text } from '../../command.ts'

export const command: Command = {
  name: 'design approve',
  usage: 'design approve <feature> [options]',
  about:
    'Approves the candidate and freezes it: final/intent.json, final/preview.html and final/FROZEN.md. Who approved,\nwhen, the score and the hash they saw are recorded. An intent edited since is judged again first. What no machine and no\njudge decided, you decide by approving; it is listed. Where an obligation is unmet, say why you approve all the same.',
  words: { least: 1, most: 1 },
  decides: true,
  options: {
    by: { type: 'string', value: 'NAME', help: 'who approves (you)' },
    gate: gateOption,
    rationale: { type: 'string', help: 'why, for FROZEN.md' },
    despite: {
      type: 'string',
      value: 'WHY',
      help: 'approve although obligations are unmet, and say why',
    },
  },
  examples: [
    ['loopwright design approve clinic-appointments', 'as you'],
    [
      'loopwright design approve clinic-appointments --by "Ada L." --rationale "covers the pilot"',
      'with a reason',
    ],
  ],
  async run(call) {
    const { words, values, cwd, env, begun } = call
    const workspace = await openWorkspace({ cwd, env, begun })
    if (!workspace.ok) return workspace
    return answerDesign(call, workspace.value, words[0] ?? '', {
      option: 'approve',
      ...personOf(call),
      feedback: text(values, 'rationale'),
      despite: text(values, 'despite'),
    })
  },
}
