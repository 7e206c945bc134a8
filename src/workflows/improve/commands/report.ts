import { z } from 'zod'
import { openRun } from '../../../engine/open-run.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok, usageError } from '../../../model/result.ts'
import { improve } from '../definition.ts'
import { iterationReport } from '../report.ts'
import { anImprove } from '../start.ts'
import { improveAsJson, improveViewOf } from '../view.ts'

export const command = defineCommand({
  name: 'improve report',
  usage: 'improve report [<run>] [options]',
  about:
    'Prints the report of an iteration: scores with their evidence, what failed and why, and every proposal in full.',
  words: ['run'],
  arguments: z.object({
    run: z.string().optional(),
    iteration: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ value: 'N', help: 'the last one unless told' }),
  }),
  examples: [['loopwright improve report bookshop --iteration 2', 'one iteration']],
  async run({ workspace }, { run, iteration: wanted }) {
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
        `go on: loopwright resume ${name.value}`,
      )
    return ok({
      type: 'show',
      run: name.value,
      json: improveAsJson(state, improveViewOf(workspace, state)),
      lines: () => iterationReport(state, iteration).split('\n'),
    })
  },
})
