import { openWorkspace } from '../../app.ts'
import { findRun } from '../../app/find-run.ts'
import { exitCodes } from '../../model/problem.ts'
import { ok } from '../../model/result.ts'
import { type Call, flag } from './command.ts'
import { type Outcome, verbsOf } from './workflow-verbs.ts'

export async function fullStatus(call: Call): Outcome {
  const { words, values, terminal, cwd, env } = call
  const workspace = await openWorkspace({ cwd, env })
  if (!workspace.ok) return workspace
  const found = await findRun(workspace.value, words[0])
  if (found.ok) return (await verbsOf(found.value)).status(call, workspace.value, found.value.name)
  if (words[0] !== undefined) return found
  // that there is nothing to show is an answer too
  if (flag(values, 'json')) terminal.print(JSON.stringify({ loopwright: 1, active: null }))
  else
    terminal.print(
      `no loop is active\n  ${terminal.paint('cyan', '→')} start one: loopwright new "<task>"`,
    )
  return ok(exitCodes.accepted)
}
