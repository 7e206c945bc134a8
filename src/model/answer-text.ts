import type { AgentFailure, AgentRequest, Usage } from './agent.ts'
import { err, ok, type Result } from './result.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** Reads one JSON object that stands alone, between white space, or inside a single ```json fence. */
export function readJsonObject(text: string): Result<JsonObject, AgentFailure> {
  const plain = unfence(text.trim())
  if (isTooDeep(plain)) return badOutput(`expected JSON of at most ${deepest} levels`, text)
  const parsed = parseJson(plain)
  if (!parsed.ok)
    return badOutput(`expected one JSON object and nothing else (${parsed.error})`, text)
  if (!isJsonObject(parsed.value))
    return badOutput(`expected one JSON object, not ${nameOf(parsed.value)}`, text)
  return ok(parsed.value)
}

/** Says what came and what was expected, so that the retry can tell the agent. */
export function badOutput(expected: string, came: string) {
  return err<AgentFailure>({
    type: 'bad-output',
    issues: [came === '' ? expected : `${expected}; the answer begins: ${excerpt(came)}`],
  })
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a call used when nobody reported it: about four characters a token. */
export function estimateUsage(request: AgentRequest, answer: string): Usage {
  return {
    input_tokens: Math.ceil((request.prompt.length + JSON.stringify(request.input).length) / 4),
    output_tokens: Math.ceil(answer.length / 4),
    cost_usd: 0,
    estimated: true,
  }
}

/** The first 200 characters, with white space folded and what cannot be printed shown as a dot. */
export function excerpt(text: string): string {
  const printable = text
    .slice(0, 1_000)
    .replace(/\s+/g, ' ')
    .replace(/\p{C}|\uFFFD/gu, '·')
    .trim()
  const shown = printable.slice(0, 200).toWellFormed()
  return shown.length < printable.length || text.length > 1_000 ? `${shown}…` : shown
}

function parseJson(text: string): Result<unknown, string> {
  try {
    const value: unknown = JSON.parse(text)
    return ok(value)
  } catch (error) {
    return err(error instanceof Error ? excerpt(error.message) : 'not JSON')
  }
}

const deepest = 500

/** What is nested without end can be read, but not written down again. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) inText = !inText
    else if (inText) at += code === 0x5c ? 1 : 0
    else if (code === 0x5b || code === 0x7b) depth += 1
    else if (code === 0x5d || code === 0x7d) depth -= 1
    if (depth > deepest) return true
  }
  return false
}

function unfence(text: string): string {
  const open = /^```(?:json)?[ \t]*\r?\n/i.exec(text)
  if (!open || !text.endsWith('```') || text.length < open[0].length + 3) return text
  return text.slice(open[0].length, -3)
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`
}
