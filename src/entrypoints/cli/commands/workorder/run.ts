import { openWorkspace } from '../../../../app.ts'
import { openOrder } from '../../../../app/workorder-places.ts'
import { waitingOrders } from '../../../../app/workorder-queue.ts'
import { ok, usageError } from '../../../../model/result.ts'
import { type ExitCode, exitCodes } from '../../../../model/problem.ts'
import { type Command, flag } from '../../command.ts'
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
      const { blocked } = await waitingOrders(workspace, new Set())
      const held = blocked.find(({ runId }) => runId === open.value.runId)
      if (held !== undefined)
        terminal.mention(
          `! it depends on "${held.on}", which is not completed; it starts without it`,
        )
      return runOrder(call, workspace, open.value)
    }
    const first = await waitingOrders(workspace, new Set())
    const [next] = first.ready
    if (next === undefined)
      return usageError(
        first.blocked.length === 0
          ? 'no order waits to be worked on'
          : `every order that waits depends on another: ${first.blocked.map(({ runId, on }) => `${runId} on "${on}"`).join(', ')}`,
        first.blocked.length === 0
          ? 'add one: loopwright workorder add "<title>"   or plan some: loopwright workorder plan spec.md'
          : 'see what they wait for: loopwright list   loopwright workorder queue   loopwright gates',
      )
    if (!flag(values, 'all')) {
      const open = await openOrder(workspace, next)
      return open.ok ? runOrder(call, workspace, open.value) : open
    }
    let worst: ExitCode = exitCodes.accepted
    const done = new Set<string>()
    for (;;) {
      const { ready, blocked } = await waitingOrders(workspace, done)
      const [runId] = ready
      if (runId === undefined) {
        for (const { runId: waiting, on } of blocked)
          terminal.mention(`! ${waiting} waits for "${on}", which is not completed`)
        return ok(blocked.length > 0 && worst === 0 ? exitCodes.notAccepted : worst)
      }
      done.add(runId)
      const open = await openOrder(workspace, runId)
      if (!open.ok) return open
      const exit = await runOrder(call, workspace, open.value)
      // what is wrong with one order does not hold up the others
      if (!exit.ok) terminal.mention(`! ${runId}: ${exit.error.what}`)
      const code = exit.ok ? exit.value : exit.error.exit
      if (code > worst) worst = code
      if (!exit.ok) continue
      // who pressed Ctrl-C does not want the next order to begin
      const after = await openOrder(workspace, runId)
      if (!after.ok) return after
      if (after.value.state.at !== 'ended' && after.value.state.at !== 'asking') return ok(worst)
    }
  },
}
