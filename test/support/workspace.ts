import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { main } from '../../src/entrypoints/cli/main.ts'
import { hostMarks } from '../../src/model/inside-agent.ts'
import { begunNow } from './begun-now.ts'
import { freshFolder } from './folder.ts'

const root = join(import.meta.dirname, '..', '..')

export const launcher = join(root, 'bin', 'loopwright.mjs')
const built = pathToFileURL(join(root, 'dist', 'cli.js')).href
const agent = join(import.meta.dirname, 'story-agent.sh')

/** Gates that the story agent meets one by one: each needs a mark that one refinement adds. */
export const storyGates = `name: story
version: 1
phase:
  A: { threshold: 0.8, active_levels: [A] }
  B: { threshold: 0.9, active_levels: [A, B] }
rules:
  - { id: a.completeness.one, description: one, severity: fail, phase: A, check: '"MARK-a.completeness.one"' }
  - { id: b.completeness.two, description: two, severity: fail, phase: B, check: '"MARK-b.completeness.two"' }
`

/** A workspace whose agent is a real process on the public protocol. */
export const storyWorkspace = (config = '', walls = 'auto'): string =>
  furnishStory(freshFolder(), config, walls)

export function furnishStory(folder: string, config = '', walls = 'auto'): string {
  const agents = `walls: ${walls}\nagents:\n  default: { kind: command, command: [/bin/sh, ${JSON.stringify(agent)}], env: [CALLS, SLOW], write: [log], timeout_s: 120 }\n`
  writeFileSync(join(folder, 'loopwright.yaml'), config === '' ? agents : config)
  writeFileSync(join(folder, 'gates.yaml'), storyGates)
  mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'log'))
  return folder
}

export const newStory = [
  'new',
  'a text with `Title`',
  '--alias',
  'story',
  '--type',
  'other',
  '--criteria',
  'gates.yaml',
  '--yes',
]

export type Ran = {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The person who runs the tests may do so by way of an agent. */
const asPerson = Object.fromEntries(hostMarks.map((mark) => [mark, undefined]))

const surely = (env: Readonly<Record<string, string>>) => ({
  ...process.env,
  ...asPerson,
  NO_COLOR: '1',
  LOOPWRIGHT_USER: 'ada',
  ...env,
})

const openBrowser = async () => (await import('./browser.ts')).browser

/** The command line in a folder, called within this process. */
export async function lw(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input: readonly string[] = [],
): Promise<Ran> {
  const { main: run } = (await import(built)) as { readonly main: typeof main }
  let stdout = ''
  let stderr = ''
  const status = await run(args, {
    stdout: { write: (text) => void (stdout += text) },
    stderr: { write: (text) => void (stderr += text) },
    stdin: Readable.from(input),
    env: surely(env),
    cwd: folder,
    begun: begunNow(),
    // a browser that was named is started
    ...(env['LOOPWRIGHT_BROWSER'] === undefined ? { openBrowser } : {}),
  })
  return { status, stdout, stderr }
}

/** The same as a process of its own, where the process is the point. */
export function startLw(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: surely(env),
    timeout: 280_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  return { status, stdout, stderr }
}

export const evolution = (folder: string, ...parts: string[]): string =>
  join(folder, '.ai-factory', 'evolution', ...parts)

export const readRun = (folder: string, alias = 'story'): Record<string, unknown> =>
  JSON.parse(readFileSync(evolution(folder, alias, 'run.json'), 'utf8')) as Record<string, unknown>

export const readEvents = (folder: string, alias = 'story'): readonly Record<string, unknown>[] =>
  readFileSync(evolution(folder, alias, 'history.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
