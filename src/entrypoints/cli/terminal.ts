import { styleText } from 'node:util'

type Stream = { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number }

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'magenta'

/** What a command line stands in: the process, or whatever a caller puts in its place. */
export type Surroundings = {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

const agentMarks = ['CLAUDECODE', 'CODEX_SANDBOX', 'GEMINI_CLI', 'OPENCODE', 'AGENT']

/** Where words go. Colours only on a terminal, and never against NO_COLOR. */
export function openTerminal({
  stdout,
  stderr,
  stdin,
  env,
}: Pick<Surroundings, 'stdout' | 'stderr' | 'env'> & {
  readonly stdin: object & { readonly isTTY?: boolean }
}) {
  const wanted = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0'
  const coloured = (stream: Stream) =>
    (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb' && (wanted || stream.isTTY === true)
  const paint = (on: boolean) => (style: Style | readonly Style[], text: string) =>
    on ? styleText([style].flat(), text, { validateStream: false }) : text
  return {
    /** A person is watching: show live progress. */
    live: stdout.isTTY === true && env['TERM'] !== 'dumb' && env['CI'] === undefined,
    /** A person can be asked. */
    canAsk: stdin.isTTY === true && stdout.isTTY === true && env['CI'] === undefined,
    /** An agent reads this, whose context fills up. */
    isAgentSession: agentMarks.some((name) => (env[name] ?? '') !== ''),
    width: Math.max(40, Math.min(stdout.columns ?? 80, 120)),
    paint: paint(coloured(stdout)),
    paintError: paint(coloured(stderr)),
    print: (text = '') => void stdout.write(`${text}\n`),
    /** For what must not mix with results: progress, notes, errors. */
    mention: (text = '') => void stderr.write(`${text}\n`),
    raw: (text: string) => void stdout.write(text),
  }
}
export type Terminal = ReturnType<typeof openTerminal>
