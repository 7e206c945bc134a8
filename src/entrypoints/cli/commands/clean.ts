import type { Removal } from '../../../engine/define-workflow.ts'
import type { Runs } from '../../../engine/runs.ts'
import { blobsInUse, sweepBlobs } from '../../../engine/sweep-blobs.ts'
import { exitCodes } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../../model/result.ts'
import { type Command, flag, printResult } from '../command.ts'
import { runsAt } from '../open-runs.ts'

export const command: Command = {
  name: 'clean',
  usage: 'clean <run>|--all [options]',
  about:
    'Removes the files of ended loops, after showing them and asking. Running loops are refused.',
  words: { least: 0, most: 1 },
  decides: true,
  options: {
    all: { type: 'boolean', help: 'all ended loops' },
    yes: { type: 'boolean', short: 'y', help: 'confirm beforehand' },
  },
  examples: [
    ['loopwright clean courses-api', 'one loop'],
    ['loopwright clean --all --yes', 'all ended loops, confirmed'],
  ],
  async run(call) {
    const { words, values, terminal } = call
    const runs = await runsAt(call)
    if (!runs.ok) return runs
    const { workspace } = runs.value
    const all = flag(values, 'all')
    if (all === (words[0] !== undefined))
      return usageError('name one loop, or say --all', 'usage: loopwright clean <run>|--all')
    const picked = await pick(runs.value, all ? null : words[0])
    if (!picked.ok) return picked
    const asJson = flag(values, 'json')
    if (!asJson) {
      terminal.print(picked.value.length === 0 ? 'nothing to clean' : 'to be removed:')
      for (const { folder } of picked.value) terminal.print(`  ${workspace.relative(folder)}/`)
    }
    if (picked.value.length > 0 && !flag(values, 'yes')) {
      if (!terminal.canAsk || asJson)
        return err({
          exit: 3,
          what: "removing files needs a person's word",
          todo: 'add --yes to confirm',
        })
      const { confirm } = await import('@clack/prompts')
      if ((await confirm({ message: 'Remove them?', initialValue: false })) !== true)
        return ok(exitCodes.notAccepted)
    }
    const before = picked.value.length > 0 ? await blobsInUse(runs.value) : new Set<string>()
    for (const run of picked.value) {
      const removed = await run.clean()
      if (!removed.ok) return removed
    }
    await sweepBlobs(runs.value, before)
    const removed = picked.value.map(({ name }) => name)
    return printResult(call, { removed }, ({ terminal: { paint } }) =>
      removed.length === 0 ? [] : [`${paint('green', '✓')} removed ${removed.join(', ')}`],
    )
  },
}

/** The run that was named; without a name all that may go at once. */
async function pick(runs: Runs, name: string | null | undefined): AsyncResult<readonly Removal[]> {
  if (name !== null) {
    const run = await runs.find(name)
    if (!run.ok) {
      // what cannot be read any more is nobody's work
      const remains = run.error.exit === exitCodes.internal ? await runs.remains(name ?? '') : null
      return remains === null ? run : ok([remains])
    }
    const problem = await run.value.whyKept()
    return problem === null ? ok([run.value]) : err(problem)
  }
  const over: Removal[] = []
  for await (const { workflow, name: each, summary, open } of runs.all()) {
    if (workflow.cleansOneByOne) continue
    const remains = summary.damage === null ? null : await workflow.remains(runs.workspace, each)
    if (remains !== null) over.push(remains)
    const run = summary.isOver ? await open() : null
    if (run?.ok === true) over.push(run.value)
  }
  return ok(over)
}
