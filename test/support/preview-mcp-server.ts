import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createMcpHandler, McpServer, type CallToolResult } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

// A real MCP server that offers the tool of Google Stitch. The project says how it behaves.
//   node preview-mcp-server.ts [--slow-start=ms] [--crash] [--garbage] [--stubborn] [--litter]
//                              [--dies-at-probe] [--mute]

const toolName = 'generate_screen_from_text'
const pageUri = 'screen://made/latest.html'

/** The page that stands for a good answer; it quotes what was asked for. */
const pageFor = (prompt: string) =>
  `<!DOCTYPE html>\n<html lang="en">\n<head><title>Screen</title></head>\n<body><h1>Screen</h1><p>${prompt}</p><script>document.title = 'ran'</script></body>\n</html>\n`

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
const saying = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
const stitch = (htmlCode: Record<string, string>) => ({
  projectId: 'projects/1',
  outputComponents: [
    { text: 'Here is your screen.' },
    { design: { screens: [{ name: 'projects/1/screens/2', title: 'Screen', htmlCode }] } },
  ],
})

type Behaviour = (asked: {
  readonly prompt: string
  readonly origin: string
}) => CallToolResult | Promise<CallToolResult>

const behaviours: Readonly<Record<string, Behaviour>> = {
  text: ({ prompt }) => saying(pageFor(prompt)),
  fenced: ({ prompt }) => saying(`\`\`\`html\n${pageFor(prompt)}\`\`\``),
  'json-text': ({ prompt }) =>
    saying(JSON.stringify(stitch({ fileContentBase64: base64(pageFor(prompt)) }))),
  structured: ({ prompt }) => ({ content: [], structuredContent: { html: pageFor(prompt) } }),
  resource: ({ prompt }) => ({
    content: [
      { type: 'text', text: 'done' },
      {
        type: 'resource',
        resource: { uri: pageUri, mimeType: 'text/html', text: pageFor(prompt) },
      },
    ],
  }),
  blob: ({ prompt }) => ({
    content: [
      {
        type: 'resource',
        resource: { uri: pageUri, mimeType: 'text/html', blob: base64(pageFor(prompt)) },
      },
    ],
  }),
  link: () => ({
    content: [{ type: 'resource_link', uri: pageUri, name: 'latest', mimeType: 'text/html' }],
  }),
  download: ({ origin }) => ({
    content: [],
    structuredContent: stitch({ downloadUrl: `${origin}/page`, mimeType: 'text/html' }),
  }),
  'download-redirected': ({ origin }) => ({
    content: [],
    structuredContent: stitch({ downloadUrl: `${origin}/moved` }),
  }),
  'download-gone': ({ origin }) => ({
    content: [],
    structuredContent: stitch({ downloadUrl: `${origin}/gone` }),
  }),
  'download-huge': ({ origin }) => ({
    content: [],
    structuredContent: stitch({ downloadUrl: `${origin}/huge` }),
  }),
  'download-elsewhere': () => ({
    content: [],
    structuredContent: stitch({ downloadUrl: 'http://169.254.169.254/latest/meta-data' }),
  }),
  'no-html': () => saying('I would rather ask first: which colours do you like?'),
  empty: () => ({ content: [] }),
  picture: () => ({ content: [{ type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' }] }),
  error: () => ({
    isError: true,
    content: [{ type: 'text', text: `quota exceeded for key ${process.env['PREVIEW_KEY'] ?? ''}` }],
  }),
  throws: () => {
    throw new Error('the generator fell over')
  },
  huge: () => saying(`<!doctype html><body>${'x'.repeat(2_100_000)}</body>`),
  endless: () => saying(`<!doctype html><body>${'x'.repeat(13_000_000)}</body>`),
  broken: () => saying('<!doctype html><body>\0</body>'),
  refresh: () =>
    saying('<!doctype html><meta http-equiv="refresh" content="0;url=https://example.org">'),
  hang: () => new Promise(() => {}),
  crash: () => {
    process.stderr.write(`cannot go on, key ${process.env['PREVIEW_KEY'] ?? ''}\n`)
    process.exit(3)
  },
  environment: () =>
    saying(`<!doctype html><body>${Object.keys(process.env).sort().join(' ')}</body>`),
}

function build(origin: string): McpServer {
  const server = new McpServer({ name: 'preview-server', version: '1.0.0' })
  server.registerTool('list_projects', { description: 'Lists all projects.' }, () => saying('none'))
  server.registerTool(
    toolName,
    {
      description: 'Generates a new screen within a project from a text prompt.',
      inputSchema: z.object({
        projectId: z.string(),
        prompt: z.string(),
        deviceType: z.enum(['MOBILE', 'DESKTOP', 'TABLET', 'AGNOSTIC']).optional(),
      }),
    },
    ({ projectId, prompt }) =>
      behaviours[projectId]?.({ prompt, origin }) ?? saying(`no project ${projectId}`),
  )
  server.registerResource('latest', pageUri, { mimeType: 'text/html' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/html', text: pageFor('as a resource') }],
  }))
  return server
}

type WebOptions = {
  /** A header every request must carry, or it is refused with 401. */
  readonly key?: readonly [name: string, value: string]
  /** Answers everything with this status. */
  readonly status?: number
  /** Takes the question and never answers. */
  readonly silent?: boolean
  /** Drops the line in the middle of the tool's answer. */
  readonly cut?: 'rudely' | 'politely'
  /** The newer protocol only, or the older one only. */
  readonly era?: 'modern' | 'legacy'
}

export type WebPreviewServer = {
  readonly url: string
  readonly seen: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

/** The same server on a port of 127.0.0.1. */
export async function startWebPreviewServer(options: WebOptions = {}): Promise<WebPreviewServer> {
  const seen: { path: string; headers: IncomingMessage['headers'] }[] = []
  let origin = ''
  const handler = createMcpHandler(() => build(origin), {
    legacy: options.era === 'modern' ? 'reject' : 'stateless',
  })
  const server = createServer((request, response) => {
    seen.push({ path: request.url ?? '', headers: request.headers })
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    if (path !== '/mcp') return servePage(path, response)
    if (options.silent === true) return
    const [name, value] = options.key ?? []
    if (options.status !== undefined || (name !== undefined && request.headers[name] !== value)) {
      const message = `refused; you sent ${JSON.stringify(request.headers)}`
      response.writeHead(options.status ?? 401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message } }))
      return
    }
    const body = await bytesOf(request)
    if (options.cut !== undefined && body.includes('tools/call')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': soon\n\n', () =>
        options.cut === 'rudely' ? response.destroy() : response.end(),
      )
      return
    }
    if (options.era === 'legacy' && body.includes('server/discover')) {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"unknown method"}}')
      return
    }
    await pass(await handler.fetch(asRequest(request, body, origin)), response)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    url: `${origin}/mcp`,
    seen,
    close: async () => {
      await handler.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function servePage(path: string, response: ServerResponse): void {
  if (path === '/moved') return void response.writeHead(302, { location: '/page' }).end()
  if (path === '/gone') return void response.writeHead(404).end('gone')
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(path === '/huge' ? `<p>${'x'.repeat(2_500_000)}</p>` : pageFor('as a download'))
}

function asRequest(request: IncomingMessage, body: Buffer, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  return new Request(`${origin}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
}

async function pass(made: Response, response: ServerResponse): Promise<void> {
  response.writeHead(made.status, Object.fromEntries(made.headers))
  if (made.body === null) return void response.end()
  Readable.fromWeb(made.body).pipe(response)
}

async function serveAsProgram(flags: readonly string[]): Promise<void> {
  const has = (flag: string) => flags.includes(`--${flag}`)
  if (has('crash')) {
    process.stderr.write('no configuration found\n')
    process.exit(7)
  }
  if (has('garbage')) process.stdout.write('Starting up…\n{"hello": "world"}\n')
  if (has('mute')) {
    process.stdout.write('I speak another language\n')
    setInterval(() => {}, 1_000)
    return
  }
  if (has('dies-at-probe'))
    process.stdin.on('data', (chunk: Buffer) => {
      if (chunk.includes('server/discover')) process.exit(1)
    })
  if (has('stubborn')) {
    process.on('SIGTERM', () => {})
    setInterval(() => {}, 1_000)
  }
  if (has('litter')) {
    // a process that would go on for ever, holding our pipes
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'inherit',
    })
    process.stderr.write(`left ${left.pid}\n`)
    left.unref()
  }
  const delay = flags.map((flag) => /^--slow-start=(\d+)$/.exec(flag)?.[1]).find(Boolean)
  if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, Number(delay)))
  serveStdio(() => build('https://pages.invalid'))
}

if (import.meta.main) await serveAsProgram(process.argv.slice(2))
