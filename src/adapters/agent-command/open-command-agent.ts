import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AgentAnswer, AgentFailure, AgentRequest, Usage } from '../../model/agent.ts'
import { badOutput, estimateUsage, isJsonObject, readJsonObject } from '../../model/answer-text.ts'
import { AgentLimits } from '../../model/config.ts'
import { insideAgent } from '../../model/inside-agent.ts'
import { maskSecrets } from '../../model/mask-secrets.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import { utf8Of } from '../../ports/disk.ts'
import type { Resources } from '../../ports/resources.ts'
import { traceparent } from '../../ports/telemetry.ts'
import { runCommand, type CommandRun } from './run-command.ts'
import { walledCommand, type WalledCommand, type WallPlan } from './walls.ts'

export type CommandAgentOptions = {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly timeoutMs: number
  /** Names of variables the command may see beside PATH, HOME, LANG, TERM, TMPDIR and its place in a trace. */
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
  | { readonly kind: 'bwrap'; readonly plan: Omit<WallPlan, 'limits'> }

const alwaysSeen = ['PATH', 'HOME', 'LANG', 'TERM', 'TMPDIR', 'TRACEPARENT', 'TRACESTATE']

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
): AsyncResult<AgentAnswer, AgentFailure> {
  const env = scrub(options)
  const given = (options.env ?? []).flatMap((name) => env[name] ?? [])
  const hide = (text: string) =>
    maskSecrets(
      text,
      given.filter((value) => value.length >= 8),
    )

  const { workspace } = request
  const { walls, limits = defaultLimits } = options
  const command = commandIn(workspace, options)
  const walled: Result<WalledCommand, string> =
    walls?.kind === 'bwrap'
      ? await walledCommand({ ...walls.plan, limits }, { command, env, workspace })
      : ok({ argv: command, inMemory: [] })
  if (!walled.ok) return err({ type: 'unavailable', reason: hide(walled.error), retryable: false })
  const { memory_mb: memoryMb, processes, files, disk_mb: megabytes } = limits
  const share = await options.resources?.take({ memoryMb, processes, isGrouped: true }, signal)
  const fills = workspace === null ? {} : { fills: { folder: workspace, megabytes } }
  const watched = { inMemory: walled.value.inMemory, files, everyMs: 200, ...fills }
  const run = await runCommand(
    {
      command: share?.enter(walled.value.argv) ?? walled.value.argv,
      cwd: workspace ?? options.cwd,
      env,
      stdin: `${JSON.stringify(request)}\n`,
      timeoutMs: options.timeoutMs,
      outputMb: limits.output_mb,
      onStderr: (line) => options.onStderr?.(hide(line)),
      watch: (pid, passed) => share?.watch(pid, watched, passed) ?? (() => undefined),
    },
    signal,
  )
  const starved = run.type === 'ended' && share?.starved() === true
  await share?.close()
  const ended: CommandRun = starved ? { type: 'over-limit', limit: 'memory' } : run
  return hideIn(answerOf(ended, options, request), hide)
}

/** An agent is started where it may edit; the script it is started with is the one beside the configuration. */
function commandIn(
  workspace: string | null,
  { command: [program, ...args], cwd }: CommandAgentOptions,
): readonly [string, ...string[]] {
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true
  const placed = args.map((each, index) =>
    workspace !== null &&
    isFile(resolve(cwd, each)) &&
    (index === 0 || !isFile(resolve(workspace, each)))
      ? resolve(cwd, each)
      : each,
  )
  return [
    workspace !== null && isFile(resolve(cwd, program)) ? resolve(cwd, program) : program,
    ...placed,
  ]
}

function answerOf(
  run: CommandRun,
  { command: [program], timeoutMs, limits = defaultLimits }: CommandAgentOptions,
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
      return badOutput(`${program} printed more than ${limits.output_mb} MB and was stopped`, '')
    case 'over-limit': {
      const reason = `${program} ${tooMuch[run.limit]} and was stopped; resources.agent in loopwright.yaml says how much it may take`
      return err({ type: 'unavailable', reason, retryable: true })
    }
    case 'ended': {
      const trouble = howItFailed(program, run)
      if (trouble !== null) return err({ type: 'unavailable', reason: trouble, retryable: true })
      const text = decodeOutput(run.stdout)
      return text.ok ? readAnswer(text.value, request) : text
    }
  }
}

