import { Transform } from 'node:stream'
import { deserializeMessage, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { field, jsonOf } from '../../kit/parse.ts'
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
  const messages = messagesIn({ mostBytes, log })
  const transport = new StdioServerTransport(process.stdin.pipe(messages), process.stdout, {
    maxBufferSize: mostBytes,
  })
  const close = transport.close.bind(transport)
  // it closes itself when its input ends, or is more than it may be
  transport.close = async () => {
    await close()
    end()
  }
  process.stdin.once('close', end)
  pause.addEventListener('abort', end, { once: true })
  const handle = serveStdio(() => buildServer(context), {
    transport,
    onerror: (error) => log(error.message),
  })
  await ended.promise
  await handle.close()
  process.stdin.unpipe(messages).pause()
}

/** Lets messages through. Whoever sends something else is told so: the transport would pass over it. */
function messagesIn({ mostBytes, log }: Omit<Serving, 'pause'>): Transform {
  let begun: Buffer[] = []
  const refusalOf = (line: string) => {
    try {
      deserializeMessage(line)
      return null
    } catch (error) {
      const id = field(jsonOf(line), 'id')
      const isNamed = typeof id === 'string' || typeof id === 'number'
      return {
        jsonrpc: '2.0',
        id: isNamed ? id : null,
        error:
          error instanceof SyntaxError
            ? { code: ProtocolErrorCode.ParseError, message: 'the line is no JSON' }
            : { code: ProtocolErrorCode.InvalidRequest, message: 'the line is no message' },
      }
    }
  }
  function pass(this: Transform, line: string) {
    if (line.trim() === '') return
    const refusal = refusalOf(line)
    if (refusal === null) return void this.push(`${line}\n`)
    log(`${refusal.error.message}: ${line.slice(0, 80)}`)
    process.stdout.write(`${JSON.stringify(refusal)}\n`)
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const end = chunk.lastIndexOf('\n') + 1
      if (end > 0) {
        const lines = Buffer.concat([...begun, chunk.subarray(0, end)]).toString('utf8')
        begun = []
        for (const line of lines.split('\n')) pass.call(this, line)
      }
      begun.push(chunk.subarray(end))
      // the transport closes for what is longer than a message may be
      if (begun.reduce((sum, { length }) => sum + length, 0) > mostBytes) {
        this.push(Buffer.concat(begun))
        begun = []
      }
      done()
    },
    flush(done) {
      pass.call(this, Buffer.concat(begun).toString('utf8'))
      done()
    },
  })
}
