import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { DesignIntent } from '../../src/checks/design/intent.ts'
import { StateFile } from '../../src/workflows/design/state-file.ts'
import { freshFolder, preparedFolder } from './folder.ts'
import { cleanIntent } from './design-intents.ts'
import { lw } from './workspace.ts'

const agent = join(import.meta.dirname, 'design-agent.mjs')

export type Answer =
  | DesignIntent
  | { readonly raw: unknown }
  | { readonly hang: true }
  | { readonly exit: number }
  | { readonly slow: number; readonly answer: Answer }
  | { readonly model: string; readonly answer: Answer }
  | { readonly recommendations: readonly unknown[] }

export type Plan = {
  readonly generate: readonly (Answer | readonly Answer[])[]
  readonly critic?: Answer
}

export type Settings = {
  /** workflows.design of loopwright.yaml, on top of fixers off. */
  readonly design?: Readonly<Record<string, unknown>>
  readonly agents?: Readonly<Record<string, unknown>>
  readonly roles?: Readonly<Record<string, string>>
  readonly caps?: Readonly<Record<string, unknown>>
}

export const commandAgent = (...more: readonly string[]) => ({
  kind: 'command',
  command: [process.execPath, agent, ...more],
  write: ['log'],
  timeout_s: 120,
})

/** A file a test may read and write by name. */
export type Workspace = ReturnType<typeof openWorkspace>

export function openWorkspace(folder: string, feature: string) {
  const design = (...parts: string[]) => join(folder, 'features', feature, 'design', ...parts)
  const read = (...parts: string[]) => readFileSync(design(...parts), 'utf8')
  return {
    folder,
    feature,
    at: (...parts: string[]) => join(folder, ...parts),
    design,
    read,
    write: (name: string, text: string) => writeFileSync(design(name), text),
    state: () => StateFile.parse(JSON.parse(read('state.json'))),
    json: (...parts: string[]) => JSON.parse(read(...parts)) as Record<string, unknown>,
    /** Every file of the feature's design, sorted. */
    files: () => (existsSync(design()) ? filesBelow(design()) : []),
    /** Every file with its bytes, for "nothing was touched". */
    bytes: () =>
      Object.fromEntries(filesBelow(design()).map((name) => [name, readFileSync(design(name))])),
    history: () =>
      readFileSync(join(folder, '.loopwright', 'design', feature, 'history.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { event: string; payload: Record<string, unknown> }),
    plan: (plan: Plan) => writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan)),
    calls: () => callsIn(join(folder, 'log', 'calls.jsonl')),
    configure: (settings: Settings) =>
      writeFileSync(join(folder, 'loopwright.yaml'), configOf(settings)),
    lw: (...args: readonly string[]) => lw(folder, args),
    /** As somebody else. */
    as: (user: string, ...args: readonly string[]) => lw(folder, args, { LOOPWRIGHT_USER: user }),
    start: (...more: readonly string[]) =>
      lw(folder, ['design', 'start', feature, 'requirements.md', ...more]),
  }
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

type Call = {
  readonly phase: string
  readonly role: string
  readonly iteration: number
  readonly attempt: number
  readonly error?: string
  readonly prompt: string
  readonly input: Readonly<Record<string, unknown>>
  readonly pid: number
}

const callsIn = (path: string): readonly Call[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        // a line that is still being written is not yet a call
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Call)
    : []

const configOf = ({ design, agents, roles, caps }: Settings) =>
  stringify({
    agents: agents ?? { default: commandAgent() },
    ...(roles === undefined ? {} : { roles }),
    ...(caps === undefined ? {} : { caps }),
    workflows: { design: { fixers: false, ...design } },
  })

export const requirements = `# Meter readings

Tenants send the reading of their meter once a year.

- As a tenant I want to send my reading so that nobody has to visit me.
`

/** A workspace whose generator is a real process that answers as planned; machine repairs are off. */
export function designWorkspace(
  plan: Plan | null = null,
  settings: Settings = {},
  feature = 'meter-readings',
): Workspace {
  return furnish(freshFolder(), plan, settings, feature)
}

/** A workspace that is brought into some state once, and copied for every test. */
export function prepared(
  make: (workspace: Workspace) => Promise<void>,
  plan: Plan,
  settings: Settings = {},
): () => Workspace {
  const feature = 'meter-readings'
  const copy = preparedFolder((folder) => make(furnish(folder, plan, settings, feature)))
  return () => openWorkspace(copy(), feature)
}

function furnish(
  folder: string,
  plan: Plan | null,
  settings: Settings,
  feature: string,
): Workspace {
  const workspace = openWorkspace(folder, feature)
  mkdirSync(join(folder, 'log'))
  workspace.configure(settings)
  workspace.plan(plan ?? { generate: [cleanIntent(feature)] })
  writeFileSync(join(folder, 'requirements.md'), requirements)
  return workspace
}
