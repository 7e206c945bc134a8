import { openWorkspace } from '../../../../app.ts'
import type { Command } from '../../command.ts'
import { designVerbs } from '../../design-verbs.ts'

export const command: Command = {
  name: 'design verify',
  usage: 'design verify <feature> [options]',
  about:
    'Proves that the history is whole, that every kept version is intact, that the files show what the history says,\nand that a frozen design is exactly what was approved. Exit 0 if so, 1 if not.',
  words: { least: 1, most: 1 },
  options: {},
  examples: [['loopwright design verify clinic-appointments', 'checksum, marker, history, files']],
  async run(call) {
    const workspace = await openWorkspace({ cwd: call.cwd, env: call.env })
    return workspace.ok ? designVerbs.verify(call, workspace.value, call.words[0] ?? '') : workspace
  },
}
