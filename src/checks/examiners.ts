import { basename } from 'node:path'
import { type Examiner, notApplicable } from '../obligations/examine.ts'
import type { Project } from '../ports/project.ts'
import type { Tools } from './check.ts'
import { openTextExaminer, textAnswer } from './content/exam.ts'
import { largestFence } from './fenced-blocks.ts'

export type WorkFile = {
  /** Relative to the workspace; '' where the work has no file of its own. */
  readonly path: string
  /** The file as its consumers read it. */
  readonly text: string
  readonly task: string
  readonly project: Project
  readonly tools: Tools
}

type Open = (file: WorkFile) => Promise<Examiner>

// loaded when first asked for: each brings its own parsers
const examiners: Readonly<Record<string, Open>> = {
  config: async (file) => (await import('./configuration/exam.ts')).openConfigurationExaminer(file),
  code: async (file) => (await import('./code/exam.ts')).openCodeExaminer(file),
  docs: async (file) => (await import('./document/exam.ts')).openDocumentExaminer(file),
  'api-spec': async (file) => (await import('./openapi/exam.ts')).openOpenapiExaminer(file),
}

/** Who answers demands about a file of this type. What plain text decides is the same for all. */
export async function openExaminer(type: string, file: WorkFile): Promise<Examiner> {
  const open = Object.hasOwn(examiners, type) ? examiners[type] : undefined
  const own = open === undefined ? openTextExaminer(file.text) : await open(file)
  return {
    ...own,
    examine: (check) =>
      check.type === 'name' && file.path !== '' && basename(check.name) === basename(file.path)
        ? notApplicable('the name of the file is given by who saves it')
        : (textAnswer(check, file.text) ?? own.examine(check)),
  }
}

const fencedTypes: ReadonlySet<string> = new Set(['api-spec', 'config', 'code'])

/** The file inside of an artifact: a description, a configuration or code stands in its largest fence. */
export function contentOf(artifact: string, type: string): string {
  return fencedTypes.has(type) ? (largestFence(artifact) ?? artifact) : artifact
}
