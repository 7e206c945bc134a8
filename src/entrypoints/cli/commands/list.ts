import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import type { Listed } from '../../../engine/runs.ts'
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
    const asJson = flag(values, 'json')
    const listed: Listed[] = []
    for await (const each of opened.value.all()) listed.push(each)
    const damaged = listed.flatMap(({ name, summary }) =>
      summary.damage === null ? [] : [{ alias: name, what: summary.damage }],
    )
    if (asJson) {
      terminal.print(JSON.stringify({ loopwright: 1, runs: await asObjects(listed), damaged }))
      return ok(exitCodes.accepted)
    }
    if (listed.length === 0) terminal.print('no loops yet\n  → start one: loopwright new "<task>"')
    else
      for (const line of table(
        ['alias', 'status', 'iteration', 'last_score', 'updated_at'],
        listed.map(({ summary: { alias, status, iteration, maxIterations, score, updatedAt } }) => [
          alias,
          status,
          status === 'damaged' ? '-' : `${iteration}/${maxIterations}`,
          score === null ? '-' : showScore(score),
          updatedAt,
        ]),
        terminal.columns,
      ))
        terminal.print(line)
    for (const { alias, what } of damaged) terminal.mention(`! ${alias}: ${what}`)
    for (const { name, notices } of listed)
      for (const notice of notices) terminal.mention(`! ${name}: ${notice}`)
    return ok(exitCodes.accepted)
  },
}

async function asObjects(listed: readonly Listed[]): Promise<readonly unknown[]> {
  const runs: unknown[] = []
  for (const { workflow, open, summary } of listed) {
    const run = summary.damage === null ? await open() : null
    if (run?.ok) runs.push({ ...runAsJson(run.value.view), workflow: workflow.name })
  }
  return runs
}
