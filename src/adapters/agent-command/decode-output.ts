import type { AgentFailure } from '../../model/agent.ts'
import { badOutput } from '../../model/answer-text.ts'
import { ok, type Result } from '../../model/result.ts'

/** Text of what a command printed, or why it is none. */
export function decodeOutput(bytes: Buffer): Result<string, AgentFailure> {
  // a NUL byte never stands in text
  if (bytes.includes(0))
    return badOutput('expected text, but the command printed binary data', bytes.toString('latin1'))
  const text = decodeUtf8(bytes)
  if (text === null)
    return badOutput(
      'expected UTF-8 text, but the command printed bytes that are not UTF-8',
      bytes.toString('utf8'),
    )
  if (text.trim() === '') return badOutput('the command exited with 0 but printed nothing', '')
  return ok(text)
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
