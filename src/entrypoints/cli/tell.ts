import type { ExitCode, Problem } from '../../model/problem.ts'
import type { Terminal } from './terminal.ts'

/** Says what is wrong, where, and what to do. */
export function tell(problem: Problem, terminal: Terminal, asJson: boolean): ExitCode {
  if (asJson) {
    const { exit, what, where, todo } = problem
    terminal.print(JSON.stringify({ loopwright: 1, error: { exit, what, where, todo } }))
    return problem.exit
  }
  const { paintError } = terminal
  terminal.mention(`${paintError(['red', 'bold'], '✗')} ${problem.what.replaceAll('\n', '\n  ')}`)
  if (problem.where !== undefined) terminal.mention(`  ${paintError('dim', `at ${problem.where}`)}`)
  if (problem.todo !== undefined) terminal.mention(`  ${paintError('cyan', '→')} ${problem.todo}`)
  return problem.exit
}
