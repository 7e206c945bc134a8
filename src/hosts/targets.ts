import { shellWord } from '../kit/shell-word.ts'
import { type HookEvent, hookEvents, type HostName, hosts } from './host.ts'

type Path = readonly (string | number)[]

/** How a program can start us. */
type Program = readonly [string, ...string[]]

/** A value of ours in a JSON file of somebody else: at a key, or as one of a list. */
export type Entry =
  /** What `stays` is not only ours. */
  | { readonly at: Path; readonly value: unknown; readonly stays?: true }
  | { readonly list: Path; readonly value: unknown; readonly mark: string }

export type TargetFile = { readonly path: string; readonly entries: readonly Entry[] }

/** What is written for a program, and what only the person can do. */
export type Target = {
  readonly title: string
  /** From the folder of the project, or from the home folder; null where the program has no such place. */
  readonly project: (program: Program) => readonly TargetFile[]
  readonly user: ((program: Program) => readonly TargetFile[]) | null
  readonly todo: readonly string[]
}

/** Longer than our own time-out, so that the last word is ours. */
const seconds = 600

/** A program of the project is found from its root: an agent may stand anywhere when its hook is called. */
function commandOf([name, ...more]: Program, event: HookEvent, agent: HostName) {
  const { startedIn } = hosts[agent]
  const isOfProject = name.startsWith('./') && startedIn !== null
  const first = isOfProject ? `"$${startedIn}"${shellWord(name.slice(1))}` : shellWord(name)
  return [first, ...more.map(shellWord), 'hook', event, '--agent', agent].join(' ')
}

/** The hooks of a program that has them in lists under `hooks`. */
function hookEntries(
  agent: HostName,
  entry: (command: string, event: HookEvent) => object,
): (program: Program) => readonly Entry[] {
  return (program) =>
    hookEvents.map((event) => ({
      list: ['hooks', hosts[agent].events[event]],
      value: entry(commandOf(program, event, agent), event),
      mark: ` hook ${event} --agent ${agent}`,
    }))
}

/** A command that runs in a group with a matcher, as Claude Code has it. */
const grouped = (edits: string, timeout: number) => (command: string, event: HookEvent) => ({
  ...(event === 'post-edit' ? { matcher: edits } : {}),
  hooks: [{ type: 'command', command, timeout }],
})

const serverOf = ([command, ...args]: Program) => ({ command, args: [...args, 'mcp'] })

const claudeHooks = hookEntries('claude', grouped('Edit|MultiEdit|Write|NotebookEdit', seconds))
const codexHooks = hookEntries('codex', grouped('apply_patch|Edit|Write', seconds))
const geminiHooks = hookEntries('gemini', grouped('write_file|replace', seconds * 1_000))
const copilotHooks = hookEntries('copilot', (bash) => ({
  type: 'command',
  bash,
  timeoutSec: seconds,
}))
const cursorHooks = hookEntries('cursor', (command, event) => ({
  command,
  ...(event === 'stop' ? { loop_limit: hosts.cursor.blocks } : {}),
}))

const version: Entry = { at: ['version'], value: 1, stays: true }
const mcpServers = (program: Program): Entry => ({
  at: ['mcpServers', 'loopwright'],
  value: serverOf(program),
})

const geminiFiles = (program: Program) => [
  { path: hosts.gemini.file, entries: [...geminiHooks(program), mcpServers(program)] },
]
const codexFiles = (program: Program) => [{ path: hosts.codex.file, entries: codexHooks(program) }]
const cursorFiles = (program: Program) => [
  { path: hosts.cursor.file, entries: [version, ...cursorHooks(program)] },
  { path: '.cursor/mcp.json', entries: [mcpServers(program)] },
]

export const targets = {
  'claude-code': {
    title: 'Claude Code',
    project: (program) => [
      { path: hosts.claude.file, entries: claudeHooks(program) },
      { path: '.mcp.json', entries: [mcpServers(program)] },
    ],
    user: (program) => [{ path: hosts.claude.file, entries: claudeHooks(program) }],
    todo: ['start claude in this folder, trust it, and approve the loopwright server when it asks'],
  },
  codex: {
    title: 'Codex',
    project: codexFiles,
    user: codexFiles,
    todo: [
      'start codex in this folder, trust it, then open /hooks and trust the three hooks: until then they do not run, and codex does not say so',
      'for its tools: codex mcp add loopwright -- loopwright mcp',
    ],
  },
  gemini: {
    title: 'Gemini CLI',
    project: geminiFiles,
    user: geminiFiles,
    todo: ['start gemini in this folder and trust it: hooks of a project do not run before that'],
  },
  opencode: {
    title: 'opencode',
    project: (program) => [{ path: 'opencode.json', entries: [opencodeServer(program)] }],
    user: (program) => [
      { path: '.config/opencode/opencode.json', entries: [opencodeServer(program)] },
    ],
    todo: [
      'opencode has no hook for the end of a turn: bind it as an agent (kind: opencode), or run loopwright check yourself',
    ],
  },
  copilot: {
    title: 'GitHub Copilot CLI',
    project: (program) => [
      { path: hosts.copilot.file, entries: [version, ...copilotHooks(program)] },
    ],
    user: null,
    todo: ['start copilot with --trust-folder, or trust the folder: hooks do not run before that'],
  },
  cursor: {
    title: 'Cursor',
    project: cursorFiles,
    user: cursorFiles,
    todo: ['open the settings of Cursor, Hooks, and see that the three hooks are listed'],
  },
  vscode: {
    title: 'Visual Studio Code',
    project: (program) => [
      {
        path: '.vscode/mcp.json',
        entries: [
          { at: ['servers', 'loopwright'], value: { type: 'stdio', ...serverOf(program) } },
        ],
      },
    ],
    user: null,
    todo: ['run a task: Terminal, Run Task, loopwright; approve the server when it asks'],
  },
} as const satisfies Record<string, Target>

function opencodeServer(program: Program): Entry {
  return { at: ['mcp', 'loopwright'], value: { type: 'local', command: [...program, 'mcp'] } }
}

export type TargetName = keyof typeof targets
export const isTarget = (name: string): name is TargetName => Object.hasOwn(targets, name)
