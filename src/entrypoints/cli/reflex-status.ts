import type { Workspace } from '../../ports/workspace.ts'
import { viewOf } from '../../app/reflex-view.ts'
import { exitCodes } from '../../model/problem.ts'
import { ok } from '../../model/result.ts'
import { showScore } from '../../views/format.ts'
import { allowedIn, obligationLines, verdictHeadline } from '../../views/verdict.ts'
import { type Call, flag } from './command.ts'
import { runAsJson } from './json.ts'
import type { OpenLoop } from './reflex-verbs.ts'
import type { Outcome } from './workflow-verbs.ts'

export async function showReflexStatus(
  { values, terminal }: Call,
  workspace: Workspace,
  { place, state }: OpenLoop,
): Outcome {
  const run = viewOf(workspace, place, state)
  const artifact =
    flag(values, 'artifact') && run.artifact !== null
      ? await workspace.blobs.get(run.artifact)
      : undefined
  if (flag(values, 'json')) {
    terminal.print(JSON.stringify(runAsJson(run, artifact === undefined ? {} : { artifact })))
    return ok(exitCodes.accepted)
  }
  terminal.print(
    [
      run.alias,
      run.status,
      `${run.iteration}/${run.maxIterations}`,
      run.phase,
      run.step,
      run.evaluation ? showScore(run.lastScore) : '-',
      run.updatedAt,
    ].join(' | '),
  )
  const { obligations = [] } = run
  if (obligations.length > 0) {
    const allowed = allowedIn(run)
    terminal.print(`  ${verdictHeadline(obligations, allowed)}`)
    const { paint, width } = terminal
    for (const line of obligationLines(obligations, { paint, width, all: false, allowed }))
      terminal.print(line)
  }
  if (run.question !== null)
    terminal.print(
      `  ${terminal.paint('yellow', '?')} ${run.question}   loopwright answer ${run.alias} ${obligations.length > 0 ? 'met' : 'confirm'}`,
    )
  if (artifact) terminal.print(`\n${artifact.trimEnd()}`)
  return ok(exitCodes.accepted)
}
