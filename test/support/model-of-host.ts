import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Readonly<Record<string, unknown>>

/** What a model does next: it calls a tool of our server, or says something and is done. */
export type Move = { readonly tool: string; readonly input: Json } | { readonly text: string }

type Block = {
  readonly type: string
  readonly name?: string
  readonly id?: string
  readonly tool_use_id?: string
  readonly content?: unknown
}
type Message = { readonly role: string; readonly content: string | readonly Block[] }
type Body = { readonly messages: readonly Message[]; readonly tools?: readonly { name: string }[] }

/** What the last tool answered; null before the first call. */
export type Answered = { readonly tool: string; readonly result: Json }

const prefix = 'mcp__loopwright__'

/** A model behind the protocol of Anthropic that plays a host: it looks at the last answer and moves. */
export async function openModelOfHost(play: (last: Answered | null) => Move) {
  const calls: string[] = []
  const server = createServer((incoming, outgoing) => {
    let text = ''
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
    incoming.on('end', () => {
      if (incoming.method !== 'POST' || !incoming.url?.startsWith('/v1/messages'))
        return void outgoing.writeHead(404).end()
      const body = JSON.parse(text) as Body
      const hasTools = body.tools?.some(({ name }) => name.startsWith(prefix)) ?? false
      const move = hasTools ? play(lastOf(body.messages)) : { text: 'ok' }
      if ('tool' in move) calls.push(move.tool)
      stream(outgoing, move)
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, calls, close: () => void server.close() }
}

function lastOf(messages: readonly Message[]): Answered | null {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  const result = blocks.findLast(({ type }) => type === 'tool_result')
  if (result === undefined) return null
  const use = blocks.find(({ type, id }) => type === 'tool_use' && id === result.tool_use_id)
  return { tool: (use?.name ?? '').slice(prefix.length), result: readResult(result.content) }
}

function readResult(content: unknown): Json {
  const [first] = Array.isArray(content) ? (content as readonly { text?: string }[]) : []
  const text = typeof content === 'string' ? content : (first?.text ?? '')
  try {
    return JSON.parse(text) as Json
  } catch {
    return { refused: text }
  }
}

let made = 0

function stream(outgoing: ServerResponse, move: Move): void {
  made += 1
  const isTool = 'tool' in move
  const block = isTool
    ? { type: 'tool_use', id: `toolu_${made}`, name: prefix + move.tool, input: {} }
    : { type: 'text', text: '' }
  const delta = isTool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(move.input) }
    : { type: 'text_delta', text: move.text }
  const usage = { input_tokens: 10, output_tokens: 10 }
  const message = {
    id: `msg_${made}`,
    type: 'message',
    role: 'assistant',
    model: 'test',
    content: [],
  }
  const events: readonly Json[] = [
    { type: 'message_start', message: { ...message, stop_reason: null, usage } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: isTool ? 'tool_use' : 'end_turn' }, usage },
    { type: 'message_stop' },
  ]
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events)
    outgoing.write(`event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`)
  outgoing.end()
}
