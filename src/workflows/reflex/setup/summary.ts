import type { Criteria } from '../../../model/rule.ts'
import { counted } from '../../../model/counted.ts'
import { type Exam, noExam } from '../../../obligations/exam.ts'
import { oneLine, showScore } from '../../../views/format.ts'

type SetupView = {
  readonly task_alias: string
  readonly task: { readonly prompt: string; readonly type: string; readonly ideal_result: string }
  readonly criteria: Criteria
  readonly max_iterations: number
  readonly exam?: Exam | undefined
}

/** The drafted set-up, for the person who must confirm it. */
export function setupSummary({
  task_alias,
  task,
  criteria,
  max_iterations,
  exam = noExam,
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
    ...examLines(exam),
    `Max iterations: ${max_iterations}`,
  ]
}

/** What the task asks: how much of it a machine checks, what somebody must judge, and what is context. */
export function examLines({ items, context }: Exam): readonly string[] {
  const checked = items.filter(({ check }) => check !== null)
  const judged = items.filter(({ check }) => check === null)
  const line = (mark: string, { id, statement, weight }: Exam['items'][number]) =>
    `  ${mark} ${oneLine(statement, 90)}${weight === 'should' ? ' (should)' : ''} [${id}]`
  return [
    `What the task asks: ${counted(checked.length, 'demand')} checked by machine, ${judged.length} for a judge or you${context.length > 0 ? `, ${counted(context.length, 'sentence')} taken as context` : ''}`,
    ...checked.map((item) => line('·', item)),
    ...judged.map((item) => line('?', item)),
    ...context.map(({ text }) => `  – ${oneLine(text, 90)} (context)`),
  ]
}
