import type { Criteria } from '../model/rule.ts'
import { oneLine, showScore } from './format.ts'

type SetupView = {
  readonly task_alias: string
  readonly task: { readonly prompt: string; readonly type: string; readonly ideal_result: string }
  readonly criteria: Criteria
  readonly max_iterations: number
}

/** The drafted set-up, for the person who must confirm it. */
export function setupSummary({
  task_alias,
  task,
  criteria,
  max_iterations,
}: SetupView): readonly string[] {
  const width = Math.max(...criteria.rules.map(({ id }) => id.length))
  return [
    `Loop: ${task_alias} (${task.type})`,
    `Task: ${oneLine(task.prompt, 100)}`,
    ...(task.ideal_result === '' ? [] : [`Ideal: ${oneLine(task.ideal_result, 100)}`]),
    `Criteria: ${criteria.name}, phase A passes at ${showScore(criteria.phase.A.threshold)}, phase B at ${showScore(criteria.phase.B.threshold)}`,
    ...criteria.rules.map(
      (rule) => `  ${rule.id.padEnd(width)}  ${rule.severity}  ${oneLine(rule.description, 80)}`,
    ),
    `Max iterations: ${max_iterations}`,
  ]
}
