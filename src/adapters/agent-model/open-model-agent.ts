import { readFile } from 'node:fs/promises'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { maskSecrets } from '../../model/mask-secrets.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import { costOf, listPrice, type Price } from '../../model/price.ts'
import { accountUsage } from './account-usage.ts'
import {
  connectModel,
  watchfulFetch,
  type ModelProvider,
  type Connection,
} from './connect-model.ts'
import { explainError, type ModelFailure } from './explain-error.ts'
import { defaultKeyHint } from './key-hint.ts'
import { pause, waitBefore } from './retry.ts'
import { streamAnswer, type StreamedAnswer } from './stream-answer.ts'
import { badOutput, readJsonObject } from '../../model/answer-text.ts'

export type ModelAgentOptions = {
  readonly provider: ModelProvider
  readonly model: string
  readonly temperature?: number
  readonly maxOutputTokens: number
  readonly baseUrl?: string
  readonly apiKey?: string
  /** Where the key should come from, for the hint when it is missing or refused. */
  readonly keyHint?: string
  readonly headers?: Readonly<Record<string, string>>
  /** For the whole answer, retries and waiting included. */
  readonly timeoutMs: number
  readonly price?: Price
  readonly maxRetries: number
  /** The first wait before a retry; each further one is twice as long. */
  readonly backoffMs?: number
}

/** A model through its provider's own protocol. The SDK is loaded by the first question. */
export function openModelAgent(options: ModelAgentOptions): Agent {
  // a provider that refused the schema once is not offered it again
  const memory = { schemaRefused: false }
  const { temperature, maxOutputTokens } = options
  return {
    identity: {
      kind: 'model',
      model: `${options.provider}/${options.model}`,
      ...(temperature !== undefined && { temperature }),
    },
    ...(temperature !== undefined && {
      sentTemperature: () => findSentTemperature(options, { temperature, maxOutputTokens }),
    }),
    ceiling(request) {
      const input = Math.ceil(composePrompt(request, { quoteSchema: true }).length / 3)
      const output = options.maxOutputTokens
      const price = options.price ?? listPrice(options.model)
      return {
        tokens: input + output,
        costUsd: price === null ? 0 : costOf({ input, output }, price),
      }
    },
    async ask(request, signal) {
      const answer = await ask({ options, request, signal, memory })
      return answer.ok ? answer : err(hideIn(answer.error, secretsOf(options)))
    },
  }
}

type Asking = {
  readonly options: ModelAgentOptions
  readonly request: AgentRequest
  readonly signal: AbortSignal
  readonly memory: { schemaRefused: boolean }
}

async function ask(asking: Asking): AsyncResult<AgentAnswer, AgentFailure> {
  const { options, signal, memory } = asking
  if (signal.aborted) return err({ type: 'cancelled' })
  const problem = whatIsMissing(options)
  if (problem !== null) return err({ type: 'unavailable', reason: problem, retryable: false })

  const deadline = performance.now() + options.timeoutMs
  const stop = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs)])
  const stopped = (): AgentFailure =>
    signal.aborted ? { type: 'cancelled' } : { type: 'timed-out', afterMs: options.timeoutMs }

  for (let retries = 0; ;) {
    const streamed = await callOnce(asking, stop)
    if (stop.aborted) return err(stopped())
    if (streamed.ok) return conclude(asking, streamed.value)

    const failure = streamed.error
    if (failure.refusesSchema && !memory.schemaRefused) {
      memory.schemaRefused = true
      continue
    }
    if (!failure.worthRetrying || retries >= options.maxRetries) return err(failure.failure)

    const waitMs = waitBefore(retries, failure.retryAfterMs, options.backoffMs)
    if (performance.now() + waitMs > deadline) return err(cannotWait(failure.failure, waitMs))
    await pause(waitMs, stop)
    if (stop.aborted) return err(stopped())
    retries += 1
  }
}

const mostPictures = 4
const mostPictureBytes = 5_000_000

/** The screenshots that a request names by path, as the bytes a model can look at. */
async function picturesOf({ input }: AgentRequest): Promise<readonly Uint8Array[]> {
  const named: unknown = input['pictures']
  const paths = Array.isArray(named)
    ? named.filter((path) => typeof path === 'string' && path.endsWith('.png'))
    : []
  const read = await Promise.all(
    paths.slice(0, mostPictures).map((path) => readFile(path).catch(() => null)),
  )
  return read.flatMap((bytes) => (bytes === null || bytes.length > mostPictureBytes ? [] : [bytes]))
}

async function callOnce(
  { options, request, memory }: Asking,
  stop: AbortSignal,
): AsyncResult<StreamedAnswer, ModelFailure> {
  const schema = memory.schemaRefused ? null : request.output_schema
  const reply = { contentType: '' }
  try {
    const model = await connectModel(options, watchfulFetch(reply))
    const streamed = await streamAnswer({
      model,
      prompt: composePrompt(request, { quoteSchema: schema === null }),
      pictures: await picturesOf(request),
      schema,
      temperature: options.temperature,
      maxOutputTokens: options.maxOutputTokens,
      stop,
    })
    return ok(streamed)
  } catch (error) {
    return err(explainError(error, { ...options, schemaSent: schema !== null, reply }))
  }
}

