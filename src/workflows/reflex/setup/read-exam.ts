import { splitLimit } from './loop-limit.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { openExaminer } from '../../../checks/examiners.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { type Exam, examFrom, type ExamItem } from '../../../obligations/exam.ts'
import { completeExam } from '../../../asking/exam.ts'
import { readExam } from './change-setup.ts'

type Asked = {
  readonly prompt: string
  readonly examFile?: string
  readonly major?: string
}

/** Reads the task into the exam that a person confirms: by machine, and by the reader's agent where one is bound. */
export async function examOfTask(
  workspace: Workspace,
  type: string,
  { prompt, examFile, major }: Asked,
): AsyncResult<Exam> {
  if (examFile !== undefined) return readExam(examFile)
  const signal = new AbortController().signal
  const { vocabulary } = await openExaminer(type, {
    path: '',
    text: '',
    task: prompt,
    project: workspace.project,
    tools: { sandbox: await workspace.sandbox(), signal },
  })
  const task = examFrom(splitLimit(prompt).task, 'task', vocabulary)
  const read = major === undefined ? task : { ...task, items: [...task.items, majorIssue(major)] }
  const { exam, problem } = await completeExam(workspace, read, {
    producers: [workspace.agentNameFor('producer'), workspace.agentNameFor('refiner')],
    workflow: 'reflex',
    signal,
  })
  return problem === null
    ? ok(exam)
    : err({
        exit: 5,
        what: problem,
        todo: 'look at .loopwright/agents.log, or unbind the role reader in loopwright.yaml',
      })
}

const majorIssue = (major: string): ExamItem => ({
  id: 'criterion.major',
  statement: `has no major issue: ${major}`,
  source: { kind: 'criterion', text: major },
  weight: 'must',
  check: null,
  negated: false,
  reason: 'a person described the issue in words',
})
