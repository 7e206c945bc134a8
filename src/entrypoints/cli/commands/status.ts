import { join } from 'node:path'
import { isAboutActive } from '../../../engine/runs.ts'
import { hosts, journalName } from '../../../hosts/host.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { type Command, flag } from '../command.ts'
import { runsAt } from '../open-runs.ts'
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
    const runs = await runsAt(call)
    if (!runs.ok) return runs
    const run = await runs.value.find(words[0])
    const asJson = flag(values, 'json')
    const hooks = words[0] === undefined ? await hooksOf(runs.value.workspace) : []
    if (!asJson) for (const line of hooks) terminal.print(line)
    if (run.ok) {
      const show = await run.value.show({ artifact: flag(values, 'artifact') })
      if (asJson) terminal.print(JSON.stringify(show.json))
      else {
        for (const line of await show.status(screenOf(call))) terminal.print(line)
        const { workflow, view } = run.value
        const waiting = await runs.value.workspace.hostDesk.open({ workflow, runId: view.runId })
        for (const { agent, request } of waiting)
          terminal.print(`  waits for "${agent}", which works by MCP: ${request.phase}`)
      }
      return ok(show.exit ?? exitCodes.accepted)
    }
    if (words[0] !== undefined || !isAboutActive(run.error)) return run
    // that there is nothing to show, or more than one run, is an answer too
    const { what, todo = '' } = run.error
    if (asJson)
      terminal.print(
        JSON.stringify({
          loopwright: 1,
          active: null,
          reason: what,
          ...(hooks.length === 0 ? {} : { hooks }),
        }),
      )
    else terminal.print(`${what}\n  ${terminal.paint('cyan', '→')} ${todo}`)
    return ok(exitCodes.accepted)
  },
}

/** What the hooks of other programs did here; nothing is loaded where there are none. */
async function hooksOf(
  workspace: Pick<Workspace, 'root' | 'disk' | 'own' | 'seal'>,
): Promise<readonly string[]> {
  const { root, disk, own } = workspace
  const isThere =
    (await own.disk.stamp(join(own.path, journalName))) !== null ||
    (await Promise.all(Object.values(hosts).map(({ file }) => disk.stamp(join(root, file))))).some(
      (stamp) => stamp !== null,
    )
  return isThere ? (await import('../../../hosts/installed.ts')).hookLines(workspace) : []
}
