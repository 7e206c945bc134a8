import { isAboutActive } from '../../../engine/runs.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { type Command, flag } from '../command.ts'
import { runAt } from '../open-runs.ts'
import { screenOf } from '../screen.ts'

export const command: Command = {
  name: 'status',
  usage: 'status [run] [options]',
  about:
    'Shows where a loop is: alias | status | iteration | phase | current_step | last_score | updated_at.',
  words: { least: 0, most: 1 },
  options: { artifact: { type: 'boolean', help: 'show the whole artifact too' } },
  examples: [
    ['loopwright status', 'the active loop'],
    ['loopwright status courses-api --artifact', 'a loop by alias, with its artifact'],
  ],
  async run(call) {
    const { words, values, terminal } = call
    const run = await runAt(call, words[0])
    const asJson = flag(values, 'json')
    if (run.ok) {
      const show = await run.value.show({ artifact: flag(values, 'artifact') })
      if (asJson) terminal.print(JSON.stringify(show.json))
      else {
        for (const line of await show.status(screenOf(call))) terminal.print(line)
        const { workspace, workflow, view } = run.value
        const waiting = await workspace.hostDesk.open({ workflow, runId: view.runId })
        for (const { agent, request } of waiting)
          terminal.print(`  waits for "${agent}", which works by MCP: ${request.phase}`)
      }
      return ok(show.exit ?? exitCodes.accepted)
    }
    if (words[0] !== undefined || !isAboutActive(run.error)) return run
    // that there is nothing to show, or more than one run, is an answer too
    const { what, todo = '' } = run.error
    if (asJson) terminal.print(JSON.stringify({ loopwright: 1, active: null, reason: what }))
    else terminal.print(`${what}\n  ${terminal.paint('cyan', '→')} ${todo}`)
    return ok(exitCodes.accepted)
  },
}
