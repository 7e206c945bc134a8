import { type AsyncResult, ok } from '../../model/result.ts'
import type { SandboxRefusal, SandboxRun } from '../../ports/sandbox.ts'
import type { Workbench } from '../../ports/workbench.ts'
import type { PlannedCommand } from './commands.ts'
import type { CommandRun } from './measurement.ts'
import { withoutColours } from './plain-text.ts'

export type Attempt = CommandRun['attempts'][number]

export type Ladder = {
  readonly purpose: CommandRun['purpose']
  readonly seconds: number
  /** The least seconds of each further attempt after a time-out. */
  readonly retrySeconds: readonly number[]
  readonly env: Readonly<Record<string, string>>
}

export type RanCommand = { readonly run: SandboxRun; readonly attempts: readonly Attempt[] }

/** Runs a command; one that runs out of time is given more, since slow is not broken. */
export async function runPatiently(
  bench: Workbench,
  { script, show = [] }: PlannedCommand,
  ladder: Ladder,
  signal: AbortSignal,
): AsyncResult<RanCommand, SandboxRefusal> {
  const attempts: Attempt[] = []
  const limits = [
    ladder.seconds,
    ...ladder.retrySeconds.map((each) => Math.max(each, ladder.seconds)),
  ]
  for (const [index, seconds] of limits.entries()) {
    const ran = await bench.run(
      {
        argv: ['sh', '-c', script],
        show,
        env: { ...ladder.env, npm_lifecycle_event: ladder.purpose },
        limits: { wallMs: seconds * 1000 },
      },
      signal,
    )
    if (!ran.ok) return ran
    const run = ran.value
    attempts.push(attemptOf(run, seconds))
    const again = run.type === 'stopped' && run.limit === 'time' && index < limits.length - 1
    if (!again || signal.aborted) return ok({ run, attempts })
  }
  throw new Error('a ladder has at least one step')
}

const attemptOf = (run: SandboxRun, seconds: number): Attempt => ({
  exit: run.type === 'exited' ? run.code : null,
  stopped: run.type === 'stopped' ? run.limit : null,
  seconds: Math.round(run.ms) / 1000,
  limit_seconds: seconds,
})

const tailLength = 4_000

/** What a command said, without the colours of a terminal. */
export const outputOf = ({ stdout, stderr }: SandboxRun): string =>
  withoutColours(`${stdout}\n${stderr}`).replaceAll('\r\n', '\n')

export const tailOf = (run: SandboxRun): string => outputOf(run).trim().slice(-tailLength)

export type Installed = {
  /** Packages that the project asks for and that are not there. */
  readonly absent: ReadonlySet<string>
}

const npxWithoutNetwork =
  /npm (?:error|ERR!) code (?:ENOTFOUND|EAI_AGAIN|ENOTCACHED|E404|ECONNREFUSED)/

/**
 * The program or package for the lack of which a command could not run; null where it ran. A package that
 * the project does not ask for is missing in the project, not on the machine.
 */
export function missingIn(run: SandboxRun, { absent }: Installed): string | null {
  if (run.type !== 'exited' || run.code === 0) return null
  const output = `${run.stderr}\n${run.stdout}`
  // code 127 is the shell's word for a program that is not there
  const program = /(?:^|[\s:])([\w@./-]+): (?:command )?not found|([\w@./-]+): No such file/m.exec(
    output,
  )
  if (run.code === 127) return program?.[1] ?? program?.[2] ?? 'a program it names'
  if (npxWithoutNetwork.test(output)) return 'a program that npx would download'
  // a tool that lacks one of its own packages
  const tool =
    /Cannot find module '([^'./][^']*)'\s+Require stack:\s+- \S*\/node_modules\/|Cannot find package '([^'./][^']*)' imported from \S*\/node_modules\//.exec(
      output,
    )
  if (tool !== null) return `the package ${tool[1] ?? tool[2]}`
  for (const [, name = ''] of output.matchAll(
    /Cannot find (?:package|module) ['"]([^'"./][^'"]*)['"]|Could not resolve ['"]([^'"./][^'"]*)['"]/g,
  )) {
    const root = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0]
    if (root !== undefined && absent.has(root)) return `the package ${root}`
  }
  return null
}
