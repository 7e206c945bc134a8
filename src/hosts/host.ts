import { z } from 'zod'

/** When an agent's own program calls us: at its end, after an edit, and where it begins. */
export const hookEvents = ['stop', 'post-edit', 'session-start'] as const
export type HookEvent = (typeof hookEvents)[number]

/** What a hook is given, whichever program gives it. */
export type HookInput = {
  readonly session: string
  readonly cwd: string | null
  /** The file that was edited, where the program names it. */
  readonly edited: string | null
  /** The agent was sent back before, and this is its next end. */
  readonly isAgain: boolean
}

/** What a hook says: nothing, something to know, or that the agent is not done. */
export type HookWord =
  | { readonly say: 'nothing' }
  | { readonly say: 'note'; readonly text: string }
  | { readonly say: 'go-on'; readonly text: string }

/** A program that people run their agents in. */
export type Host = {
  readonly title: string
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
    blocks: 8,
    events: claudeEvents,
    output: likeClaude(claudeEvents, 'block'),
  },
  codex: {
    title: 'Codex',
    blocks: 30,
    events: claudeEvents,
    output: likeClaude(claudeEvents, 'block'),
  },
  gemini: {
    title: 'Gemini CLI',
    blocks: 40,
    events: geminiEvents,
    output: likeClaude(geminiEvents, 'deny'),
  },
  copilot: {
    title: 'GitHub Copilot CLI',
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

const text = z.string().min(1).max(4_096).optional()

/** All names that the programs use for the same few things. */
const Input = z.object({
  session_id: text,
  sessionId: text,
  conversation_id: text,
  cwd: text,
  workspace_roots: z.array(z.string().max(4_096)).max(100).optional(),
  file_path: text,
  stop_hook_active: z.boolean().optional(),
  stopHookActive: z.boolean().optional(),
  loop_count: z.number().optional(),
  tool_input: z.record(z.string(), z.unknown()).optional(),
  toolArgs: z.unknown().optional(),
})

/** Reads what stands on standard input; null where it is no input of a hook. */
export function readInput(given: string): HookInput | null {
  const input = Input.safeParse(jsonOf(given.replace(/^\uFEFF/, '')))
  if (!input.success) return null
  const { data } = input
  const args = { ...data.tool_input, ...asRecord(data.toolArgs) }
  const named = [data.file_path, args['file_path'], args['filePath'], args['path']]
  return {
    session: data.session_id ?? data.sessionId ?? data.conversation_id ?? 'unnamed',
    cwd: data.cwd ?? data.workspace_roots?.[0] ?? null,
    edited: named.find((each) => typeof each === 'string') ?? null,
    isAgain: data.stop_hook_active ?? data.stopHookActive ?? (data.loop_count ?? 0) > 0,
  }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => {
  const read = typeof value === 'string' ? jsonOf(value) : value
  return typeof read === 'object' && read !== null ? { ...read } : {}
}

function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return null
  }
}
