import { openWorkspace } from '../../../app.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { type Command, flag } from '../command.ts'

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
    if (flag(values, 'json')) terminal.print(JSON.stringify({ loopwright: 1, ...deeds }))
    else {
      for (const line of deeds.lines) terminal.print(line)
      if (deeds.lines.length === 0) terminal.print('it runs nothing and sends nothing')
      else if (!flag(values, 'show')) terminal.print('agreed, until it changes')
    }
    return ok(exitCodes.accepted)
  },
}
