import { join } from 'node:path'
import { z } from 'zod'
import { openRun } from '../../../engine/open-run.ts'
import { type CommandResult, defineCommand } from '../../../engine/workflow-command.ts'
import { type AsyncResult, ok, usageError } from '../../../model/result.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { allImproves } from '../all-runs.ts'
import { improve } from '../definition.ts'
import { recordedOrders } from '../recorded-orders.ts'
import { iterationReport } from '../report.ts'
import { anImprove } from '../start.ts'
import { improveAsJson, improveViewOf } from '../view.ts'
import { weekOf, weeklyReport } from '../weekly.ts'

export const command = defineCommand({
  name: 'improve report',
  usage: 'improve report [<run>] [options]',
  about:
    'Prints the report of an iteration: scores with their evidence, what failed and why, and every proposal in full.\nWith --weekly what happened in the last seven days over all runs and work orders, kept in the folder of reports as well.',
  words: ['run'],
  arguments: z.object({
    run: z.string().optional(),
    iteration: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ value: 'N', help: 'which iteration (default: the last)' }),
    weekly: z
      .boolean()
      .default(false)
      .meta({ help: 'the last seven days, over all runs and work orders' }),
  }),
  examples: [
    ['loopwright improve report bookshop --iteration 2', 'one iteration'],
    ['loopwright improve report --weekly', 'the last seven days'],
  ],
  async run({ workspace }, { run, iteration: wanted, weekly }) {
    if (weekly)
      return run === undefined && wanted === undefined
        ? reportWeek(workspace)
        : usageError('--weekly is about all runs', 'leave the run and --iteration out')
    const name = await anImprove(workspace, run)
    if (!name.ok) return name
    const open = await openRun(improve, workspace, name.value)
    if (!open.ok) return open
    const { state } = open.value
    const iteration =
      wanted === undefined
        ? state.iterations.at(-1)
        : state.iterations.find(({ number }) => number === wanted)
    if (iteration === undefined)
      return usageError(
        wanted === undefined ? 'nothing was built yet' : `there is no iteration ${wanted}`,
        state.iterations.length === 0
          ? `go on: loopwright resume ${name.value}`
          : `there are: ${state.iterations.map(({ number }) => number).join(', ')}`,
      )
    return ok({
      type: 'show',
      run: name.value,
      json: improveAsJson(state, improveViewOf(workspace, state)),
      lines: () => iterationReport(state, iteration).split('\n'),
    })
  },
})

async function reportWeek(workspace: Workspace): AsyncResult<CommandResult> {
  const records = workspace.hasRecords() ? await workspace.records() : null
  if (records?.ok === false) return records
  const { runs, damaged } = await allImproves(workspace)
  const now = workspace.clock.now()
  const orders = records === null ? [] : await recordedOrders(records.value)
  const week = weekOf({ now, runs, orders })
  const text = weeklyReport(week)
  const { path } = workspace.config.workflows.improve
  const file = join(workspace.root, path, `weekly-${week.to.slice(0, 10)}.md`)
  await workspace.disk.writeDurably(file, text)
  return ok({
    type: 'show',
    json: { loopwright: 1, ...week, path: workspace.relative(file), damaged },
    lines: () => [...text.trimEnd().split('\n'), '', `kept as ${workspace.relative(file)}`],
    mentions: damaged,
  })
}
