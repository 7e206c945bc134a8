import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { type AsyncResult, err } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import { openProgram, type ProgramOptions } from './open-program.ts'
import { decodeOutput, readAnswer } from './read-answer.ts'
import type { ProgramEnd } from '../../ports/program.ts'

export type CommandAgentOptions = ProgramOptions

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
  const { workspace } = request
  const [program, ...args] = commandIn(workspace, options)
  const { run, hide } = openProgram({ ...options, command: [program] })
  const stdin = `${JSON.stringify(request)}\n`
  const ended = await run({ args, stdin, workspace }, signal)
  if (!ended.ok) return ended
  const failure = howItFailed(options.command[0], ended.value)
  if (failure !== null) return err({ type: 'unavailable', reason: failure, retryable: true })
  const text = decodeOutput(ended.value.stdout)
  const answer = text.ok ? readAnswer(text.value, request) : text
  if (answer.ok || answer.error.type !== 'bad-output') return answer
  return err({ ...answer.error, issues: answer.error.issues.map(hide) })
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

/** Why a program that ended by itself has not answered; null where it has. */
function howItFailed(program: string, end: ProgramEnd): string | null {
  if (end.code === 0) return null
  const how = end.signal === null ? `exited with ${end.code}` : `was ended by ${end.signal}`
  const said = end.lastStderr.length > 0 ? `; it said: ${end.lastStderr.join(' | ')}` : ''
  return `${program} ${how}${said}`
}
