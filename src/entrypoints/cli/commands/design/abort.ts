import { openWorkspace } from '../../../../app.ts'
import { answerDesign } from '../../answer-design.ts'
import { type Command, gateOption, personOf, text } from '../../command.ts'

export const command: Command = {
  name: 'design abort',
  usage: 'design abort <feature> --reason "…" [options]',
  about:
    'Ends the run at the gate: FAILED. Every artifact stays as it is; the reason and the time are recorded.',
  words: { least: 1, most: 1 },
  decides: true,
  options: {
    reason: { type: 'string', help: 'why' },
    by: { type: 'string', value: 'NAME', help: 'who aborts (you)' },
    gate: gateOption,
  },
  examples: [
    ['loopwright design abort clinic-appointments --reason "the pilot was cancelled"', 'end it'],
  ],
  async run(call) {
    const { words, values, cwd, env, begun } = call
    const workspace = await openWorkspace({ cwd, env, begun })
    if (!workspace.ok) return workspace
    return answerDesign(call, workspace.value, words[0] ?? '', {
      option: 'abort',
      ...personOf(call),
      feedback: text(values, 'reason'),
    })
  },
}
