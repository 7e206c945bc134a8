import { openHouse } from '../../../app.ts'
import { openFeature } from '../../../app/design-feature.ts'
import { featureIds } from '../../../app/design-places.ts'
import { designRunView } from '../../../app/design-view.ts'
import { aliases, loadPlace } from '../../../app/reflex-places.ts'
import { viewOf } from '../../../app/reflex-view.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { showScore } from '../../../views/format.ts'
import { table } from '../../../views/table.ts'
import type { Command } from '../command.ts'
import { runAsJson } from '../json.ts'
import { flag } from '../parse.ts'

export const command: Command = {
  name: 'list',
  usage: 'list [options]',
  about: 'Lists all loops of the workspace: alias | status | iteration | last_score | updated_at.',
  words: { least: 0, most: 0 },
  options: {},
  examples: [
    ['loopwright list', 'a table'],
    ['loopwright list --json', 'for scripts'],
  ],
  async run({ values, terminal, cwd, env }) {
    const workspace = await openHouse({ cwd, env })
    if (!workspace.ok) return workspace
    const house = workspace.value
    const runs = []
    const damaged: { alias: string; what: string }[] = []
    const notices: string[] = []
    for (const alias of await aliases(house)) {
      const loaded = await loadPlace(house, alias)
      if (loaded.ok) runs.push(viewOf(house, loaded.value.place, loaded.value.state))
      else damaged.push({ alias, what: loaded.error.what })
    }
    for (const name of await featureIds(house)) {
      const opened = await openFeature(house, name)
      if (opened.ok) {
        runs.push(designRunView(house, opened.value.place, opened.value.state))
        notices.push(...opened.value.notices.map((notice) => `! ${name}: ${notice}`))
      } else damaged.push({ alias: name, what: opened.error.what })
    }
    if (flag(values, 'json')) {
      const told = runs.map((run) => ({
        ...runAsJson(run),
        workflow: run.taskType === 'design' ? 'design' : 'reflex',
      }))
      terminal.print(JSON.stringify({ loopwright: 1, runs: told, damaged }))
      return ok(exitCodes.accepted)
    }
    if (runs.length === 0 && damaged.length === 0)
      terminal.print('no loops yet\n  → start one: loopwright new "<task>"')
    else
      for (const line of table(
        ['alias', 'status', 'iteration', 'last_score', 'updated_at'],
        [
          ...runs.map((run) => [
            run.alias,
            run.status,
            `${run.iteration}/${run.maxIterations}`,
            run.evaluation ? showScore(run.lastScore) : '-',
            run.updatedAt,
          ]),
          ...damaged.map(({ alias }) => [alias, 'damaged', '-', '-', '-']),
        ],
      ))
        terminal.print(line)
    for (const { alias, what } of damaged) terminal.mention(`! ${alias}: ${what}`)
    for (const notice of notices) terminal.mention(notice)
    return ok(exitCodes.accepted)
  },
}
