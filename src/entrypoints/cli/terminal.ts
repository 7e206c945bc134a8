import { styleText } from 'node:util'
import type { Workflows } from '../../engine/runs.ts'
import { shellWord } from '../../kit/shell-word.ts'
import { hostMarks } from '../../model/inside-agent.ts'
import type { Style } from '../../model/screen.ts'
import type { Workspace } from '../../ports/workspace.ts'

export type Stream = {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** What a command line stands in: the process, or whatever a caller puts in its place. */
export type Context = {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean | undefined }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** When the command was given, in milliseconds since 1970. */
  readonly begun: number
  /** Other workflows than those of Loopwright. */
  readonly workflows?: Workflows
  /** The file of the built program. */
  readonly program?: string
  /** Remembers the program that calls us as a hook, where we are a process of our own. */
  readonly announceCaller?: () => Promise<void>
  /** Told of every file that is looked at, and null for what is none. */
  readonly look?: (path: string | null) => void
  /** Told what a command waits for. */
  readonly onWait?: (text: string) => void
  /** A browser that is open already. */
  readonly openBrowser?: Workspace['openBrowser']
}

const agentMarks = [...hostMarks, 'AGENT']

/** How to call this again as it was called: through npm in a checkout, and for the same folder. */
function callName(env: Context['env'], args: readonly string[]): string {
  const event = env['npm_lifecycle_event']
  const name = event === 'lw' ? 'npm run lw --' : event === 'npx' ? 'npx loopwright' : 'loopwright'
  const folder = /--cwd[=\0]([^\0]+)/.exec(args.join('\0'))?.[1]
  return folder === undefined ? name : `${name} --cwd ${shellWord(folder)}`
}

const escape = '\u001b'
// our own colours, line ends, and everything else that a terminal obeys or that turns text around
const steering =
  /\p{Cc}\[(?:1|2|22|31|32|33|35|36|39)m|\r?\n|\t|[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** What agents, pages and files wrote must not steer the terminal that shows it. JSON loses nothing by it. */
const harmless = (text: string): string =>
  text.replaceAll(steering, (match) => {
    if (/[\n\t]/.test(match) || (match.length > 1 && match.startsWith(escape))) return match
    const code = match.charCodeAt(0).toString(16).padStart(4, '0')
    return `${/^[{[]/.test(text) ? `\\u${code}` : '·'}${match.slice(1)}`
  })

/** Where words go. Colours only on a terminal, and never against NO_COLOR. */
export function openTerminal(
  {
    stdout,
    stderr,
    stdin,
    env,
  }: Pick<Context, 'stdout' | 'stderr' | 'env'> & {
    readonly stdin: object & { readonly isTTY?: boolean | undefined }
  },
  args: readonly string[] = [],
) {
  const name = callName(env, args)
  // hints can be typed as they stand; what machines read, and documents, stay as they are
  const hinted = (text: string) =>
    name === 'loopwright' || /^[{[<#]/.test(text)
      ? text
      : text.replace(/(?<![\w./-])loopwright (?=[a-z"<-])/g, () => `${name} `)
  const wanted = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0'
  const coloured = (stream: Stream) =>
    (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb' && (wanted || stream.isTTY === true)
  const paint = (on: boolean) => (style: Style | readonly Style[], text: string) =>
    on ? styleText([style].flat(), text, { validateStream: false }) : text
  return {
    /** A person is watching: show live progress. */
    live: stdout.isTTY === true && env['TERM'] !== 'dumb' && env['CI'] === undefined,
    /** A person can be asked. */
    canAsk: stdout.isTTY === true && stdin.isTTY === true && env['CI'] === undefined,
    /** An agent reads this, whose context fills up. */
    isAgentSession: agentMarks.some((mark) => (env[mark] ?? '') !== ''),
    width: Math.max(40, Math.min(stdout.columns ?? 80, 120)),
    /** How much fits into a line of a table; nothing is cut for a pipe. */
    columns: stdout.columns ?? Infinity,
    paint: paint(coloured(stdout)),
    paintError: paint(coloured(stderr)),
    print: (text = '') => void stdout.write(`${harmless(hinted(text))}\n`),
    /** For what must not mix with results: progress, notes, errors. */
    mention: (text = '') => void stderr.write(`${harmless(hinted(text))}\n`),
    raw: (text: string) => void stdout.write(hinted(text)),
  }
}
export type Terminal = ReturnType<typeof openTerminal>
