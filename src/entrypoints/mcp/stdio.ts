import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { McpContext } from './context.ts'
import { buildServer } from './server.ts'

type Serving = {
  readonly mostBytes: number
  readonly log: (line: string) => void
  /** Aborted when the process is asked to end. */
  readonly pause: AbortSignal
}

/** Serves one client on standard input and output until it closes them. */
export async function serveOnStdio(
  context: McpContext,
  { mostBytes, log, pause }: Serving,
): Promise<void> {
  const ended = Promise.withResolvers<null>()
  const end = () => ended.resolve(null)
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: mostBytes,
  })
  const close = transport.close.bind(transport)
  // it closes itself when its input ends, or is more than it may be
  transport.close = async () => {
    await close()
    end()
  }
  process.stdin.once('end', end)
  process.stdin.once('close', end)
  pause.addEventListener('abort', end, { once: true })
  const handle = serveStdio(() => buildServer(context), {
    transport,
    onerror: (error) => log(error.message),
  })
  await ended.promise
  await handle.close()
}
