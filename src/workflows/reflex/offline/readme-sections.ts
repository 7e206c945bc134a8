import type { Facts } from './facts.ts'
import { binariesOf, nodeMinimum } from './manifest.ts'

/** The text of a section as far as the project's own files can tell it, or null where they say nothing. */
export function sectionFromFacts(name: string, facts: Facts, level = 2): string | null {
  const body = bodies[name]?.(facts) ?? null
  return body === null ? null : `${'#'.repeat(level)} ${name}\n\n${body}\n`
}

const fenced = (language: string, lines: readonly string[]): string =>
  ['```' + language, ...lines, '```'].join('\n')

const bodies: Partial<Record<string, (facts: Facts) => string | null>> = {
  Installation: installation,
  Usage: usage,
  Examples: usage,
  License: licence,
  Prerequisites: prerequisites,
  API: reference,
  Testing: testing,
  Contributing: contributing,
  Configuration: configuration,
  Options: options,
  Overview: ({ manifest }) => (manifest?.description ? sentence(manifest.description) : null),
  Features: features,
}

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
  if (name === null) return 'The project does not name a licence.'
  const file = files.find((path) => /^licen[cs]e(?:\.md|\.txt)?$/i.test(path))
  return file === undefined
    ? `Released under the ${name} licence.`
    : `Released under the ${name} licence; see [${file}](${file}).`
}

function prerequisites({ manifest }: Facts): string | null {
  const minimum = manifest ? nodeMinimum(manifest) : null
  return minimum === null
    ? null
    : `You need Node.js ${minimum.join('.')} or later and npm, which comes with it.`
}

function reference({ exports }: Facts): string | null {
  if (exports === null || exports.functions.length === 0) return null
  return exports.functions
    .map(
      ({ name, signature, comment }) =>
        `### \`${name}${signature}\`\n\n${comment === '' ? `Exported function \`${name}\`.` : sentence(comment)}`,
    )
    .join('\n\n')
}

function testing({ manifest }: Facts): string | null {
  return manifest && Object.hasOwn(manifest.scripts, 'test')
    ? `Run the tests:\n\n${fenced('sh', ['npm test'])}`
    : null
}

function contributing({ manifest, files }: Facts): string | null {
  if (files.includes('CONTRIBUTING.md')) return 'See [CONTRIBUTING.md](CONTRIBUTING.md).'
  const scripts = Object.keys(manifest?.scripts ?? {}).filter((name) => !/^(?:pre|post)/.test(name))
  if (scripts.length === 0) return null
  return `Install the dependencies, then run the project's scripts:\n\n${fenced('sh', ['npm install', ...scripts.map((name) => (name === 'test' || name === 'start' ? `npm ${name}` : `npm run ${name}`))])}`
}

function configuration({ environment }: Facts): string | null {
  if (environment.size === 0) return 'The program reads no environment variables.'
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

function features({ exports }: Facts): string | null {
  const told = exports?.functions.filter(({ comment }) => comment !== '') ?? []
  return told.length === 0
    ? null
    : told.map(({ name, comment }) => `- \`${name}\`: ${sentence(comment)}`).join('\n')
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
