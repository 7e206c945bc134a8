import { openWorkspace } from '../../../app.ts'
import { openKnownOrder, openOrder } from '../orders.ts'
import { missingFor, openWaiting } from '../waiting.ts'
import { ok, usageError } from '../../../model/result.ts'
import { type ExitCode, exitCodes } from '../../../model/problem.ts'
import { type Command, flag } from '../../../entrypoints/cli/command.ts'
import { runOrder } from '../../run-order.ts'

export const command: Command = {
  name: 'workorder run',
  usage: 'workorder run [<order>] [options]',
  about:
    'Works on an order until it is completed, needs review, or a person must decide. With --all, on every order that\nwaits, in their order; one that depends on another waits until that one is completed.\nExit 0: completed; 1: needs review, or stopped; 3: a person must decide, or paused; 4: a cap was reached;\n5: failed; the highest of all with --all.',
  words: { least: 0, most: 1 },
  options: {
    all: { type: 'boolean', help: 'every order that waits' },
    quiet: { type: 'boolean', short: 'q', help: 'only the end' },
  },
  examples: [
    ['loopwright workorder run wo1', 'one order'],
    ['loopwright workorder run --all', 'all of them'],
  ],
  async run(call) {
    const { words, values, cwd, env, terminal } = call
    const opened = await openWorkspace({ cwd, env })
    if (!opened.ok) return opened
    const workspace = opened.value
    const [name] = words
    if (name !== undefined) {
      const open = await openOrder(workspace, name)
      if (!open.ok) return open
      const on = await missingFor(workspace, open.value.state)
      if (on !== null)
        terminal.mention(`! it depends on "${on}", which is not completed; it starts without it`)
      return runOrder(call, workspace, open.value)
    }
    const waiting = openWaiting(workspace)
    let next = await waiting.next()
    if (next === null) {
      const blocked = waiting.blocked()
      return usageError(
        blocked.length === 0
          ? 'no order waits to be worked on'
          : `every order that waits depends on another: ${blocked.map(({ runId, on }) => `${runId} on "${on}"`).join(', ')}`,
        blocked.length === 0
          ? 'add one: loopwright workorder add "<title>"   or plan some: loopwright workorder plan spec.md'
          : 'see what they wait for: loopwright list   loopwright workorder queue   loopwright gates',
      )
    }
    if (!flag(values, 'all')) return runOrder(call, workspace, next)
    let worst: ExitCode = exitCodes.accepted
    for (; next !== null; next = await waiting.next()) {
      const exit = await runOrder(call, workspace, next)
      // what is wrong with one order does not hold up the others
      if (!exit.ok) terminal.mention(`! ${next.runId}: ${exit.error.what}`)
      const code = exit.ok ? exit.value : exit.error.exit
      if (code > worst) worst = code
      if (!exit.ok) continue
      // who pressed Ctrl-C does not want the next order to begin
      const after = await openKnownOrder(workspace, next.runId)
      if (!after.ok) return after
      if (after.value.state.at !== 'ended' && after.value.state.at !== 'asking') return ok(worst)
    }
    const blocked = waiting.blocked()
    for (const { runId, on } of blocked)
      terminal.mention(`! ${runId} waits for "${on}", which is not completed`)
    return ok(blocked.length > 0 && worst === 0 ? exitCodes.notAccepted : worst)
  },
}