function conclude(
  { options, request }: Asking,
  streamed: StreamedAnswer,
): Result<AgentAnswer, AgentFailure> {
  const output = readModelAnswer(streamed, request)
  if (!output.ok) return output
  return ok({ output: output.value, usage: accountUsage(streamed, request, options) })
}

function whatIsMissing({ provider, apiKey, keyHint, baseUrl }: ModelAgentOptions): string | null {
  if (provider === 'openai-compatible' && baseUrl === undefined)
    return 'an openai-compatible agent needs `base_url` in loopwright.yaml'
  if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    return `\`base_url\` of this agent is not a web address: ${baseUrl}`
  if (provider !== 'openai-compatible' && !apiKey)
    return `${provider} needs an API key; set ${keyHint ?? defaultKeyHint[provider]}`
  return null
}

function cannotWait(failure: AgentFailure, waitMs: number): AgentFailure {
  if (failure.type !== 'unavailable') return failure
  const seconds = Math.ceil(waitMs / 1_000)
  return {
    ...failure,
    reason: `${failure.reason}; the next try is due in ${seconds} s, after this call's time is up`,
  }
}

function secretsOf({ apiKey = '', headers = {} }: ModelAgentOptions): readonly string[] {
  return [apiKey, ...Object.values(headers).filter((value) => value.length >= 8)]
}

function hideIn(failure: AgentFailure, secrets: readonly string[]): AgentFailure {
  if (failure.type === 'unavailable')
    return { ...failure, reason: maskSecrets(failure.reason, secrets) }
  if (failure.type === 'bad-output')
    return { ...failure, issues: failure.issues.map((issue) => maskSecrets(issue, secrets)) }
  return failure
}

/** Everything a model must know in one text; it cannot look at the request's other fields. */
function composePrompt(
  request: AgentRequest,
  { quoteSchema }: { readonly quoteSchema: boolean },
): string {
  const parts = [request.prompt, ...unquotedInputs(request)]
  if (request.error !== undefined && !request.prompt.includes(request.error))
    parts.push(
      `Your previous answer was refused: ${request.error}\nAnswer again without this fault.`,
    )
  if (request.output_schema !== null && quoteSchema)
    parts.push(
      'Answer with one JSON object that satisfies this JSON Schema, and with nothing else:\n' +
        JSON.stringify(request.output_schema),
    )
  return parts.join('\n\n')
}

// what the prompt quotes already would only cost twice
function unquotedInputs({ prompt, input }: AgentRequest): readonly string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return []
    const ways =
      typeof value === 'string' ? [value] : [JSON.stringify(value), JSON.stringify(value, null, 2)]
    const [text] = ways
    if (text === undefined || ways.some((way) => prompt.includes(way.trim()))) return []
    return [`<${name}>\n${text}\n</${name}>`]
  })
}

type SentTemperature = number | 'unsupported'

/**
 * The temperature a request carries, which is not always the one that is configured: for models that
 * refuse the setting the SDK leaves it out. A request is prepared as for a question and kept from
 * leaving, so nothing is asked and no key is needed. What cannot be seen in it counts as not sent.
 */
async function findSentTemperature(
  connection: Connection,
  call: { readonly temperature: number; readonly maxOutputTokens: number },
): Promise<SentTemperature> {
  let body: unknown = null
  const keep: typeof globalThis.fetch = async (_, init) => {
    body = init?.body
    throw new Error('this request is not to be sent')
  }
  const model = await connectModel({ ...connection, apiKey: 'not-needed' }, keep)
  const stop = new AbortController()
  await streamAnswer({
    ...call,
    model,
    prompt: '-',
    pictures: [],
    schema: null,
    stop: stop.signal,
  }).catch(() => {})
  return temperatureIn(body)
}

function temperatureIn(body: unknown): SentTemperature {
  if (typeof body !== 'string') return 'unsupported'
  const request: unknown = JSON.parse(body)
  if (typeof request !== 'object' || request === null || !('temperature' in request))
    return 'unsupported'
  return typeof request.temperature === 'number' ? request.temperature : 'unsupported'
}

/** The answer's text or object, unless the model did not finish it. */
function readModelAnswer(
  { text: streamed, finish }: StreamedAnswer,
  { output_schema }: AgentRequest,
): Result<unknown, AgentFailure> {
  const text = withoutThinking(streamed)
  if (finish === 'length')
    return badOutput(
      'the answer was cut at the limit of output tokens; raise `max_output_tokens` or ask for less',
      text,
    )
  if (finish === 'content-filter')
    return badOutput("the provider's content filter stopped the answer, or the model refused", text)
  if (finish === 'tool-calls')
    return badOutput('the model called a tool instead of answering', text)
  if (text.trim() === '') return badOutput('the model answered nothing', '')
  if (output_schema === null) return ok(text)

  const alone = readJsonObject(text)
  if (alone.ok) return alone
  // a model may talk around its JSON
  const within = readJsonObject(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  return within.ok ? within : alone
}

// local models print their thoughts before the answer
function withoutThinking(text: string): string {
  const end = text.indexOf('</think>')
  if (end === -1 || !text.trimStart().startsWith('<think>')) return text
  return text.slice(end + '</think>'.length).trimStart()
}
