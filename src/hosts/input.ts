import { z } from 'zod'
import { jsonOf } from '../kit/parse.ts'
import { type HookInput, unnamed } from './host.ts'

const text = z.string().min(1).max(4_096).nullish()

/** All names that the programs use for the same few things. */
const Input = z.object({
  session_id: text,
  sessionId: text,
  conversation_id: text,
  cwd: text,
  workspace_roots: z.array(z.string().max(4_096)).max(100).nullish(),
  file_path: text,
  stop_hook_active: z.boolean().nullish(),
  stopHookActive: z.boolean().nullish(),
  loop_count: z.number().nullish(),
  tool_input: z.record(z.string(), z.unknown()).nullish(),
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
    session: data.session_id ?? data.sessionId ?? data.conversation_id ?? unnamed,
    cwd: data.cwd ?? data.workspace_roots?.[0] ?? null,
    edited: named.find((each) => typeof each === 'string') ?? null,
    isAgain: data.stop_hook_active ?? data.stopHookActive ?? isLoop(data.loop_count),
  }
}

const isLoop = (count: number | null | undefined) => (typeof count === 'number' ? count > 0 : null)

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => {
  const read = typeof value === 'string' ? jsonOf(value) : value
  return typeof read === 'object' && read !== null ? { ...read } : {}
}
