import type { Client, Transport } from '@modelcontextprotocol/client'
import { insideAgent } from '../../model/inside-agent.ts'
import type { McpPreviewConfig } from '../../model/preview-config.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import { childServer, type ChildServer } from './child-server.ts'
import { watchfulFetch, type Refusal } from './web-server.ts'

export type PreviewContext = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The workspace; a server that is a program runs here. */
  readonly root: string
  /** The command line of a server behind walls, or why there is none; without, it runs as it is written. */
  readonly behindWalls?: (
    command: readonly [string, ...string[]],
    env: Readonly<Record<string, string>>,
  ) => AsyncResult<readonly [string, ...string[]], string>
}

/** A line to a server, not yet connected. */
export type Line = {
  readonly client: Client
  readonly transport: Transport
  readonly child: ChildServer | null
  /** The last thing a web server refused. */
  refusal(): Refusal | null
  /** Given when the line breaks; its reason says how. */
  readonly broken: AbortSignal
  /** Ends the line; no process and no request of it remains. Never throws. */
  hangUp(): Promise<void>
}

export type LineOptions = PreviewContext & {
  /** `auto` asks whether the server speaks the newer protocol; `legacy` takes the older one as given. */
  readonly mode: 'auto' | 'legacy'
  readonly timeoutMs: number
}

const alwaysSeen = ['PATH', 'HOME', 'LANG', 'TERM', 'TMPDIR']
// a page of 2 MB in base64, with room for the message around it
const replyLimit = 12_000_000
const longestProbeMs = 10_000
const farewellMs = 1_000

export async function openLine(config: McpPreviewConfig, options: LineOptions): Promise<Line> {
  const sdk = await import('@modelcontextprotocol/client')
  // a program of the older protocol may stay silent; a web server answers
  const probe =
    config.command === undefined
      ? {}
      : { timeoutMs: Math.min(longestProbeMs, options.timeoutMs / 4) }
  const broken = new AbortController()
  const client = new sdk.Client(
    { name: 'loopwright', version: '1' },
    {
      // nobody is there to answer the server's questions
      inputRequired: { autoFulfill: false },
      versionNegotiation: { mode: options.mode, probe },
    },
  )

  if (config.command !== undefined) {
    const env = { ...seenBy(config, options.env), [insideAgent]: '1' }
    const walled = (await options.behindWalls?.(config.command, env)) ?? ok(config.command)
    if (!walled.ok) throw new Error(walled.error)
    const program = { command: walled.value, cwd: options.root, env }
    const child = childServer(program, sdk.deserializeMessage)
    const hangUp = async () => {
      await client.close().catch(() => {})
      await child.end()
    }
    const { transport } = child
    return { client, transport, child, refusal: () => null, broken: broken.signal, hangUp }
  }

  let refusal: Refusal | null = null
  const transport = new sdk.StreamableHTTPClientTransport(new URL(config.url ?? ''), {
    requestInit: { headers: headersOf(config, options.env) },
    fetch: watchfulFetch({
      limit: replyLimit,
      onRefusal: (latest) => {
        refusal = latest
      },
      onBroken: (error) => broken.abort(error),
    }),
    // a lost stream is a failure, and a failure has a fallback
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 100,
      maxReconnectionDelay: 100,
      reconnectionDelayGrowFactor: 1,
    },
  })
  const hangUp = async () => {
    const patience = new Promise((resolve) => setTimeout(resolve, farewellMs).unref())
    await Promise.race([transport.terminateSession().catch(() => {}), patience])
    await client.close().catch(() => {})
    await transport.close().catch(() => {})
  }
  return { client, transport, child: null, refusal: () => refusal, broken: broken.signal, hangUp }
}

/** What a variable that is not set keeps from working, or null. */
export function missingVariable(
  { headers_env }: McpPreviewConfig,
  env: PreviewContext['env'],
): string | null {
  const missing = Object.entries(headers_env).find(([, name]) => (env[name] ?? '') === '')
  return missing === undefined
    ? null
    : `set ${missing[1]}: the header ${missing[0]} of the preview takes its value from it`
}

export function secretsOf(
  { env: names, headers_env }: McpPreviewConfig,
  env: PreviewContext['env'],
): readonly string[] {
  return [
    ...names.flatMap((name) => env[name] ?? []).filter((value) => value.length >= 8),
    ...Object.values(headers_env).flatMap((name) => env[name] ?? []),
  ]
}

function seenBy(
  { env: names }: McpPreviewConfig,
  env: PreviewContext['env'],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...alwaysSeen, ...names].flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function headersOf({ headers_env }: McpPreviewConfig, env: PreviewContext['env']) {
  return Object.fromEntries(
    Object.entries(headers_env).map(([header, name]) => [header, env[name] ?? '']),
  )
}
