import type { AgentFailure } from '../../model/agent.ts'
import { badOutput } from '../../model/answer-text.ts'
import { AgentLimits } from '../../model/config.ts'
import { insideAgent } from '../../model/inside-agent.ts'
import { maskSecrets } from '../../model/mask-secrets.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { Program, ProgramCall, ProgramEnd } from '../../ports/program.ts'
import type { Resources } from '../../ports/resources.ts'
import { traceparent } from '../../ports/telemetry.ts'
import { runCommand, type CommandRun } from './run-command.ts'
import { walledCommand, type WalledCommand, type WallPlan } from './walls.ts'

export type ProgramOptions = {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly timeoutMs: number
  /** Names of variables the command may see beside PATH, HOME, LANG, TERM and TMPDIR. */
  readonly env?: readonly string[]
  /** Where their values come from; the environment of this process unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly onStderr?: (line: string) => void
  /** What stands around it. */
  readonly walls?: Walls
  readonly limits?: AgentLimits
  /** Who holds it to them; without, only its time and output are limited. */
  readonly resources?: Resources
}

const defaultLimits: AgentLimits = AgentLimits.parse({})

export type Walls =
  | { readonly kind: `none: ${string}` }
  | {
      readonly kind: 'bwrap'
      readonly plan: Omit<WallPlan, 'limits' | 'ownHome'>
      /** A home of its own, for calls that go on with a session. */
      readonly ownHome?: string
    }

const alwaysSeen = ['PATH', 'HOME', 'LANG', 'TERM', 'TMPDIR', 'TRACEPARENT', 'TRACESTATE']

/** A program in its walls, within its limits, with the variables that it may see and no others. */
export function openProgram(options: ProgramOptions): Program {
  const variables = scrub(options)
  const secrets = (options.env ?? []).flatMap((name) => variables[name] ?? [])
  const hide = (text: string) =>
    maskSecrets(
      text,
      secrets.filter((value) => value.length >= 8),
    )
  return {
    walls: options.walls?.kind,
    hide,
    run(call, signal) {
      const trace = traceparent.getStore()
      const env = {
        ...variables,
        ...(trace === undefined ? {} : { TRACEPARENT: trace }),
        ...call.env,
      }
      return run(options, { ...call, env, hide }, signal)
    },
  }
}

type Call = Omit<ProgramCall, 'env'> & {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly hide: Program['hide']
}

async function run(
  options: ProgramOptions,
  call: Call,
  signal: AbortSignal,
): AsyncResult<ProgramEnd, AgentFailure> {
  const { env, hide, workspace } = call
  const walled = await behindWalls(options, call)
  if (!walled.ok) return err({ type: 'unavailable', reason: hide(walled.error), retryable: false })
  const { limits = defaultLimits } = options
  const { memory_mb: memoryMb, processes, files, disk_mb: megabytes } = limits
  const share = await options.resources?.take({ memoryMb, processes, isGrouped: true }, signal)
  const fills = workspace === null ? {} : { fills: { folder: workspace, megabytes } }
  const watched = { inMemory: walled.value.inMemory, files, everyMs: 200, ...fills }
  const ran = await runCommand(
    {
      command: share?.enter(walled.value.argv) ?? walled.value.argv,
      cwd: workspace ?? options.cwd,
      env,
      stdin: call.stdin,
      timeoutMs: options.timeoutMs,
      outputMb: limits.output_mb,
      onStderr: (line) => options.onStderr?.(hide(line)),
      watch: (pid, passed) => share?.watch(pid, watched, passed) ?? (() => undefined),
      onStdout: call.onStdout,
      converse: call.converse,
    },
    signal,
  )
  const starved = ran.type === 'ended' && share?.starved() === true
  await share?.close()
  return endOf(starved ? { type: 'over-limit', limit: 'memory' } : ran, options, hide)
}

async function behindWalls(
  { command, walls, limits = defaultLimits }: ProgramOptions,
  { args, env, workspace, read = [], keepsHome = false }: Call,
): AsyncResult<WalledCommand, string> {
  const [program, ...first] = command
  const whole = [program, ...first, ...args] as const
  if (walls?.kind !== 'bwrap') return ok({ argv: whole, inMemory: [] })
  const { plan, ownHome } = walls
  const home = keepsHome && ownHome !== undefined ? { ownHome } : {}
  return walledCommand(
    { ...plan, ...home, read: [...plan.read, ...read], limits },
    { command: whole, env, workspace },
  )
}

function endOf(
  ran: CommandRun,
  { command: [program], timeoutMs, limits = defaultLimits }: ProgramOptions,
  hide: (text: string) => string,
): Result<ProgramEnd, AgentFailure> {
  switch (ran.type) {
    case 'not-started':
      return err({ type: 'unavailable', reason: hide(ran.reason), retryable: ran.retryable })
    case 'cancelled':
      return err({ type: 'cancelled' })
    case 'timed-out':
      return err({ type: 'timed-out', afterMs: timeoutMs })
    case 'too-much-output':
      return badOutput(`${program} printed more than ${limits.output_mb} MB and was stopped`, '')
    case 'over-limit': {
      const reason = `${program} ${tooMuch[ran.limit]} and was stopped; resources.agent in loopwright.yaml says how much it may take`
      return err({ type: 'unavailable', reason, retryable: true })
    }
    case 'ended':
      return ok({ ...ran, lastStderr: ran.lastStderr.map(hide) })
  }
}

const tooMuch = {
  memory: 'took more memory than it may',
  processes: 'started more processes than it may',
  output: 'wrote more files, or larger ones, than it may',
} as const

function scrub({
  env = [],
  environment = process.env,
  walls,
}: ProgramOptions): Readonly<Record<string, string | undefined>> {
  const names = [...alwaysSeen, ...env]
  return {
    ...Object.fromEntries(
      names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
    ),
    // behind walls the temporary folder is its own, wherever ours may be
    ...(walls?.kind === 'bwrap' ? { TMPDIR: '/tmp' } : {}),
    [insideAgent]: '1',
  }
}
