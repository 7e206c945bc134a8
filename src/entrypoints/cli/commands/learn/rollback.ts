import { rollBack } from '../../../../learn/decide.ts'
import { shortOf } from '../../../../learn/draft.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok } from '../../../../model/result.ts'
import { type Command, flag, text, whoAmI } from '../../command.ts'
import { withRecords } from './with-records.ts'

export const command: Command = {
  name: 'learn rollback',
  usage: 'learn rollback [options]',
  about:
    'Puts the prompt before the one in use in use again. Lessons that had a place only in the newer one are demoted.',
  words: { least: 0, most: 0 },
  decides: true,
  options: {
    by: { type: 'string', value: 'NAME', help: 'who decides (you)' },
    reason: { type: 'string', help: 'words to go with it' },
  },
  examples: [['loopwright learn rollback --reason "worse since"', 'undo the last approval']],
  run: (call) =>
    withRecords(call, async ({ records, at }) => {
      const { values, terminal, env } = call
      const by = text(values, 'by') ?? whoAmI(env)
      const back = await rollBack(records, { by, at, reason: text(values, 'reason') })
      if (!back.ok) return back
      const { from, to, demoted } = back.value
      if (flag(values, 'json'))
        terminal.print(
          JSON.stringify({ loopwright: 1, from, to, demoted: demoted.map(({ id }) => id), by }),
        )
      else {
        const { paint, print } = terminal
        print(`${paint('green', '✓')} prompt ${to} is in use again; it was ${from}`)
        for (const { id, error_code: code } of demoted) print(`  demoted: ${code} (${shortOf(id)})`)
      }
      return ok(exitCodes.accepted)
    }),
}
