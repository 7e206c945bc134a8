import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import type { RunView } from '../../../model/run-view.ts'
import { showScore, table } from '../../../views/format.ts'
import { runAsJson } from '../../../views/run-json.ts'
import { type Command, flag } from '../command.ts'
import { runsAt } from '../open-runs.ts'

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
  async run(call) {
    const { values, terminal } = call
    const opened = await runsAt(call)
    if (!opened.ok) return opened
    const runs: { readonly workflow: string; readonly run: RunView }[] = []
    const damaged: { readonly alias: string; readonly what: string }[] = []
    const notices: string[] = []
    for await (const { workflow, name, run, problem } of opened.value.all()) {
      if (run !== null) runs.push({ workflow: workflow.name, run: run.view })
      else damaged.push({ alias: name, what: problem?.what ?? '' })
      notices.push(...(run?.notices ?? []).map((notice) => `! ${name}: ${notice}`))
    }
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
    for (const notice of notices) terminal.mention(notice)
    return ok(exitCodes.accepted)
  },
}

/** Accepted because a person decided what nothing else could. */
const isByPerson = ({ status, obligations = [] }: RunView): boolean =>
  status === 'completed' &&
  obligations.some(({ decided_by, status: each }) => decided_by === 'person' && each === 'met')
