import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { freshFolder } from './folder.ts'

const agent = join(import.meta.dirname, 'gan-agent.mjs')
const example = join(import.meta.dirname, '..', '..', 'examples', 'gan')

export const brief = `# Night Ferry

## Goal

People book a cabin on the night boat in two minutes.

## Audience

Travellers with a phone in their hand.

## Brand

Calm and exact.
`

/** A workspace with one project whose builder and evaluator are a real process. */
export function ganWorkspace(settings = ''): string {
  const folder = freshFolder()
  mkdirSync(join(folder, 'ferry'))
  mkdirSync(join(folder, 'log'))
  writeFileSync(join(folder, 'ferry', 'BRIEF.md'), brief)
  writeFileSync(
    join(folder, 'loopwright.yaml'),
    `agents:\n  default: { kind: command, command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(agent)}], env: [CALLS, SLOW, BUILDER, EVALUATOR], write: [log], timeout_s: 120 }\n`,
  )
  if (settings !== '') {
    mkdirSync(join(folder, '.moai', 'config', 'sections'), { recursive: true })
    writeFileSync(join(folder, '.moai', 'config', 'sections', 'design.yaml'), settings)
  }
  return folder
}

/** The example of the repository, built by the embedded agent. */
export function exampleWorkspace(): string {
  const folder = freshFolder()
  for (const name of ['BRIEF.md', 'copy.json', 'tokens.json', 'brand'])
    cpSync(join(example, name), join(folder, 'landing', name), { recursive: true })
  return folder
}

const Json = z.record(z.string(), z.unknown())

export const sprints = (folder: string, ...parts: string[]): string =>
  join(folder, '.moai', 'sprints', ...parts)

export const jsonAt = (path: string): Record<string, unknown> =>
  Json.parse(JSON.parse(readFileSync(path, 'utf8')))

export const runFiles = (folder: string, run: string): readonly string[] =>
  readdirSync(sprints(folder, run)).toSorted()

const Called = z.object({
  phase: z.string(),
  iteration: z.number(),
  attempt: z.number(),
  request: z.looseObject({ prompt: z.string() }),
})

/** Every call of the agent, in order. */
export const callsIn = (path: string): readonly z.infer<typeof Called>[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Called.parse(JSON.parse(line)))
