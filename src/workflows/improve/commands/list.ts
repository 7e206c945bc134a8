import { z } from 'zod'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { counted } from '../../../model/counted.ts'
import { table } from '../../../views/format.ts'
import { allImproves } from '../all-runs.ts'
import { improveViewOf } from '../view.ts'

export const command = defineCommand({
  name: 'improve list',
  usage: 'improve list [options]',
  about: 'Lists all runs: how many applications were built, and how they scored.',
  words: [],
  arguments: z.object({}),
  examples: [['loopwright improve list', 'a table']],
  async run({ workspace }) {
    const rows: Record<string, string>[] = []
    const { runs, damaged } = await allImproves(workspace)
    const own = runs.filter(({ setup }) => setup.trial === undefined)
    for (const state of own) {
      const view = improveViewOf(workspace, state)
      rows.push({
        run: view.id,
        status: view.outcome ?? (view.question === null ? view.step : 'waiting'),
        iterations: `${view.iterations.length}/${view.maxIterations}`,
        scores: view.iterations.map(({ score }) => score ?? '-').join(' '),
        improvements: String(view.improvements.filter(({ status }) => status === 'applied').length),
      })
    }
    return ok({
      type: 'show',
      json: { runs: rows, damaged },
      lines: ({ columns }) =>
        rows.length === 0
          ? ['nothing was built yet', '  → start: loopwright improve run <spec.md> --setup DIR']
          : table(
              ['run', 'status', 'iterations', 'scores', 'improvements'],
              rows.map((row) => Object.values(row)),
              columns,
            ),
      mentions: [
        ...(own.length === runs.length
          ? []
          : [
              `${counted(runs.length - own.length, 'application')} of comparisons: loopwright list`,
            ]),
        ...damaged,
      ],
    })
  },
})
