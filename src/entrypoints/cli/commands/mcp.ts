import type { McpContext } from '../../mcp/context.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { announceHost, hostProcess } from '../../host-process.ts'
import { type Call, type Command, flag, text, whoAmI, wholeNumber } from '../command.ts'
import { isInsideAgent } from '../inside-agent.ts'
import { pauseOnInterrupt } from '../pause.ts'

export const command: Command = {
  name: 'mcp',
  usage: 'mcp [options]',
  about:
    'Serves the workspace to an agent by the Model Context Protocol: it starts runs, does their steps itself where a role\nis bound to a host, and runs checks. On standard input and output, or with --http on this machine only.',
  words: { least: 0, most: 0 },
  options: {
    http: { type: 'boolean', help: 'on 127.0.0.1 instead, for clients that know the token' },
    port: { type: 'string', value: 'N', help: 'with --http: this port (any that is free)' },
    as: {
      type: 'string',
      value: 'NAME',
      help: 'the agent of loopwright.yaml that is connected, where there are several hosts',
    },
  },
  examples: [
    ['claude mcp add loopwright -- loopwright mcp', 'in Claude Code'],
    ['loopwright mcp --http --port 7300', 'for clients that speak HTTP'],
  ],
  async run(call) {
    const port = wholeNumber(call.values, 'port', 65_535)
    if (!port.ok) return port
    const isHttp = flag(call.values, 'http')
    const log = (line: string) => call.terminal.mention(line)
    const { openContext } = await import('../../mcp/open-context.ts')
    const host = hostProcess()
    const context = await openContext({
      cwd: call.cwd,
      env: call.env,
      workflows: call.workflows,
      as: text(call.values, 'as'),
      from: isHttp ? `http ${process.pid}` : host,
      person: whoAmI(call.env),
      isInsideAgent: isInsideAgent(call.env),
      log,
    })
    if (!context.ok) return context
    const { loopwright, carrier } = context.value
    const mostBytes = (loopwright.workspace.config.resources.agent.output_mb + 1) * 1024 * 1024
    const interrupt = pauseOnInterrupt(call)
    // whoever starts a server at a terminal tries it; a host has no terminal for it
    const isHost = !isHttp && context.value.gates === 'person' && !process.stdin.isTTY
    const leave = isHost ? announceHost(call.env, host, 'hosts') : () => undefined
    const serving = { mostBytes, log, pause: interrupt.pause }
    if (isHttp) await listen(call, context.value, { ...serving, port: port.value ?? 0 })
    else await (await import('../../mcp/stdio.ts')).serveOnStdio(context.value, serving)
    await carrier.close()
    leave()
    interrupt.end()
    return ok(exitCodes.accepted)
  },
}

type Listening = {
  readonly port: number
  readonly mostBytes: number
  readonly log: (line: string) => void
  readonly pause: AbortSignal
}

async function listen(
  { env }: Call,
  context: McpContext,
  { pause, ...door }: Listening,
): Promise<void> {
  const { readToken } = await import('../../mcp/token.ts')
  const { serveOnHttp } = await import('../../mcp/http.ts')
  const { token, path, isNew } = readToken(env)
  const server = await serveOnHttp(context, { ...door, token })
  door.log(`serving ${server.url}`)
  door.log(isNew ? `token (kept in ${path}, shown this once): ${token}` : `token in ${path}`)
  const ended = Promise.withResolvers<null>()
  pause.addEventListener('abort', () => ended.resolve(null), { once: true })
  await ended.promise
  await server.close()
}
