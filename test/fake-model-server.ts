import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

export type Protocol = 'anthropic' | 'openai' | 'openai-compatible'

/** How the server treats one request; the last of a list is used for all further ones. */
export type Treatment =
  | {
      readonly do: 'answer'
      readonly text: string
      readonly model?: string
      readonly finish?: 'stop' | 'length' | 'content-filter'
      readonly usage?: { readonly input: number; readonly output: number } | null
      readonly piece?: number
      readonly everyMs?: number
      /** Drops the socket after this many pieces. */
      readonly cutAfter?: number
      /** Ends the stream politely, but without its last events, after this many pieces. */
      readonly endAfter?: number
    }
  | {
      readonly do: 'reply'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly do: 'error-event'; readonly type: string; readonly message: string }
  | { readonly do: 'hang' }
  | { readonly do: 'flood' }

type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Record<string, unknown>
  readonly atMs: number
}

export type FakeModelServer = {
  readonly url: string
  readonly requests: readonly SeenRequest[]
  close(): Promise<void>
}

/** Speaks a provider's streaming protocol on 127.0.0.1, with faults to order. */
export async function startFakeModelServer(
  protocol: Protocol,
  treatments: readonly [Treatment, ...Treatment[]],
): Promise<FakeModelServer> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    response.on('error', () => {})
    request.on('end', () => {
      const treatment =
        treatments[Math.min(requests.length, treatments.length - 1)] ?? treatments[0]
      const body: Record<string, unknown> = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
        atMs: performance.now(),
      })
      void treat(response, protocol, treatment, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function treat(
  response: ServerResponse,
  protocol: Protocol,
  treatment: Treatment,
  body: Record<string, unknown>,
): Promise<void> {
  switch (treatment.do) {
    case 'hang':
      return
    case 'reply':
      response.writeHead(treatment.status, {
        'content-type': 'application/json',
        ...treatment.headers,
      })
      response.end(treatment.body ?? '')
      return
    case 'error-event':
      openStream(response)
      response.end(errorEvent(protocol, treatment.type, treatment.message))
      return
    case 'flood':
      return flood(response, protocol, body)
    case 'answer':
      return answer(response, protocol, treatment, body)
  }
}

async function answer(
  response: ServerResponse,
  protocol: Protocol,
  treatment: Extract<Treatment, { do: 'answer' }>,
  body: Record<string, unknown>,
): Promise<void> {
  const speak = dialects[protocol](treatment, body)
  const size = treatment.piece ?? 40
  openStream(response)
  response.write(speak.open())
  const points = Array.from(treatment.text)
  for (let start = 0, sent = 0; start < points.length; start += size, sent += 1) {
    if (sent === treatment.cutAfter) {
      // let what was written leave before the line goes dead
      await sleep(30)
      response.socket?.destroy()
      return
    }
    if (sent === treatment.endAfter) {
      response.end()
      return
    }
    if (treatment.everyMs !== undefined) await sleep(treatment.everyMs)
    if (response.destroyed) return
    response.write(speak.piece(points.slice(start, start + size).join('')))
  }
  response.end(speak.close())
}

async function flood(response: ServerResponse, protocol: Protocol, body: Record<string, unknown>) {
  const speak = dialects[protocol]({ do: 'answer', text: '' }, body)
  openStream(response)
  response.write(speak.open())
  const piece = speak.piece('x'.repeat(200_000))
  while (!response.destroyed) {
    if (!response.write(piece)) await Promise.race([sleep(20), drained(response)])
  }
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

type Dialect = (
  treatment: Extract<Treatment, { do: 'answer' }>,
  body: Record<string, unknown>,
) => { open(): string; piece(text: string): string; close(): string }

const named = (event: { readonly type: string } & Record<string, unknown>) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
const unnamed = (event: Record<string, unknown>) => `data: ${JSON.stringify(event)}\n\n`

const dialects: Record<Protocol, Dialect> = {
  anthropic(treatment, body) {
    const usage = treatment.usage ?? { input: 11, output: 7 }
    const stop = { stop: 'end_turn', length: 'max_tokens', 'content-filter': 'refusal' }
    // asked through a forced tool, the answer comes as the tool's input
    const asTool = Array.isArray(body['tools']) && body['tools'].length > 0
    const block = asTool
      ? { type: 'tool_use', id: 'toolu_1', name: 'json', input: {} }
      : { type: 'text', text: '' }
    return {
      open: () =>
        named({
          type: 'message_start',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: treatment.model ?? String(body['model']),
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: usage.input, output_tokens: 1 },
          },
        }) + named({ type: 'content_block_start', index: 0, content_block: block }),
      piece: (text) =>
        named({
          type: 'content_block_delta',
          index: 0,
          delta: asTool
            ? { type: 'input_json_delta', partial_json: text }
            : { type: 'text_delta', text },
        }),
      close: () =>
        named({ type: 'content_block_stop', index: 0 }) +
        named({
          type: 'message_delta',
          delta: {
            stop_reason:
              asTool && treatment.finish === undefined
                ? 'tool_use'
                : stop[treatment.finish ?? 'stop'],
            stop_sequence: null,
          },
          usage: { output_tokens: usage.output },
        }) +
        named({ type: 'message_stop' }),
    }
  },

  openai(treatment, body) {
    const usage = treatment.usage ?? { input: 11, output: 7 }
    const response = {
      id: 'resp_1',
      object: 'response',
      created_at: 1_760_000_000,
      model: treatment.model ?? String(body['model']),
    }
    const finished = treatment.finish ?? 'stop'
    const incomplete = {
      stop: null,
      length: { reason: 'max_output_tokens' },
      'content-filter': { reason: 'content_filter' },
    }
    return {
      open: () =>
        named({ type: 'response.created', response }) +
        named({ type: 'response.in_progress', response }) +
        named({
          type: 'response.output_item.added',
          output_index: 0,
          item: {
            type: 'message',
            id: 'item_1',
            role: 'assistant',
            status: 'in_progress',
            content: [],
          },
        }),
      piece: (text) =>
        named({
          type: 'response.output_text.delta',
          item_id: 'item_1',
          output_index: 0,
          content_index: 0,
          delta: text,
        }),
      close: () =>
        named({
          type: 'response.output_item.done',
          output_index: 0,
          item: {
            type: 'message',
            id: 'item_1',
            role: 'assistant',
            status: 'completed',
            content: [],
          },
        }) +
        named({
          type: finished === 'stop' ? 'response.completed' : 'response.incomplete',
          response: {
            ...response,
            incomplete_details: incomplete[finished],
            usage: { input_tokens: usage.input, output_tokens: usage.output },
          },
        }),
    }
  },

  'openai-compatible'(treatment, body) {
    const usage = treatment.usage === undefined ? { input: 11, output: 7 } : treatment.usage
    const chunk = {
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_760_000_000,
      model: treatment.model ?? String(body['model']),
    }
    const finish = { stop: 'stop', length: 'length', 'content-filter': 'content_filter' }
    const say = (delta: Record<string, unknown>, finish_reason: string | null = null) =>
      unnamed({ ...chunk, choices: [{ index: 0, delta, finish_reason }] })
    return {
      open: () => say({ role: 'assistant', content: '' }),
      piece: (text) => say({ content: text }),
      close: () =>
        say({}, finish[treatment.finish ?? 'stop']) +
        (usage === null
          ? ''
          : unnamed({
              ...chunk,
              choices: [],
              usage: {
                prompt_tokens: usage.input,
                completion_tokens: usage.output,
                total_tokens: usage.input + usage.output,
              },
            })) +
        'data: [DONE]\n\n',
    }
  },
}

function errorEvent(protocol: Protocol, type: string, message: string): string {
  if (protocol === 'anthropic') return named({ type: 'error', error: { type, message } })
  if (protocol === 'openai')
    return named({
      type: 'error',
      sequence_number: 0,
      error: { type, code: type, message, param: null },
    })
  return unnamed({ error: { type, code: type, message } })
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('drain', resolve))
}
