import { openWorkspace } from '../../../../app.ts'
import { resetFeature } from '../../../../app/design-steer.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok, usageError } from '../../../../model/result.ts'
import { type Command, flag, text, whoAmI } from '../../command.ts'

export const command: Command = {
  name: 'design reset',
  usage: 'design reset <feature> --acknowledge "…" [options]',
  about:
    'Goes from FAILED back to IDLE, after you have said what you found out. The old run is archived in\ndesign/history/, the artifacts are kept, and the next start begins a new run.',
  words: { least: 1, most: 1 },
  decides: true,
  options: {
    acknowledge: { type: 'string', help: 'what happened, in your words' },
    by: { type: 'string', value: 'NAME', help: 'who resets it (you)' },
  },
  examples: [
    [
      'loopwright design reset clinic-appointments --acknowledge "the model timed out; switched it"',
      'start over',
    ],
  ],
  async run({ words, values, terminal, cwd, env }) {
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const [feature = ''] = words
    const acknowledge = text(values, 'acknowledge')
    if (acknowledge === undefined || acknowledge.trim() === '')
      return usageError(
        'a reset needs an acknowledgement of what happened',
        `loopwright design reset ${feature} --acknowledge "…"`,
      )
    const by = text(values, 'by') ?? whoAmI(env)
    const done = await resetFeature(workspace.value, feature, { acknowledge, by })
    if (!done.ok) return done
    if (flag(values, 'json'))
      terminal.print(JSON.stringify({ loopwright: 1, alias: feature, state: done.value.at }))
    else {
      terminal.print(`${terminal.paint('green', '✓')} ${feature} is IDLE; the old run is archived`)
      terminal.print(`  → start again: loopwright design start ${feature}`)
    }
    return ok(exitCodes.accepted)
  },
}
