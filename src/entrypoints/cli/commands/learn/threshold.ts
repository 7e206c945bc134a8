import type { Library } from '../../../../learn/open.ts'
import { answerThreshold } from '../../../../learn/threshold.ts'
import { type ExitCode, exitCodes, type Problem } from '../../../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../../../model/result.ts'
import { type Call, flag, text, whoAmI } from '../../command.ts'

/** What is no lesson may be a proposer whose threshold waits for a person; else the problem stands. */
export async function thresholdOr(
  { words, values, terminal, env }: Call,
  { records, at }: Library,
  option: 'approve' | 'reject',
  problem: Problem,
): AsyncResult<ExitCode> {
  const by = text(values, 'by') ?? whoAmI(env)
  const word = { by, at, reason: text(values, 'reason') }
  const answered = await answerThreshold(records, words[0] ?? '', option, word)
  if (!answered.ok) return answered
  if (answered.value === null) return err(problem)
  const { proposer, threshold } = answered.value
  if (flag(values, 'json'))
    terminal.print(JSON.stringify({ loopwright: 1, proposer, threshold, option, by }))
  else if (option === 'approve')
    terminal.print(
      `${terminal.paint('green', '✓')} set complexity_threshold of ${proposer} to ${threshold} in loopwright.yaml`,
    )
  else terminal.print(`${terminal.paint('green', '✓')} the threshold of ${proposer} stays`)
  return ok(exitCodes.accepted)
}
