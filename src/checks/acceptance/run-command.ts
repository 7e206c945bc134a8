import { ok, type Result } from '../../model/result.ts'
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
): Promise<Result<RanCommand, SandboxRefusal>> {
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

/** Code 127 is the shell's word for a program that is not there. */
export const isMissingProgram = (run: SandboxRun): boolean =>
  run.type === 'exited' &&
  run.code === 127 &&
  /not found|No such file/.test(`${run.stderr}${run.stdout}`)
