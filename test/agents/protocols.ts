import { isJsonObject } from '../../src/model/answer-text.ts'

export type Protocol = 'messages' | 'responses' | 'chat' | 'gemini'

/** What an agent asked its model. */
export type Asked = {
  readonly protocol: Protocol
  readonly path: string
  /** All texts of the conversation, system prompt included. */
  readonly text: string
  readonly tools: readonly string[]
  /** How often a tool has answered in this conversation. */
  readonly results: number
  /** Which request of this server it is, from 1. */
  readonly number: number
}

/** What the model says: words, a tool it wants, or an error of the provider. */
export type Said =
  | { readonly text: string }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly status: number; readonly message: string; readonly headers?: Record<string, string> }
  | { readonly hang: true }

type Json = Readonly<Record<string, unknown>>
type Spoken = Exclude<Said, { status: number } | { hang: true }>

/** One provider's protocol: how a request is read, and how words and calls of tools are streamed. */
export type Wire = {
  readonly name: Protocol
  readonly path: RegExp
  read(body: Json): Pick<Asked, 'text' | 'tools' | 'results'>
  say(said: Spoken, model: string): readonly string[]
  error(status: number, message: string): Json
}

/** Agents know a call again by its id. */
const fresh = () => Math.random().toString(36).slice(2)

const usage = { input: 120, output: 30 }
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const named = (type: string, value: Json) => `event: ${type}\n${data({ type, ...value })}`

/** All texts in a value, however deep they lie. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'type' ? [] : textsIn(inner)))
}

const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter((each) => isJsonObject(each)) : []
const nameOf = (tool: Json): string => (typeof tool['name'] === 'string' ? tool['name'] : '')

const messages: Wire = {
  name: 'messages',
  path: /\/v1\/messages$/,
  read: (body) => ({
    text: textsIn([body['system'], body['messages']]).join('\n'),
    tools: listOf(body['tools']).map(nameOf),
    results: JSON.stringify(body['messages']).split('"tool_result"').length - 1,
  }),
  say: (said, model) => [
    named('message_start', {
      message: {
        id: `msg_${fresh()}`,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: usage.input, output_tokens: 1 },
      },
    }),
    ...('text' in said
      ? [
          named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
          named('content_block_delta', {
            index: 0,
            delta: { type: 'text_delta', text: said.text },
          }),
        ]
      : [
          named('content_block_start', {
            index: 0,
            content_block: { type: 'tool_use', id: `toolu_${fresh()}`, name: said.tool, input: {} },
          }),
          named('content_block_delta', {
            index: 0,
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(said.input) },
          }),
        ]),
    named('content_block_stop', { index: 0 }),
    named('message_delta', {
      delta: { stop_reason: 'text' in said ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage: { input_tokens: usage.input, output_tokens: usage.output },
    }),
    named('message_stop', {}),
  ],
  error: (status, message) => ({
    type: 'error',
    error: { type: status === 401 ? 'authentication_error' : 'api_error', message },
  }),
}

const responses: Wire = {
  name: 'responses',
  path: /\/responses$/,
  read: (body) => ({
    text: textsIn([body['instructions'], body['input']]).join('\n'),
    tools: listOf(body['tools']).map((tool) => nameOf(tool) || String(tool['type'])),
    results: JSON.stringify(body['input']).split('call_output"').length - 1,
  }),
  say(said, model) {
    const item =
      'text' in said
        ? {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            content: [{ type: 'output_text', text: said.text, annotations: [] }],
          }
        : {
            type: 'function_call',
            id: `fc_${fresh()}`,
            call_id: `call_${fresh()}`,
            name: said.tool,
            arguments: JSON.stringify(said.input),
          }
    const response = { id: 'resp_1', object: 'response', model }
    return [
      named('response.created', { response: { ...response, status: 'in_progress' } }),
      named('response.output_item.added', { output_index: 0, item }),
      named('response.output_item.done', { output_index: 0, item }),
      named('response.completed', {
        response: {
          ...response,
          status: 'completed',
          output: [item],
          usage: {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: 0 },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.input + usage.output,
          },
        },
      }),
    ]
  },
  error: (status, message) => ({
    error: { message, type: status === 401 ? 'invalid_request_error' : 'server_error', code: null },
  }),
}

const chat: Wire = {
  name: 'chat',
  path: /\/chat\/completions$/,
  read: (body) => ({
    text: textsIn(body['messages']).join('\n'),
    tools: listOf(body['tools']).map((tool) =>
      isJsonObject(tool['function']) ? nameOf(tool['function']) : '',
    ),
    results: listOf(body['messages']).filter((each) => each['role'] === 'tool').length,
  }),
  say(said, model) {
    const chunk = (delta: Json, reason: string | null, rest: Json = {}) =>
      data({
        id: 'chat_1',
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices: [{ index: 0, delta, finish_reason: reason }],
        ...rest,
      })
    const call = 'tool' in said && {
      index: 0,
      id: `call_${fresh()}`,
      type: 'function',
      function: { name: said.tool, arguments: JSON.stringify(said.input) },
    }
    return [
      chunk(
        'text' in said
          ? { role: 'assistant', content: said.text }
          : { role: 'assistant', tool_calls: [call] },
        null,
      ),
      chunk({}, 'text' in said ? 'stop' : 'tool_calls', {
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
        },
      }),
      'data: [DONE]\n\n',
    ]
  },
  error: (status, message) => ({ error: { message, type: 'error', code: `${status}` } }),
}

const gemini: Wire = {
  name: 'gemini',
  path: /:(?:stream)?generateContent$/i,
  read: (body) => ({
    text: textsIn([body['systemInstruction'], body['contents']]).join('\n'),
    tools: listOf(body['tools']).flatMap((tool) =>
      listOf(tool['functionDeclarations']).map(nameOf),
    ),
    results: JSON.stringify(body['contents']).split('"functionResponse"').length - 1,
  }),
  say: (said, modelVersion) => [
    data({
      candidates: [
        {
          index: 0,
          content: {
            role: 'model',
            parts: [
              'text' in said
                ? { text: said.text }
                : { functionCall: { name: said.tool, args: said.input } },
            ],
          },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: {
        promptTokenCount: usage.input,
        candidatesTokenCount: usage.output,
        totalTokenCount: usage.input + usage.output,
      },
      modelVersion,
    }),
  ],
  error: (code, message) => ({
    error: { code, message, status: code === 401 ? 'UNAUTHENTICATED' : 'UNAVAILABLE' },
  }),
}

export const protocols: readonly Wire[] = [messages, responses, chat, gemini]
