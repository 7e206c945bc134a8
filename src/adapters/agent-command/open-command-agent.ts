import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { badOutput } from '../../model/answer-text.ts'
import { insideAgent } from '../../model/inside-agent.ts'
import { maskSecrets } from '../../model/mask-secrets.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import { decodeOutput } from './decode-output.ts'
import { readAnswer } from './read-answer.ts'
import { runCommand, type CommandRun } from './run-command.ts'
import { walledCommand, type WallPlan } from './walls.ts'

export type CommandAgentOptions = {
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
}

export type Walls =
  | { readonly kind: `none: ${string}` }
  | { readonly kind: 'bwrap'; readonly plan: WallPlan }

const alwaysSeen = ['PATH', 'HOME', 'LANG', 'TERM', 'TMPDIR']

/** Any program as an agent: one JSON request on standard input, the answer on standard output. */
export function openCommandAgent(options: CommandAgentOptions): Agent {
  return {
    identity: {
      kind: 'command',
      model: options.command.join(' '),
      ...(options.walls === undefined ? {} : { walls: options.walls.kind }),
    },
    ceiling: (request) => ({ tokens: Math.ceil(JSON.stringify(request).length / 4), costUsd: 0 }),
    ask: (request, signal) => ask(options, request, signal),
  }
}

async function ask(
  options: CommandAgentOptions,
  request: AgentRequest,
  signal: AbortSignal,
): Promise<Result<AgentAnswer, AgentFailure>> {
  const env = scrub(options)
  const given = (options.env ?? []).flatMap((name) => env[name] ?? [])
  const hide = (text: string) =>
    maskSecrets(
      text,
      given.filter((value) => value.length >= 8),
    )

  const command = behindWalls(options, env, request.workspace)
  if (!command.ok)
    return err({ type: 'unavailable', reason: hide(command.error), retryable: false })
  const run = await runCommand(
    {
      command: command.value,
      cwd: options.cwd,
      env,
      stdin: `${JSON.stringify(request)}\n`,
      timeoutMs: options.timeoutMs,
      onStderr: (line) => options.onStderr?.(hide(line)),
    },
    signal,
  )
  return hideIn(answerOf(run, options, request), hide)
}

function behindWalls(
  { command, walls }: CommandAgentOptions,
  env: Readonly<Record<string, string | undefined>>,
  workspace: string | null,
): Result<readonly [string, ...string[]], string> {
  if (walls?.kind !== 'bwrap') return ok(command)
  return walledCommand('bwrap', walls.plan, { command, env, workspace })
}

function answerOf(
  run: CommandRun,
  { command: [program], timeoutMs }: CommandAgentOptions,
  request: AgentRequest,
): Result<AgentAnswer, AgentFailure> {
  switch (run.type) {
    case 'not-started':
      return err({ type: 'unavailable', reason: run.reason, retryable: run.retryable })
    case 'cancelled':
      return err({ type: 'cancelled' })
    case 'timed-out':
      return err({ type: 'timed-out', afterMs: timeoutMs })
    case 'too-much-output':
      return badOutput(
        `${program} printed more than ${run.limit / 1_000_000} MB and was stopped`,
        '',
      )
    case 'ended': {
      const trouble = howItFailed(program, run)
      if (trouble !== null) return err({ type: 'unavailable', reason: trouble, retryable: true })
      const text = decodeOutput(run.stdout)
      return text.ok ? readAnswer(text.value, request) : text
    }
  }
}

function howItFailed(program: string, run: Extract<CommandRun, { type: 'ended' }>): string | null {
  if (run.code === 0) return null
  const how = run.signal === null ? `exited with ${run.code}` : `was ended by ${run.signal}`
  const said = run.lastStderr.length > 0 ? `; it said: ${run.lastStderr.join(' | ')}` : ''
  return `${program} ${how}${said}`
}

function scrub({
  env = [],
  environment = process.env,
}: CommandAgentOptions): Readonly<Record<string, string | undefined>> {
  const names = [...alwaysSeen, ...env]
  return {
    ...Object.fromEntries(
      names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
    ),
    [insideAgent]: '1',
  }
}

function hideIn(
  result: Result<AgentAnswer, AgentFailure>,
  hide: (text: string) => string,
): Result<AgentAnswer, AgentFailure> {
  if (result.ok) return ok(result.value)
  const failure = result.error
  if (failure.type === 'unavailable') return err({ ...failure, reason: hide(failure.reason) })
  if (failure.type === 'bad-output') return err({ ...failure, issues: failure.issues.map(hide) })
  return result
}
