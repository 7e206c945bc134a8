import { openWorkspace } from '../../../app.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { findRun } from '../../../app/find-run.ts'
import { blobsInUse, sweepBlobs } from '../../../app/sweep-blobs.ts'
import { exitCodes } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../../model/result.ts'
import { type Command, flag } from '../command.ts'
import { fromEach, type Removal, verbsOf } from '../workflow-verbs.ts'

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
  async run({ words, values, terminal, cwd, env }) {
    const opened = await openWorkspace({ cwd, env })
    if (!opened.ok) return opened
    const workspace = opened.value
    const all = flag(values, 'all')
    if (all === (words[0] !== undefined))
      return usageError('name one loop, or say --all', 'usage: loopwright clean <run>|--all')

    const picked = await pick(workspace, all ? null : words[0])
    if (!picked.ok) return picked
    const removals = picked.value
    const asJson = flag(values, 'json')
    if (!asJson) {
      terminal.print(removals.length === 0 ? 'nothing to clean' : 'to be removed:')
      for (const { folder } of removals) terminal.print(`  ${workspace.relative(folder)}/`)
    }
    if (removals.length > 0 && !flag(values, 'yes')) {
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
    const before = removals.length > 0 ? await blobsInUse(workspace) : new Set<string>()
    for (const { remove } of removals) {
      const removed = await remove()
      if (!removed.ok) return removed
    }
    await sweepBlobs(workspace, before)
    const removed = removals.map(({ alias }) => alias)
    if (asJson) terminal.print(JSON.stringify({ loopwright: 1, removed }))
    else if (removed.length > 0)
      terminal.print(`${terminal.paint('green', '✓')} removed ${removed.join(', ')}`)
    return ok(exitCodes.accepted)
  },
}

/** The run that was named; without a name all that may go at once. */
async function pick(
  workspace: Workspace,
  name: string | null | undefined,
): AsyncResult<readonly Removal[]> {
  if (name === null)
    return ok((await fromEach((verbs) => verbs.removals(workspace))).flatMap(([, each]) => each))
  const found = await findRun(workspace, name)
  if (!found.ok) return found
  const removal = await (await verbsOf(found.value)).removal(workspace, found.value.name)
  return removal.ok ? ok([removal.value]) : removal
}
