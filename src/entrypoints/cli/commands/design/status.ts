import { openWorkspace } from '../../../../app.ts'
import type { Command } from '../../command.ts'
import { designVerbs } from '../../design-verbs.ts'

export const command: Command = {
  name: 'design status',
  usage: 'design status <feature> [options]',
  about:
    'Shows where a feature is: its state, score and dimensions, how it came there, and what can be done now.\nA frozen design is verified on the way.',
  words: { least: 1, most: 1 },
  options: {},
  examples: [
    ['loopwright design status clinic-appointments', 'for people'],
    ['loopwright design status clinic-appointments --json', 'state.json and more, for scripts'],
  ],
  async run(call) {
    const workspace = await openWorkspace({ cwd: call.cwd, env: call.env })
    return workspace.ok ? designVerbs.status(call, workspace.value, call.words[0] ?? '') : workspace
  },
}
