import { openHouse } from '../../../app.ts'
import { findRun } from '../../../app/find-run.ts'
import { findPlace } from '../../../app/reflex-places.ts'
import { resumeRun } from '../../../app/reflex-start.ts'
import type { Command } from '../command.ts'
import { runLoop } from '../run-loop.ts'

export const command: Command = {
  name: 'resume',
  usage: 'resume [run] [options]',
  about:
    'Goes on with a loop where it was interrupted. Nothing that was completed is done again.\nA loop that has ended is shown as it ended.',
  words: { least: 0, most: 1 },
  options: {
    compact: { type: 'boolean', help: "leave the artifact's text out of what is shown" },
    quiet: { type: 'boolean', short: 'q', help: 'only the end' },
    save: { type: 'string', value: 'FILE', help: 'copy the final artifact there' },
  },
  examples: [
    ['loopwright resume', 'go on with the active loop'],
    ['loopwright resume courses-api', 'go on with a loop by its alias'],
  ],
  async run(call) {
    const house = await openHouse({ cwd: call.cwd, env: call.env })
    if (!house.ok) return house
    const found = await findRun(house.value, call.words[0])
    if (!found.ok) return found
    if (found.value.workflow === 'design') {
      const { designVerbs } = await import('../design-verbs.ts')
      return designVerbs.resume(call, house.value, found.value.name)
    }
    const place = await findPlace(house.value, found.value.name)
    if (!place.ok) return place
    return runLoop(call, house.value, (watch) => resumeRun(house.value, place.value, watch))
  },
}
