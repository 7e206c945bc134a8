import { existsSync } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { cliKinds, knownAgents } from '../../model/known-agents.ts'
import {
  browserPrograms,
  findProgram,
  firstProgram,
  isLoggedIn,
  keyVariables,
} from '../doctor/programs.ts'
import { bindAgents, type FoundAgent } from './bind-agents.ts'
import type { VscodeFiles } from './vscode.ts'
import { findRoot } from '../find-root.ts'
import { replaceFile } from '../../engine/user-files.ts'

type Env = Readonly<Record<string, string | undefined>>
type Place = { readonly cwd: string; readonly env: Env }

export type Initialised = {
  readonly config: string
  readonly replaced: boolean
  readonly gitignore: 'added' | 'already there' | 'no git checkout'
  readonly found: Context
}

/** Writes loopwright.yaml with the offline default and notes on what this machine has. */
export async function initWorkspace({ cwd, env }: Place, force: boolean): AsyncResult<Initialised> {
  const config = join(cwd, 'loopwright.yaml')
  const outer = findRoot(cwd)
  const there = await lstat(config).catch(() => null)
  if (there !== null && !there.isFile())
    return err({ exit: 2, what: 'loopwright.yaml is not a regular file', where: config })
  if (!force && existsSync(join(outer, 'loopwright.yaml')))
    return usageError(
      outer === cwd
        ? 'loopwright.yaml is there already and was left as it is'
        : 'this folder belongs to a workspace that has a loopwright.yaml',
      outer === cwd
        ? 'edit it, or write it anew with: loopwright init --force'
        : 'use that one, or make this folder a workspace of its own: loopwright init --force',
      join(outer, 'loopwright.yaml'),
    )
  const result = await lookAround({ cwd, env })
  try {
    await replaceFile(config, configText(result))
    const gitignore = await ignorePrivateFolder(cwd)
    return ok({ config, replaced: there !== null, gitignore, found: result })
  } catch (error) {
    return usageError(
      `the workspace cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      'give write permission, or choose another folder with --cwd',
      cwd,
    )
  }
}

export type InitialisedForVscode = {
  /** Null when the workspace was there already; its loopwright.yaml is never touched here. */
  readonly workspace: Initialised | null
  readonly vscode: VscodeFiles
}

/** Makes the folder a workspace, unless it is one, and gives the editor its tasks. */
export async function initForVscode(
  place: Place,
  force: boolean,
): AsyncResult<InitialisedForVscode> {
  const outer = findRoot(place.cwd)
  const isWorkspace = existsSync(join(outer, 'loopwright.yaml'))
  if (isWorkspace && outer !== place.cwd)
    return usageError(
      'this folder belongs to a workspace; its findings are told relative to that folder',
      `open that folder in the editor, and run: loopwright init --vscode --cwd ${outer}`,
      outer,
    )
  const { initVscode } = await import('./vscode.ts')
  const vscode = await initVscode(place, force)
  if (!vscode.ok) return vscode
  if (isWorkspace) return ok({ workspace: null, vscode: vscode.value })
  const workspace = await initWorkspace(place, false)
  return workspace.ok ? ok({ workspace: workspace.value, vscode: vscode.value }) : workspace
}

/** What this machine has that a configuration may speak of. Values of variables are never read. */
export async function lookAround(place: Place): Promise<Context> {
  const agents = await Promise.all(
    cliKinds.map(async (name) => ({ name, path: await findProgram(name, place) })),
  )
  return {
    agents: agents.flatMap(({ name, path }) =>
      path === null ? [] : [{ name, path, login: isLoggedIn(knownAgents[name], place.env) }],
    ),
    keys: keyVariables.filter((name) => (place.env[name] ?? '') !== ''),
    bubblewrap: await findProgram('bwrap', place),
    browser: await firstProgram(browserPrograms, place),
  }
}

async function ignorePrivateFolder(cwd: string): Promise<Initialised['gitignore']> {
  if (!isCheckout(cwd)) return 'no git checkout'
  const path = join(cwd, '.gitignore')
  const before = await readFile(path, 'utf8').catch(() => '')
  if (before.split(/\r?\n/).some((line) => /^\/?\.loopwright\/?\s*$/.test(line)))
    return 'already there'
  const end = before === '' || before.endsWith('\n') ? '' : '\n'
  await replaceFile(path, `${before}${end}.loopwright/\n`)
  return 'added'
}

function isCheckout(from: string): boolean {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return true
    if (dirname(folder) === folder) return false
  }
}

/** What was found on the machine: programs by path, variables by name only. */
type Context = {
  readonly agents: readonly FoundAgent[]
  readonly keys: readonly string[]
  readonly bubblewrap: string | null
  readonly browser: string | null
}

/** loopwright.yaml, fully commented; each example holds as soon as its `# ` is taken away. */
export function configText({ agents, keys, bubblewrap }: Context): string {
  const has = (key: string) => keys.includes(key)
  const note = (key: string) =>
    has(key) ? `${key} is set here.` : `Set ${key} in the environment first.`
  const { bound, roles, note: unbound } = bindAgents({ agents, bubblewrap })
  return `# Loopwright's configuration. Every key has a default, so everything here may be left out.
# All keys: docs/configuration.md. What this machine has and lacks: loopwright doctor

# Who answers. A role that is not bound below uses "default".
agents:
  # The embedded agent: no model, no network, the same answer every time. It drafts from what the
  # task says and repairs what a machine can repair. It is not a model and does not pretend to be.
  default: { kind: offline }
${bound}
  # Any program: one JSON request on its standard input, its answer on standard output.
  # It runs behind walls: it reads the project, and its home is empty unless named (home: [.claude]).
  # writer: { kind: command, command: ["node", "agent.mjs"], timeout_s: 300 }

  # A model of Anthropic. The key stays in the environment, never in a file. ${note('ANTHROPIC_API_KEY')}
  # anthropic: { kind: model, provider: anthropic, model: "<model id>", api_key_env: ANTHROPIC_API_KEY }

  # A model of OpenAI. ${note('OPENAI_API_KEY')}
  # openai: { kind: model, provider: openai, model: "<model id>", api_key_env: OPENAI_API_KEY }

  # A model on this machine or in your network that speaks the OpenAI protocol (Ollama, llama.cpp, …).
  # local: { kind: model, provider: openai-compatible, model: "<model id>", base_url: "http://127.0.0.1:11434/v1" }
${unbound}
# Which agent does what. Roles: planner, producer, preparer, judge, critic, refiner; of designs: generator, critic;
# of pages: builder, evaluator.
${roles}

# Where every run ends at the latest. "unlimited" must be written out.
caps:
  iterations: 4
  wall_time_s: 3600
  tokens: 2000000
  cost_usd: 20

# Commands of checks run here: no network, a read-only system, no keys in the environment.
# auto uses bubblewrap and refuses to run commands without it; none runs them unprotected.
# ${bubblewrap === null ? 'bubblewrap was not found here; install the package "bubblewrap".' : 'bubblewrap was found here.'}
sandbox: { kind: auto }

workflows:
  reflex:
    # Where the loop keeps run.json, history.jsonl and artifact.md of every task.
    path: .ai-factory/evolution
    # true: only the threshold of phase B completes a run; false: no blocking rule left is enough.
    require_threshold: false
    # Repairs that a check can make and verify itself come before the agent is asked.
    fixers: true
  design:
    # Where the features are: <path>/<feature>/design/intent.json and what belongs to it.
    path: features
    # The score a design must reach before a person is asked, 70 to 95.
    threshold: 80
    maxIterations: 10
  gan:
    # Where contracts, reports and pictures of pages go.
    path: .moai/sprints
`
}
