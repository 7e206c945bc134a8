import { counted } from '../../model/counted.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { journalProblem, loadPlace, type Place } from '../../app/reflex-places.ts'
import { inspectRun } from '../../app/reflex-verify.ts'
import { originOf, provenOrigin } from '../../app/inspection.ts'
import { exitCodes } from '../../model/problem.ts'
import { err, ok } from '../../model/result.ts'
import { type Call, flag, text } from './command.ts'
import type { Outcome } from './workflow-verbs.ts'

export async function verifyReflex(
  { values, terminal }: Call,
  workspace: Workspace,
  place: Place,
): Outcome {
  const read = await place.store.journal.read()
  if (!read.ok)
    return err({ ...journalProblem(workspace, place, read.error), exit: exitCodes.notAccepted })
  const loaded = await loadPlace(workspace, place.alias)
  if (!loaded.ok) return err({ ...loaded.error, exit: exitCodes.notAccepted })
  const { entries, mark, tornBytes } = read.value
  const proven = provenOrigin(originOf(entries, place.store.head()), text(values, 'anchor'))
  const problems = [...proven.problems, ...(await inspectRun(workspace, place, loaded.value.state))]
  const { paint } = terminal
  if (flag(values, 'json'))
    terminal.print(
      JSON.stringify({
        loopwright: 1,
        alias: place.alias,
        ok: problems.length === 0,
        events: entries.length,
        hash: mark.hash,
        torn_bytes: tornBytes,
        proofs: proven.proofs,
        problems,
      }),
    )
  else {
    terminal.print(`${paint('green', '✓')} ${entries.length} events, chained to ${mark.hash}`)
    for (const proof of proven.proofs) terminal.print(`${paint('green', '✓')} ${proof}`)
    if (tornBytes > 0)
      terminal.print(
        `${paint('yellow', '!')} ${tornBytes} bytes of an unfinished step at the end; resume does it again`,
      )
    for (const problem of problems) terminal.print(`${paint('red', '✗')} ${problem}`)
    if (problems.length === 0)
      terminal.print(
        `${paint('green', '✓')} ${counted(loaded.value.state.versions.length, 'artifact version')} intact, files agree`,
      )
  }
  return ok(problems.length === 0 ? exitCodes.accepted : exitCodes.notAccepted)
}
