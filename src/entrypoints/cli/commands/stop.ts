import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import type { Command } from '../command.ts'
import { flag, text } from '../parse.ts'
import { runAtHand } from '../run-at-hand.ts'
import { whoAmI } from '../who.ts'

export const command: Command = {
  name: 'stop',
  usage: 'stop [reason] [options]',
  about:
    'Ends the active loop for good. A loop that is being worked on is asked to stop at once.\n(To pause it, press Ctrl-C where it runs.)',
  words: { least: 0, most: 1_000 },
  decides: true,
  options: { run: { type: 'string', value: 'RUN', help: 'another loop than the active one' } },
  examples: [
    ['loopwright stop', 'reason: user_stop'],
    ['loopwright stop good enough for the demo', 'with a reason of your own'],
  ],
  async run(call) {
    const { words, values, terminal, env } = call
    const found = await runAtHand(call, text(values, 'run'))
    if (!found.ok) return found
    const { house, name, verbs } = found.value
    const reason = words.join(' ').trim() || 'user_stop'
    const halted = await verbs.stop(house, name, { reason, by: whoAmI(env) })
    if (!halted.ok) return halted
    const { alias } = halted.value
    const asked = halted.value.stopped === 'asked'
    if (flag(values, 'json'))
      terminal.print(JSON.stringify({ loopwright: 1, alias, stopped: !asked, asked, reason }))
    else
      terminal.print(
        asked ? `asked the process that works on ${alias} to stop` : `${alias} stopped (${reason})`,
      )
    return ok(exitCodes.accepted)
  },
}
