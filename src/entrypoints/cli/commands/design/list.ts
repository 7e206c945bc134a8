import { openWorkspace } from '../../../../app.ts'
import { openFeature } from '../../../../app/design-feature.ts'
import { featureIds } from '../../../../app/design-places.ts'
import { designAsJson, designViewOf } from '../../../../app/design-view.ts'
import { exitCodes } from '../../../../model/problem.ts'
import { ok } from '../../../../model/result.ts'
import { sparkline } from '../../../../views/bars.ts'
import { showPoints } from '../../../../views/design-summary.ts'
import { table } from '../../../../views/format.ts'
import { type Command, flag } from '../../command.ts'

export const command: Command = {
  name: 'design list',
  usage: 'design list [options]',
  about:
    'Lists all features: state, iteration, score of threshold, the scores so far. Frozen ones are verified.',
  words: { least: 0, most: 0 },
  options: {},
  examples: [['loopwright design list', 'a table']],
  async run({ values, terminal, cwd, env }) {
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const rows: string[][] = []
    const features: unknown[] = []
    const damaged: { alias: string; what: string }[] = []
    const told: string[] = []
    for (const name of await featureIds(workspace.value)) {
      const opened = await openFeature(workspace.value, name)
      if (!opened.ok) {
        damaged.push({ alias: name, what: opened.error.what })
        rows.push([name, 'damaged', '-', '-', '', '-'])
        continue
      }
      const { place, state, notices } = opened.value
      const view = designViewOf(workspace.value, place, state, { notices })
      features.push(designAsJson(state, view))
      told.push(...notices.map((notice) => `! ${name}: ${notice}`))
      rows.push([
        name,
        view.state,
        `${Math.min(view.iteration + 1, view.maxIterations)}/${view.maxIterations}`,
        view.score === null ? '-' : `${showPoints(view.score)}/${showPoints(view.threshold)}`,
        sparkline(view.scores.map(({ score }) => score / 100)),
        view.updatedAt,
      ])
    }
    if (flag(values, 'json')) terminal.print(JSON.stringify({ loopwright: 1, features, damaged }))
    else if (rows.length === 0)
      terminal.print(
        'no features yet\n  → start one: loopwright design start <feature> requirements.md',
      )
    else
      for (const line of table(
        ['feature', 'state', 'iteration', 'score', 'scores', 'updated_at'],
        rows,
        terminal.columns,
      ))
        terminal.print(line)
    for (const { alias, what } of damaged) terminal.mention(`! ${alias}: ${what}`)
    if (!flag(values, 'json')) for (const notice of told) terminal.mention(notice)
    return ok(exitCodes.accepted)
  },
}
