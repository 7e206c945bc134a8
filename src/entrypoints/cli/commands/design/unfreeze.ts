import { openWorkspace } from '../../../../app.ts'
import { unfreezeFeature } from '../../../../app/design-steer.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok, usageError } from '../../../../model/result.ts'
import { type Command, flag, text } from '../../command.ts'

export const command: Command = {
  name: 'design unfreeze',
  usage: 'design unfreeze <feature> --reason "…" --by NAME [options]',
  about:
    'Records that people unfroze a design. A person deletes final/FROZEN.md first; then this verifies that what it\nprotected is unchanged, records the reason and who allowed it, and goes back to IDLE.',
  words: { least: 1, most: 1 },
  decides: true,
  options: {
    reason: { type: 'string', help: 'what was wrong' },
    correction: { type: 'string', help: 'what will be corrected' },
    by: { type: 'string', value: 'NAME', help: 'who allowed it; never guessed' },
  },
  examples: [
    [
      'loopwright design unfreeze clinic-appointments --reason "payment was left out" --by "Ada L."',
      'after FROZEN.md was deleted',
    ],
  ],
  async run({ words, values, terminal, cwd, env }) {
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const [feature = ''] = words
    const [reason = '', by = ''] = [text(values, 'reason'), text(values, 'by')]
    if (reason.trim() === '' || by.trim() === '')
      return usageError(
        `unfreezing needs ${reason.trim() === '' ? 'a reason' : 'the name of who allows it'}`,
        `loopwright design unfreeze ${feature} --reason "…" --by "…"`,
      )
    const correction = text(values, 'correction')
    const done = await unfreezeFeature(workspace.value, feature, { reason, by, correction })
    if (!done.ok) return done
    if (flag(values, 'json'))
      terminal.print(JSON.stringify({ loopwright: 1, alias: feature, state: done.value.at }))
    else {
      const { paint, print } = terminal
      print(`${paint('green', '✓')} ${feature} is IDLE; unfrozen by ${by}: ${reason}`)
      print(
        `  ${paint('yellow', '!')} everything that was made from the frozen design must be reviewed`,
      )
      print(
        `  → correct it: loopwright design start ${feature} --intent FILE   or from requirements`,
      )
    }
    return ok(exitCodes.accepted)
  },
}
