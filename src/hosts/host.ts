import { resolve } from 'node:path'
import { field, jsonOf } from '../kit/parse.ts'

/** When an agent's own program calls us: at its end, after an edit, and where it begins. */
export const hookEvents = ['stop', 'post-edit', 'session-start'] as const
export type HookEvent = (typeof hookEvents)[number]

/** What a hook is given, whichever program gives it. */
export type HookInput = {
  readonly session: string
  readonly cwd: string | null
  /** The file that was edited, where the program names it. */
  readonly edited: string | null
  /** The agent was sent back before, and this is its next end; null where the program does not say. */
  readonly isAgain: boolean | null
}

/** The session of a program that names none. */
export const unnamed = 'unnamed'

/** What a hook says: nothing, something to know, or that the agent is not done. */
export type HookWord =
  | { readonly say: 'nothing' }
  | { readonly say: 'note'; readonly text: string }
  | { readonly say: 'go-on'; readonly text: string }

/** A program that people run their agents in. */
export type Host = {
  readonly title: string
  /** Where its hooks stand in a project. */
  readonly file: string
  /** The variable by which it names the folder it was started in; the folder it stands in may be another one by now. */
  readonly startedIn: string | null
  /** How often it lets a hook hold the agent back before it stops all the same. */
  readonly blocks: number
  /** What it calls our events. */
  readonly events: Readonly<Record<HookEvent, string>>
  /** What it reads on standard output. */
  readonly output: (event: HookEvent, word: HookWord) => object
}

type Output = Host['output']

const note = (event: string, text: string) => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: text },
})

/** The form of Claude Code, which Codex and Gemini took over but for a word. */
const likeClaude =
  (events: Host['events'], block: 'block' | 'deny'): Output =>
  (event, word) => {
    if (word.say === 'nothing') return {}
    if (event !== 'stop') return note(events[event], word.text)
    return word.say === 'note'
      ? { systemMessage: word.text }
      : { decision: block, reason: word.text }
  }

const claudeEvents = { stop: 'Stop', 'post-edit': 'PostToolUse', 'session-start': 'SessionStart' }
const geminiEvents = {
  stop: 'AfterAgent',
  'post-edit': 'AfterTool',
  'session-start': 'SessionStart',
}

export const hosts = {
  claude: {
    title: 'Claude Code',
    file: '.claude/settings.json',
    startedIn: 'CLAUDE_PROJECT_DIR',
    blocks: 8,
    events: claudeEvents,
    output: likeClaude(claudeEvents, 'block'),
  },
  codex: {
    title: 'Codex',
    file: '.codex/hooks.json',
    startedIn: null,
    blocks: 30,
    events: claudeEvents,
    output: likeClaude(claudeEvents, 'block'),
  },
  gemini: {
    title: 'Gemini CLI',
    file: '.gemini/settings.json',
    startedIn: 'GEMINI_PROJECT_DIR',
    blocks: 40,
    events: geminiEvents,
    output: likeClaude(geminiEvents, 'deny'),
  },
  copilot: {
    title: 'GitHub Copilot CLI',
    file: '.github/hooks/loopwright.json',
    startedIn: 'COPILOT_PROJECT_DIR',
    blocks: 8,
    events: { stop: 'agentStop', 'post-edit': 'postToolUse', 'session-start': 'sessionStart' },
    output: (event, word) => {
      if (word.say === 'nothing') return {}
      if (event === 'stop' && word.say === 'go-on') return { decision: 'block', reason: word.text }
      return { additionalContext: word.text }
    },
  },
  cursor: {
    title: 'Cursor',
    file: '.cursor/hooks.json',
    startedIn: 'CURSOR_PROJECT_DIR',
    blocks: 5,
    events: { stop: 'stop', 'post-edit': 'afterFileEdit', 'session-start': 'sessionStart' },
    output: (event, word) => {
      if (word.say === 'nothing' || (event === 'stop' && word.say === 'note')) return {}
      return event === 'stop' ? { followup_message: word.text } : { additional_context: word.text }
    },
  },
} as const satisfies Record<string, Host>

export type HostName = keyof typeof hosts
export const isHost = (name: string): name is HostName => Object.hasOwn(hosts, name)

/** How often an agent is sent back in one turn: less often than its program honours. */
export const mostBlocks = (agent: HostName, wanted: number): number =>
  Math.min(wanted, hosts[agent].blocks - 1)

/** Where each call of a hook is kept, among what this machine knows of a workspace. */
export const journalName = 'hooks.jsonl'

type Place = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/**
 * Where a session may be held: where its program was started, before where the agent went since. Read without a schema:
 * where there is nothing to check, nothing is loaded.
 */
export function foldersOf(agent: HostName, given: string, { env, cwd }: Place): readonly string[] {
  const read = jsonOf(given.replace(/^\uFEFF/, ''))
  const { startedIn } = hosts[agent]
  const named = [
    startedIn === null ? null : env[startedIn],
    field(read, 'cwd') ?? field(field(read, 'workspace_roots'), '0'),
  ].filter((each) => typeof each === 'string' && each !== '')
  return (named.length === 0 ? [cwd] : named).map((each) => resolve(cwd, String(each)))
}