const tooMuch = {
  memory: 'took more memory than it may',
  processes: 'started more processes than it may',
  output: 'wrote more files, or larger ones, than it may',
} as const

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
  const trace = traceparent.getStore()
  return {
    ...Object.fromEntries(
      names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
    ),
    ...(trace === undefined ? {} : { TRACEPARENT: trace }),
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

/** Text of what a command printed, or why it is none. */
export function decodeOutput(bytes: Buffer): Result<string, AgentFailure> {
  // a NUL byte never stands in text
  if (bytes.includes(0))
    return badOutput('expected text, but the command printed binary data', bytes.toString('latin1'))
  const text = utf8Of(bytes)
  if (text === null)
    return badOutput(
      'expected UTF-8 text, but the command printed bytes that are not UTF-8',
      bytes.toString('utf8'),
    )
  if (text.trim() === '') return badOutput('the command exited with 0 but printed nothing', '')
  return ok(text)
}

/** Reads an answer of the public protocol: raw text or one JSON object, wrapped with its usage or not. */
export function readAnswer(text: string, request: AgentRequest): Result<AgentAnswer, AgentFailure> {
  const schema = request.output_schema
  if (schema === null) return ok(readRawAnswer(text, request))

  const read = readJsonObject(text)
  if (!read.ok) return read
  if (!isWrapper(read.value, schema))
    return ok({ output: read.value, usage: estimateUsage(request, text) })

  const usage = readUsage(read.value['usage'], estimateUsage(request, text))
  const { output } = read.value
  if (isJsonObject(output)) return ok({ output, usage })

  // some wrappers hand the model's JSON on as a string
  const inner = readJsonObject(typeof output === 'string' ? output : JSON.stringify(output))
  return inner.ok ? ok({ output: inner.value, usage }) : inner
}

function readRawAnswer(text: string, request: AgentRequest): AgentAnswer {
  const estimated = estimateUsage(request, text)
  // most raw answers are no JSON at all, and a large one need not be parsed to know
  if (!/^\s*(?:\{|```)/.test(text)) return { output: text, usage: estimated }

  const read = readJsonObject(text)
  if (!read.ok || !hasOnlyWrapperKeys(read.value) || typeof read.value['output'] !== 'string')
    return { output: text, usage: estimated }
  return {
    output: read.value['output'],
    usage: readUsage(read.value['usage'], estimateUsage(request, read.value['output'])),
  }
}

// an answer whose own contract has a field called output is not a wrapper, unless usage says so
function isWrapper(value: Readonly<Record<string, unknown>>, schema: Record<string, unknown>) {
  if (!hasOnlyWrapperKeys(value)) return false
  const own = isJsonObject(schema['properties']) ? schema['properties'] : {}
  if (!Object.hasOwn(own, 'output')) return true
  return Object.hasOwn(value, 'usage') && !Object.hasOwn(own, 'usage')
}

function hasOnlyWrapperKeys(value: Readonly<Record<string, unknown>>): boolean {
  return (
    Object.hasOwn(value, 'output') &&
    Object.keys(value).every((key) => key === 'output' || key === 'usage')
  )
}

// usage comes from outside: a figure that cannot be true is replaced by the estimate
function readUsage(reported: unknown, estimated: Usage): Usage {
  if (!isJsonObject(reported)) return estimated
  const input = tokenCount(reported['input_tokens'])
  const output = tokenCount(reported['output_tokens'])
  const cost = reported['cost_usd']
  const model = reported['model']
  return {
    input_tokens: input ?? estimated.input_tokens,
    output_tokens: output ?? estimated.output_tokens,
    cost_usd: typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : 0,
    ...(typeof model === 'string' && model !== '' && { model: model.slice(0, 200) }),
    ...((input === null || output === null) && { estimated: true }),
  }
}

function tokenCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
