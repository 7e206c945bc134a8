import { type Inspection, provenOrigin } from '../../app/inspection.ts'
import { type ExitCode, exitCodes } from '../../model/problem.ts'
import { ok, type Result } from '../../model/result.ts'
import { type Call, flag, text } from './command.ts'

export function tellInspection(
  { terminal, values }: Pick<Call, 'terminal' | 'values'>,
  alias: string,
  { state, events, hash, origin, ...found }: Inspection,
): Result<ExitCode> {
  const { paint, print } = terminal
  const proven = provenOrigin(origin, text(values, 'anchor'))
  const proofs = [...found.proofs, ...proven.proofs]
  const problems = [...found.problems, ...proven.problems]
  const fine = problems.length === 0
  if (flag(values, 'json'))
    print(JSON.stringify({ loopwright: 1, alias, ok: fine, state, events, hash, proofs, problems }))
  else {
    for (const proof of proofs) print(`${paint('green', '✓')} ${proof}`)
    for (const problem of problems) print(`${paint('red', '✗')} ${problem}`)
  }
  return ok(fine ? exitCodes.accepted : exitCodes.notAccepted)
}
