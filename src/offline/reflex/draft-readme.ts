import { openDocumentExaminer } from '../../checks/document/exam.ts'
import { gatherFacts, type Facts } from '../../checks/document/facts.ts'
import { examFrom, examine } from '../../obligations/exam.ts'
import { withStatus } from '../../obligations/verdict.ts'
import type { Project } from '../../ports/project.ts'
import { binariesOf, nodeMinimum } from '../../checks/document/manifest.ts'

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
  const examiner = await openDocumentExaminer({ text, task: asked, project })
  const exam = examFrom(asked, 'task', examiner.vocabulary)
  const musts = (await examine(exam, examiner, '')).filter(({ weight }) => weight === 'must')
  const [left] = [...withStatus(musts, 'unmet'), ...withStatus(musts, 'undecided')]
  return left === undefined
    ? { ok: true }
    : { ok: false, reason: `it cannot write this from the project's files: ${left.statement}` }
}

/** The sections that the project's own files can tell, in the order of a README. */
const sectionsFromFacts = (facts: Facts): readonly string[] =>
  Object.entries(bodies).flatMap(([name, write]) => {
    const body = write(facts)
    return body === null ? [] : [name === 'Overview' ? body : `## ${name}\n\n${body}`]
  })

const fenced = (language: string, lines: readonly string[]): string =>
  ['```' + language, ...lines, '```'].join('\n')

const bodies = {
  Overview: ({ manifest }: Facts) =>
    manifest?.description ? sentence(manifest.description) : null,
  Prerequisites: prerequisites,
  Installation: installation,
  Usage: usage,
  API: reference,
  Options: options,
  Configuration: configuration,
  Development: development,
  License: licence,
} satisfies Record<string, (facts: Facts) => string | null>

const sentence = (text: string): string =>
  /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`

function installation({ manifest }: Facts): string | null {
  if (manifest?.name === undefined) return null
  if (manifest.private) return `Install the dependencies:\n\n${fenced('sh', ['npm install'])}`
  return `Install the package from npm:\n\n${fenced('sh', [`npm install ${manifest.name}`])}`
}

function usage(facts: Facts): string | null {
  const { manifest, exports } = facts
  if (manifest === null) return null
  const [program] = binariesOf(manifest).keys()
  if (facts.example !== null)
    return `This program stands in \`${facts.example.path}\`:\n\n${fenced(/\.[cm]?ts$/.test(facts.example.path) ? 'ts' : 'js', facts.example.text.split('\n'))}`
  if (exports && manifest.name !== undefined && exports.functions.length > 0) {
    const shown = exports.functions.slice(0, 3).map(({ name }) => name)
    return `Import the functions you need:\n\n${fenced('js', [`import { ${shown.join(', ')} } from '${manifest.name}'`])}`
  }
  if (program !== undefined)
    return `Show what the command can do:\n\n${fenced('sh', [`npx ${program} --help`])}`
  const script = ['start', 'dev', 'serve'].find((name) => Object.hasOwn(manifest.scripts, name))
  if (script !== undefined)
    return `Start the program:\n\n${fenced('sh', [script === 'start' ? 'npm start' : `npm run ${script}`])}`
  return manifest.name === undefined
    ? null
    : `Import the package:\n\n${fenced('js', [`import * as ${identifier(manifest.name)} from '${manifest.name}'`])}`
}

const identifier = (name: string): string =>
  name.replace(/^@[^/]+\//, '').replace(/[-_.]+(\w)/g, (_, letter: string) => letter.toUpperCase())

function licence({ licence: name, files }: Facts): string | null {
  if (name === null) return null
  const file = files.find((path) => /^licen[cs]e(?:\.md|\.txt)?$/i.test(path))
  return file === undefined
    ? `Released under the ${name} licence.`
    : `Released under the ${name} licence; see [${file}](${file}).`
}

function prerequisites({ manifest }: Facts): string | null {
  const minimum = manifest ? nodeMinimum(manifest) : null
  return minimum === null ? null : `Node.js ${minimum} or later.`
}

function reference({ exports }: Facts): string | null {
  if (exports === null || exports.functions.length === 0) return null
  return exports.functions
    .map(
      ({ name, signature, comment }) =>
        `### \`${name}${signature}\`\n\n${comment === '' ? `\`${name}\` is exported by the package.` : sentence(comment)}`,
    )
    .join('\n\n')
}

function development({ manifest, files }: Facts): string | null {
  const scripts = Object.keys(manifest?.scripts ?? {}).filter((name) => !/^(?:pre|post)/.test(name))
  const guide = files.includes('CONTRIBUTING.md')
    ? ['See [CONTRIBUTING.md](CONTRIBUTING.md).', '']
    : []
  if (scripts.length === 0) return guide[0] ?? null
  const rows = scripts.map(
    (name) =>
      `| \`${name === 'test' || name === 'start' ? `npm ${name}` : `npm run ${name}`}\` | \`${manifest!.scripts[name]!.replaceAll('|', '\\|')}\` |`,
  )
  return [...guide, '| Script | Runs |', '| --- | --- |', ...rows].join('\n')
}

function configuration({ environment }: Facts): string | null {
  if (environment.size === 0) return null
  const rows = [...environment]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `| \`${name}\` | ${value === null ? 'none' : `\`${value}\``} |`)
  return [
    'The program reads these environment variables:',
    '',
    '| Variable | Default |',
    '| --- | --- |',
    ...rows,
  ].join('\n')
}

/** The flags that parseArgs, commander or yargs are told about. */
function options({ sources }: Facts): string | null {
  const rows = new Map<string, string>()
  for (const match of sources.matchAll(
    /\.option\(\s*['"`]([^'"`\n]{2,60})['"`]\s*,\s*['"`]([^'"`\n]{2,120})['"`]/g,
  )) {
    const flag = /--[\w-]+/.exec(match[1]!)?.[0]
    if (flag !== undefined) rows.set(flag, match[2]!)
  }
  for (const match of sources.matchAll(
    /(?:['"]([\w-]+)['"]|\b([a-z][\w-]*))\s*:\s*\{\s*type\s*:\s*['"](string|boolean)['"]/g,
  )) {
    const flag = `--${match[1] ?? match[2]}`
    if (!rows.has(flag)) rows.set(flag, match[3] === 'boolean' ? 'A switch' : 'Takes a value')
  }
  if (rows.size === 0) return null
  return [
    '| Option | Meaning |',
    '| --- | --- |',
    ...[...rows].map(([flag, meaning]) => `| \`${flag}\` | ${meaning} |`),
  ].join('\n')
}
