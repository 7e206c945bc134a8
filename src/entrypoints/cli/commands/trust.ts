import { openWorkspace } from '../../../app.ts'
import { type Command, flag, printResult } from '../command.ts'

export const command: Command = {
  name: 'trust',
  usage: 'trust [options]',
  about:
    'Agrees to what the loopwright.yaml of this workspace makes this machine do: the commands it runs, the places it sends to, the walls it does without. It is asked for once, and again when that changes.',
  words: { least: 0, most: 0 },
  options: { show: { type: 'boolean', help: 'only show it' } },
  examples: [
    ['loopwright trust --show', 'what it would do'],
    ['loopwright trust', 'agree to it'],
  ],
  decides: true,
  async run({ values, terminal, cwd, env }) {
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const { trust } = workspace.value
    const { deeds } = trust
    if (!flag(values, 'show')) trust.give()
    const agreed = flag(values, 'show') ? [] : ['agreed, until it changes']
    return printResult({ values, terminal }, deeds, () =>
      deeds.lines.length === 0
        ? ['it runs nothing and sends nothing']
        : [...deeds.lines, ...agreed],
    )
  },
}
