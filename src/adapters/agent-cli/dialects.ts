import type { CliKind } from '../../model/known-agents.ts'
import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import type { Dialect } from './dialect.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'

export const dialects: Readonly<Record<CliKind, Dialect>> = {
  claude,
  codex,
  gemini,
  opencode,
  copilot,
}
