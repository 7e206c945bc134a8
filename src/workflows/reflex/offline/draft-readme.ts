import { openDocumentExaminer } from '../../../checks/document/exam.ts'
import { gatherFacts } from '../../../checks/document/facts.ts'
import { examFrom, examine } from '../../../obligations/exam.ts'
import { withStatus } from '../../../obligations/verdict.ts'
import type { Project } from '../../../ports/project.ts'
import { sectionsFromFacts } from './readme-sections.ts'

type Task = { readonly prompt: string; readonly ideal_result: string }

/** A README of what the project's own files say, and of nothing else; '' where they say nothing. */
export async function draftReadme(project: Project): Promise<string> {
  const facts = await gatherFacts(project)
  const name = facts.manifest?.name
  if (name === undefined) return ''
  return `${[`# ${name}`, ...sectionsFromFacts(facts)].join('\n\n')}\n`
}

/** Whether the draft would be all that the task asks for. It is held against the task like anybody's work. */
export async function canDraftReadme(
  task: Task,
  project: Project,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }> {
  const text = await draftReadme(project)
  if (text === '') return { ok: false, reason: 'the project has no package.json that names it' }
  const asked = `${task.prompt}\n${task.ideal_result}`.trim()
  const examiner = await openDocumentExaminer({ text, task: asked })
  const exam = examFrom(asked, 'task', examiner.vocabulary)
  const musts = (await examine(exam, examiner, '')).filter(({ weight }) => weight === 'must')
  const [left] = [...withStatus(musts, 'unmet'), ...withStatus(musts, 'undecided')]
  return left === undefined
    ? { ok: true }
    : { ok: false, reason: `it cannot write this from the project's files: ${left.statement}` }
}
