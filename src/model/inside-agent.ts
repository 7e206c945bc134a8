/** The variable that every process of an agent carries, and by which Loopwright knows that no person is at work. */
export const insideAgent = 'LOOPWRIGHT_INSIDE_AGENT'

/** What programs set for the commands that their agent runs. */
export const hostMarks = [
  'AI_AGENT',
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'COPILOT_CLI',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'OPENCODE',
]
