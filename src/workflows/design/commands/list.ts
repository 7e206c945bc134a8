import { z } from 'zod'
import { openKnownRun } from '../../../engine/open-run.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { ok } from '../../../model/result.ts'
import { sparkline } from '../../../views/bars.ts'
import { table } from '../../../views/format.ts'
import { design } from '../definition.ts'
import { lineCells } from '../summary.ts'
import { designAsJson, type DesignView, designViewOf } from '../view.ts'

export const command = defineCommand({
  name: 'design list',
  usage: 'design list [options]',
  about:
    'Lists all features: state, iteration, score of threshold, the scores so far. Frozen ones are verified.',
  words: [],
  arguments: z.object({}),
  examples: [['loopwright design list', 'a table']],
  async run({ workspace }) {
    const rows: (readonly string[])[] = []
    const features: unknown[] = []
    const damaged: { readonly alias: string; readonly what: string }[] = []
    const notices: string[] = []
    for (const name of await design.names(workspace)) {
      const opened = await openKnownRun(design, workspace, name)
      if (!opened.ok) {
        damaged.push({ alias: name, what: opened.error.what })
        rows.push([name, 'damaged', '-', '-', '', '-'])
        continue
      }
      const view = designViewOf(workspace, opened.value)
      features.push(designAsJson(opened.value.state, view))
      notices.push(...view.notices.map((notice) => `! ${name}: ${notice}`))
      rows.push(rowOf(view))
    }
    return ok({
      type: 'show',
      json: { features, damaged },
      lines: ({ columns }) =>
        rows.length === 0
          ? ['no features yet', '  → start one: loopwright design start <feature> requirements.md']
          : table(
              ['feature', 'state', 'iteration', 'score', 'scores', 'updated_at'],
              rows,
              columns,
            ),
      mentions: [...damaged.map(({ alias, what }) => `! ${alias}: ${what}`), ...notices],
    })
  },
})

const rowOf = (view: DesignView): readonly string[] =>
  lineCells(view).toSpliced(4, 0, sparkline(view.scores.map(({ score }) => score / 100)))
