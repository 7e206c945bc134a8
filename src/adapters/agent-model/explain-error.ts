import type { AgentFailure } from '../../model/agent.ts'
import { excerpt } from '../../model/answer-text.ts'
import { endlessReply, type Connection, type Reply } from './connect-model.ts'
import { defaultKeyHint } from './key-hint.ts'
import { readRetryAfter } from './retry.ts'
import { endedEarly } from './stream-answer.ts'
import { z } from 'zod'

export type ModelFailure = {
  readonly failure: AgentFailure
  /** Another try in the same call may help. */
  readonly worthRetrying: boolean
  /** How long the provider asks to wait, or null. */
  readonly retryAfterMs: number | null
  /** The provider does not take the schema; it may still answer without. */
  readonly refusesSchema: boolean
}

export type Circumstances = Connection & {
  readonly keyHint?: string
  readonly schemaSent: boolean
  readonly reply: Reply
}

/** What went wrong with a call, and whether another try may help. */
export function explainError(error: unknown, call: Circumstances): ModelFailure {
  const observed = lookAtError(error)
  const failureOf = (failure: AgentFailure, worthRetrying = false): ModelFailure => ({
    failure,
    worthRetrying,
    retryAfterMs: readRetryAfter(observed.headers, Date.now()),
    refusesSchema: false,
  })
  const unavailable = (reason: string, retryable: boolean) =>
    failureOf({ type: 'unavailable', reason, retryable }, retryable)
  const badOutput = (issue: string) => failureOf({ type: 'bad-output', issues: [issue] })

  const who = nameOf(call)
  if (observed.messages.includes(endlessReply))
    return badOutput(`${who} answered without end: ${endlessReply}`)
  if (observed.status !== null && observed.status >= 300) {
    const explained = explainStatus(observed, observed.status, call)
    return {
      ...unavailable(explained.reason, explained.retryable),
      refusesSchema: call.schemaSent && refusesSchema(observed),
    }
  }
  if (observed.names.some((name) => notItsProtocol.has(name)))
    return badOutput(`${who} sent a stream that is not its protocol: ${excerpt(observed.messages)}`)
  if (observed.names.some((name) => sentTooLittle.has(name)))
    return call.reply.contentType.includes('event-stream')
      ? unavailable(`the connection to ${who} was cut before the answer ended`, true)
      : badOutput(
          `${who} answered with ${call.reply.contentType || 'no content type'} instead of an event stream; check \`base_url\``,
        )
  if (observed.names.includes('AI_StreamProviderError'))
    return unavailable(
      `${who} broke off: ${excerpt(observed.messages)}`,
      observed.retryable === true || soundsPassing(observed),
    )
  // the SDK has no opinion on what it could not make sense of
  if (observed.retryable === null && call.reply.contentType !== '')
    return badOutput(`${who} sent a stream that is not its protocol: ${excerpt(observed.messages)}`)
  return unavailable(
    `the connection to ${who} failed: ${excerpt(observed.messages)}`,
    observed.retryable === true,
  )
}

function soundsPassing({ kind }: SeenError): boolean {
  return /overload|rate.?limit|too_many|server_error|internal|unavailable|timeout/i.test(kind)
}

const notItsProtocol = new Set(['AI_JSONParseError', 'AI_TypeValidationError'])
const sentTooLittle = new Set([
  endedEarly,
  'AI_NoOutputGeneratedError',
  'AI_InvalidResponseDataError',
  'AI_EmptyResponseBodyError',
])

const outOfCredit = /insufficient_quota|billing_error|credit balance/i

function explainStatus(observed: SeenError, status: number, call: Circumstances) {
  const who = nameOf(call)
  const said = `(${status}${observed.messages === '' ? '' : `: ${excerpt(observed.messages)}`})`
  const no = (reason: string) => ({ reason, retryable: false })
  if (status < 400)
    return no(`${who} sends us elsewhere ${said}; write the final address in \`base_url\``)
  if (status === 401 || status === 403)
    return no(
      `${who} refused the API key ${said}; set ${call.keyHint ?? defaultKeyHint[call.provider]}`,
    )
  if (status === 402 || (status < 500 && outOfCredit.test(observed.body)))
    return no(`${who} has no credit left for this key ${said}`)
  if (status === 404)
    return no(
      `${who} does not know the model ${call.model} ${said}; correct \`model\` or \`base_url\` of this agent`,
    )
  if (status === 413) return no(`the request is too large for ${call.model} ${said}`)
  if (status === 408 || status === 409 || status === 429 || status >= 500)
    return { reason: `${who} cannot answer now ${said}`, retryable: true }
  return no(`${who} refused the request for the model ${call.model} ${said}`)
}

function refusesSchema({ status, messages, body }: SeenError): boolean {
  if (status !== 400 && status !== 422 && status !== 501) return false
  return /response_?format|json_?schema|text\.format|output_?(?:config|format)|structured output|guided|grammar|tool_choice|invalid schema/i.test(
    `${messages} ${body.slice(0, 10_000)}`,
  )
}

function nameOf({ provider, baseUrl }: Connection): string {
  const host = baseUrl === undefined ? null : URL.parse(baseUrl)?.host
  return host ? `${provider} at ${host}` : provider
}

// errors come from several packages, so they are read by shape, not by class
const Link = z.object({
  name: z.string().catch(''),
  message: z.string().catch(''),
  type: z.string().catch(''),
  code: z.union([z.string(), z.number()]).catch(''),
  statusCode: z.number().optional().catch(undefined),
  isRetryable: z.boolean().optional().catch(undefined),
  responseHeaders: z.record(z.string(), z.string()).catch({}),
  responseBody: z.string().catch(''),
  cause: z.unknown().optional(),
})
type Link = z.infer<typeof Link>

type SeenError = {
  readonly names: readonly string[]
  readonly messages: string
  /** What the provider calls the error. */
  readonly kind: string
  readonly status: number | null
  /** Null where the SDK has no opinion. */
  readonly retryable: boolean | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What an error of the SDK tells; the telling part may be the error itself or a cause inside it. */
function lookAtError(error: unknown): SeenError {
  const chain = chainOf(error)
  const said = chain.map(({ message }) => message).filter((message) => message !== '')
  return {
    names: chain.map(({ name }) => name),
    messages: chain.length === 0 ? String(error) : said.join(': '),
    kind: chain.map(({ type, code }) => `${type} ${code}`).join(' '),
    status: chain.map(statusOf).find((status) => status !== undefined) ?? null,
    retryable: chain.find(({ isRetryable }) => isRetryable !== undefined)?.isRetryable ?? null,
    headers: Object.assign({}, ...chain.map(({ responseHeaders }) => responseHeaders).toReversed()),
    body: chain.find(({ responseBody }) => responseBody !== '')?.responseBody ?? '',
  }
}

function chainOf(error: unknown): readonly Link[] {
  const chain: Link[] = []
  for (let link = Link.safeParse(error); link.success && chain.length < 5;) {
    chain.push(link.data)
    link = Link.safeParse(link.data.cause)
  }
  return chain
}

// some servers write the status into the code of an error event
function statusOf({ statusCode, code }: Link): number | undefined {
  if (statusCode !== undefined) return statusCode
  return typeof code === 'number' && code >= 400 && code < 600 ? code : undefined
}
