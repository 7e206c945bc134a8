import { openHouse } from '../../../app.ts'
import { findRun } from '../../../app/find-run.ts'
import { findPlace } from '../../../app/reflex-places.ts'
import { stopRun } from '../../../app/reflex-steer.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import type { Command } from '../command.ts'
import { flag, text } from '../parse.ts'
import { whoAmI } from '../who.ts'

export const command: Command = {
  name: 'stop',
  usage: 'stop [reason] [options]',
  about:
    'Ends the active loop for good. A loop that is being worked on is asked to stop at once.\n(To pause it, press Ctrl-C where it runs.)',
  words: { least: 0, most: 1_000 },
  options: { run: { type: 'string', value: 'RUN', help: 'another loop than the active one' } },
  examples: [
    ['loopwright stop', 'reason: user_stop'],
    ['loopwright stop good enough for the demo', 'with a reason of your own'],
  ],
  async run(call) {
    const { words, values, terminal, cwd, env } = call
    const opened = await openHouse({ cwd, env })
    if (!opened.ok) return opened
    const house = opened.value
    const found = await findRun(house, text(values, 'run'))
    if (!found.ok) return found
    if (found.value.workflow === 'design') {
      const { designVerbs } = await import('../design-verbs.ts')
      return designVerbs.stop(call, house, found.value.name)
    }
    const place = await findPlace(house, found.value.name)
    if (!place.ok) return place
    const reason = words.join(' ').trim() || 'user_stop'
    const stopped = await stopRun(house, place.value, { reason, by: whoAmI(env) })
    if (!stopped.ok) return stopped
    const asked = stopped.value.type === 'asked'
    if (flag(values, 'json'))
      terminal.print(
        JSON.stringify({ loopwright: 1, alias: place.value.alias, stopped: !asked, asked, reason }),
      )
    else
      terminal.print(
        asked
          ? `asked the process that works on ${place.value.alias} to stop`
          : `${place.value.alias} stopped (${reason})`,
      )
    return ok(exitCodes.accepted)
  },
}
