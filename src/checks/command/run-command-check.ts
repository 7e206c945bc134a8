import type { CheckOutcome, ExecutableCheck } from '../../model/check.ts'
import type { SandboxRun } from '../../ports/sandbox.ts'
import type { Subject, Tools } from '../check.ts'
import { findMatches, parsePattern } from '../content/pattern.ts'
import { fencedBlocks } from '../fenced-blocks.ts'

type Expected = { readonly exit?: number; readonly stdout?: string; readonly stderr?: string }
type Exited = Extract<SandboxRun, { type: 'exited' }>

const mostDetails = 300

// the copy is private; taking the right to write only keeps a check from fooling itself
const prelude = `chmod a-w artifact.md blocks/* 2>/dev/null
ARTIFACT="$PWD/artifact.md"; export ARTIFACT
exec sh -c "$1"`

/** Runs a shell command on a copy of the artifact in the sandbox. Whatever goes wrong is never a pass. */
export async function runCommandCheck(
  check: ExecutableCheck,
  subject: Pick<Subject, 'artifact'>,
  tools: Tools,
): Promise<CheckOutcome> {
  const ran = await tools.sandbox.run(
    {
      argv: ['sh', '-c', prelude, 'sh', check.command],
      files: { 'artifact.md': subject.artifact, ...extractBlocks(subject.artifact) },
    },
    tools.signal,
  )
  if (!ran.ok) return broken(`not run: ${ran.error.reason}; ${ran.error.remedy}`)

  const expected = partsOf(check.expected)
  const run = ran.value
  if (run.type === 'stopped') return broken(describe(check, run, `stopped: ${stops[run.limit]}`))
  const failure = run.code === expected.exit ? null : gitErrorOf(run)
  return failure === null ? judge(check, run, expected) : broken(describe(check, run, failure))
}

function partsOf(expected: ExecutableCheck['expected']): Expected {
  if (expected === 'pass') return { exit: 0 }
  if (typeof expected === 'number') return { exit: expected }
  return {
    ...(expected.exit === undefined ? {} : { exit: expected.exit }),
    ...(expected.stdout === undefined ? {} : { stdout: expected.stdout }),
    ...(expected.stderr === undefined ? {} : { stderr: expected.stderr }),
  }
}

const stops = {
  time: 'it took too long',
  memory: 'it took too much memory',
  processes: 'it started too many processes',
  output: 'it wrote too much',
  cancelled: 'it was cancelled',
} as const satisfies Record<Extract<SandboxRun, { type: 'stopped' }>['limit'], string>

/** What a shell says with its exit code when the command could not do its work. */
function gitErrorOf({ code }: Exited): string | null {
  if (code === 126 || code === 127) return `exit ${code}: the command could not be run`
  return code > 128 && code <= 192 ? `exit ${code}: ended by signal ${code - 128}` : null
}

function judge(check: ExecutableCheck, run: Exited, expected: Expected): CheckOutcome {
  const wrong: string[] = []
  if (expected.exit !== undefined && run.code !== expected.exit)
    wrong.push(`exit ${run.code}, expected ${expected.exit}`)
  for (const stream of ['stdout', 'stderr'] as const) {
    const pattern = expected[stream]
    if (pattern === undefined) continue
    const result = findMatches(parsePattern(pattern), run[stream])
    if (!result.ok) return broken(describe(check, run, result.error))
    if (result.value.count === 0) wrong.push(`${stream} does not match ${JSON.stringify(pattern)}`)
  }
  if (wrong.length === 0)
    return { verdict: 'pass', details: describe(check, run, `exit ${run.code}`), findings: [] }
  const details = describe(check, run, wrong.join('; '))
  return { verdict: 'fail', details, findings: [{ message: details, place: {} }] }
}

const broken = (details: string): CheckOutcome => ({ verdict: 'error', details, findings: [] })

/** What happened, the command and the end of its output, in at most 300 characters. */
function describe(check: ExecutableCheck, run: SandboxRun, what: string): string {
  const head = `${cut(what, 140)}: \`${cut(check.command.replace(/\s+/g, ' '), 80)}\``
  const said = run.stderr.trim() === '' ? run.stdout : run.stderr
  const tail = said.slice(-2_000).trim().split('\n').slice(-3).join(' / ')
  const room = mostDetails - head.length - 3
  if (tail === '' || room < 10) return head
  return `${head} - ${tail.length > room ? `…${tail.slice(1 - room)}` : tail}`
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

const mostBlocks = 500

const extensions: Readonly<Record<string, string>> = {
  bash: 'sh',
  'c++': 'cpp',
  csharp: 'cs',
  golang: 'go',
  javascript: 'js',
  kotlin: 'kt',
  markdown: 'md',
  python: 'py',
  python3: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  typescript: 'ts',
  yml: 'yaml',
  zsh: 'sh',
}

/** The extension of a file that holds code of this language. */
function extensionOf(language: string): string {
  const name = /^[a-z0-9+#_-]{1,20}$/.test(language) ? language : 'txt'
  return Object.hasOwn(extensions, name) ? (extensions[name] ?? name) : name
}

/**
 * The artifact's fenced blocks as files `blocks/<n>.<lang>`, counted from 1. A long name such as
 * `python` is there twice, as written and as the extension its tools expect.
 */
function extractBlocks(artifact: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const [index, { language, content }] of fencedBlocks(artifact)
    .slice(0, mostBlocks)
    .entries()) {
    const extension = extensionOf(language)
    files[`blocks/${index + 1}.${extension}`] = content
    if (Object.hasOwn(extensions, language)) files[`blocks/${index + 1}.${language}`] = content
  }
  return files
}
