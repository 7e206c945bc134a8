import { gatherFacts } from '../../../checks/document/facts.ts'
import type { Facts } from '../../../checks/document/facts.ts'
import { binariesOf } from '../../../checks/document/manifest.ts'
import { sectionFromFacts } from '../../../checks/document/project-sections.ts'
import type { Project } from '../../../ports/project.ts'

type Task = { readonly prompt: string; readonly ideal_result: string }

/**
 * A first draft of a README from the project's own files: what it is called, what it says of itself,
 * how it is installed and what it offers. Sections that the rules ask for are added by their fixers.
 */
export async function draftReadme(task: Task, project: Project): Promise<string> {
  const facts = await gatherFacts(project)
  const parts = [
    `# ${titleOf(facts, task)}`,
    introduction(facts),
    sectionFromFacts('Installation', facts)?.replace('```sh', '```'),
    offers(facts),
    development(facts),
  ]
  return `${parts.flatMap((part) => (part === undefined || part === null ? [] : [part.trim()])).join('\n\n')}\n`
}

function titleOf({ manifest }: Facts, { prompt }: Task): string {
  if (manifest?.name !== undefined) return manifest.name
  const named = /\b(?:for|of)\s+(?:the\s+)?["'`]?([a-z][\w.-]{2,40})["'`]?/i.exec(prompt)?.[1]
  return named ?? 'Project'
}

function introduction({ manifest }: Facts): string | null {
  const text = manifest?.description
  return text === undefined ? null : /[.!?]$/.test(text) ? text : `${text}.`
}

// what the package offers: its functions with their own comments, or its commands
function offers(facts: Facts): string | null {
  const reference = sectionFromFacts('API', facts)
  if (reference !== null) return reference
  const programs = facts.manifest === null ? [] : [...binariesOf(facts.manifest).keys()]
  return programs.length === 0
    ? null
    : `## Commands\n\n${programs.map((name) => `- \`${name}\``).join('\n')}`
}

function development({ manifest }: Facts): string | null {
  const scripts = Object.keys(manifest?.scripts ?? {}).filter((name) => !/^(?:pre|post)/.test(name))
  if (scripts.length === 0) return null
  const rows = scripts.map(
    (name) =>
      `| \`${name === 'test' || name === 'start' ? `npm ${name}` : `npm run ${name}`}\` | \`${manifest!.scripts[name]!.replaceAll('|', '\\|')}\` |`,
  )
  return [
    '## Development',
    '',
    'The project has these scripts:',
    '',
    '| Script | Runs |',
    '| --- | --- |',
    ...rows,
  ].join('\n')
}
