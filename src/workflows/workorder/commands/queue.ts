import { openWorkspace } from '../../../app.ts'
import { reviewQueue } from '../queue.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { printable } from '../../../views/findings.ts'
import { oneLine, table } from '../../../views/format.ts'
import { type Command, flag } from '../../../entrypoints/cli/command.ts'

export const command: Command = {
  name: 'workorder queue',
  usage: 'workorder queue [options]',
  about: 'Lists the orders that were measured and need review, the lowest score first.',
  words: { least: 0, most: 0 },
  options: {},
  examples: [['loopwright workorder queue', 'what somebody should look at']],
  async run({ values, terminal, cwd, env }) {
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const queue = await reviewQueue(workspace.value)
    if (!queue.ok) return queue
    const { print, paint } = terminal
    if (flag(values, 'json')) print(JSON.stringify({ loopwright: 1, orders: queue.value }))
    else if (queue.value.length === 0) print(`${paint('green', '✓')} nothing needs review`)
    else
      for (const line of table(
        ['order', 'score', 'weakest', 'why'],
        queue.value.map(({ run_id, score, weakest, why }) => [
          run_id,
          score === null ? '-' : score.toFixed(1),
          weakest,
          printable(oneLine(why, 70)),
        ]),
        terminal.columns,
      ))
        print(line)
    return ok(exitCodes.accepted)
  },
}
