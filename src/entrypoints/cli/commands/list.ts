import { openWorkspace } from '../../../app.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { showScore, table } from '../../../views/format.ts'
import type { RunView } from '../../../model/run-view.ts'
import { type Command, flag } from '../command.ts'
import { runAsJson } from '../json.ts'
import { fromEach } from '../workflow-verbs.ts'

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
    const workspace = await openWorkspace({ cwd, env })
    if (!workspace.ok) return workspace
    const told = await fromEach((verbs) => verbs.list(workspace.value))
    const runs = told.flatMap(([workflow, each]) => each.runs.map((run) => ({ workflow, run })))
    const damaged = told.flatMap(([, each]) => each.damaged)
    if (flag(values, 'json')) {
      const asJson = runs.map(({ workflow, run }) => ({ ...runAsJson(run), workflow }))
      terminal.print(JSON.stringify({ loopwright: 1, runs: asJson, damaged }))
      return ok(exitCodes.accepted)
    }
    if (runs.length === 0 && damaged.length === 0)
      terminal.print('no loops yet\n  → start one: loopwright new "<task>"')
    else
      for (const line of table(
        ['alias', 'status', 'iteration', 'last_score', 'updated_at'],
        [
          ...runs.map(({ run }) => [
            run.alias,
            isByPerson(run) ? 'accepted_by_user' : run.status,
            `${run.iteration}/${run.maxIterations}`,
            run.evaluation ? showScore(run.lastScore) : '-',
            run.updatedAt,
          ]),
          ...damaged.map(({ alias }) => [alias, 'damaged', '-', '-', '-']),
        ],
        terminal.columns,
      ))
        terminal.print(line)
    for (const { alias, what } of damaged) terminal.mention(`! ${alias}: ${what}`)
    for (const [, { notices }] of told) for (const notice of notices) terminal.mention(notice)
    return ok(exitCodes.accepted)
  },
}

/** Accepted because a person decided what nothing else could. */
const isByPerson = ({ status, obligations = [] }: RunView): boolean =>
  status === 'completed' &&
  obligations.some(({ decided_by, status: each }) => decided_by === 'person' && each === 'met')
