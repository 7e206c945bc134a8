import type { FileTree } from '../../model/file-tree.ts'
import type { Analysis } from './events.ts'
import { type ImproveRun, lastOf } from './state.ts'

const task = `You improve the set-up with which AI agents build software: prompts, rules for agents, configuration of
gates, scripts. An application was built with it, measured and scored. Find out why points and work orders were lost,
and propose two or three changes of the set-up, one change each.

- Each change replaces a text that stands in a file of the set-up exactly once ("before") by another ("after"); "before"
  is null for a new file, "after" is null to remove one.
- Say what you expect of it and how to tell that it worked. Your word is not taken: the next application is measured.
- Never make the exam easier: thresholds, tests, gates and judges stay. A change that loosens them is shown as such.
- Prefer what addresses a cause that repeats. Do not propose again what was taken back.`

const mostFileChars = 8_000

/** What the analyst is told. */
export function analystPrompt(
  run: ImproveRun,
  {
    analysis,
    files,
    error,
  }: { readonly analysis: Analysis; readonly files: FileTree; readonly error: string | undefined },
): string {
  const last = lastOf(run)
  const history = run.iterations.map(
    ({ number, score }) => `iteration ${number}: ${score?.overall ?? '-'} of 10`,
  )
  const tried = run.improvements.map(
    ({ id, status, reason, rolledBack, proposal }) =>
      `${id} (${rolledBack === null ? status : 'rolled back'}${reason === '' ? '' : `: ${reason}`}): ${proposal.description}`,
  )
  return [
    task,
    ...(error === undefined ? [] : [`Your last answer could not be used: ${error}`]),
    ...(run.guidance.length === 0
      ? []
      : [`A person says:\n${run.guidance.map((each) => `- ${each}`).join('\n')}`]),
    `# Scores so far\n${history.join('\n')}`,
    `# The last score\n${JSON.stringify(last?.score ?? null, null, 1)}`,
    `# Analysis\n${JSON.stringify(analysis, null, 1)}`,
    `# What was tried\n${tried.length === 0 ? 'nothing' : tried.join('\n')}`,
    `# Files of the set-up\n${[...files].map(([path, text]) => `## ${path}\n${text.slice(0, mostFileChars)}`).join('\n\n')}`.slice(
      0,
      60_000,
    ),
  ].join('\n\n')
}
