import type { AgentAnswer, AgentFailure, AgentRequest, Usage } from '../../model/agent.ts'
import { costOf, listPrice } from '../../model/price.ts'
import { badOutput, estimateUsage, isJsonObject, readJsonObject } from '../../model/answer-text.ts'
import { ok, type Result } from '../../model/result.ts'
import { utf8Of } from '../../ports/disk.ts'

/** Text of what a command printed, or why it is none. */
export function decodeOutput(bytes: Buffer): Result<string, AgentFailure> {
  // a NUL byte never stands in text
  if (bytes.includes(0))
    return badOutput('expected text, but the command printed binary data', bytes.toString('latin1'))
  const text = utf8Of(bytes)
  if (text === null)
    return badOutput(
      'expected UTF-8 text, but the command printed bytes that are not UTF-8',
      bytes.toString('utf8'),
    )
  if (text.trim() === '') return badOutput('the command exited with 0 but printed nothing', '')
  return ok(text)
}

/** Reads an answer of the public protocol: raw text or one JSON object, wrapped with its usage or not. */
export function readAnswer(text: string, request: AgentRequest): Result<AgentAnswer, AgentFailure> {
  const schema = request.output_schema
  if (schema === null) return ok(readRawAnswer(text, request))

  const read = readJsonObject(text)
  if (!read.ok) return read
  if (!isWrapper(read.value, schema))
    return ok({ output: read.value, usage: estimateUsage(request, text) })

  const usage = readUsage(read.value['usage'], estimateUsage(request, text))
  const { output } = read.value
  if (isJsonObject(output)) return ok({ output, usage })

  // some wrappers hand the model's JSON on as a string
  const inner = readJsonObject(typeof output === 'string' ? output : JSON.stringify(output))
  return inner.ok ? ok({ output: inner.value, usage }) : inner
}

function readRawAnswer(text: string, request: AgentRequest): AgentAnswer {
  const estimated = estimateUsage(request, text)
  // most raw answers are no JSON at all, and a large one need not be parsed to know
  if (!/^\s*(?:\{|```)/.test(text)) return { output: text, usage: estimated }

  const read = readJsonObject(text)
  if (!read.ok || !hasOnlyWrapperKeys(read.value) || typeof read.value['output'] !== 'string')
    return { output: text, usage: estimated }
  return {
    output: read.value['output'],
    usage: readUsage(read.value['usage'], estimateUsage(request, read.value['output'])),
  }
}

// an answer whose own contract has a field called output is not a wrapper, unless usage says so
function isWrapper(value: Readonly<Record<string, unknown>>, schema: Record<string, unknown>) {
  if (!hasOnlyWrapperKeys(value)) return false
  const own = isJsonObject(schema['properties']) ? schema['properties'] : {}
  if (!Object.hasOwn(own, 'output')) return true
  return Object.hasOwn(value, 'usage') && !Object.hasOwn(own, 'usage')
}

function hasOnlyWrapperKeys(value: Readonly<Record<string, unknown>>): boolean {
  return (
    Object.hasOwn(value, 'output') &&
    Object.keys(value).every((key) => key === 'output' || key === 'usage')
  )
}

// usage comes from outside: a figure that cannot be true is replaced by the estimate
function readUsage(reported: unknown, estimated: Usage): Usage {
  if (!isJsonObject(reported)) return estimated
  const input = tokenCount(reported['input_tokens'])
  const output = tokenCount(reported['output_tokens'])
  const cost = reported['cost_usd']
  const isTold = typeof cost === 'number' && Number.isFinite(cost) && cost >= 0
  const model = typeof reported['model'] === 'string' ? reported['model'].slice(0, 200) : ''
  const tokens = {
    input_tokens: input ?? estimated.input_tokens,
    output_tokens: output ?? estimated.output_tokens,
  }
  const price = isTold || model === '' ? null : listPrice(model)
  const priced = { input: tokens.input_tokens, output: tokens.output_tokens }
  return {
    ...tokens,
    cost_usd: isTold ? cost : price === null ? 0 : costOf(priced, price),
    ...(model === '' ? {} : { model }),
    ...(!isTold && model !== '' && price === null && { unpriced: true }),
    ...((input === null || output === null) && { estimated: true }),
  }
}

function tokenCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
