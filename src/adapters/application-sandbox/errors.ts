import { stripVTControlCharacters } from 'node:util'
import type { Result } from '../../model/result.ts'
import type { ApplicationError } from '../../ports/application.ts'
import type { SandboxRefusal, SandboxRun } from '../../ports/sandbox.ts'
import type { FromInside } from './messages.ts'
import type { StartCommand } from './start-command.ts'

type Run = Result<SandboxRun, SandboxRefusal>

const lastLines = (output: string): string =>
  stripVTControlCharacters(output)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-20)
    .map((line) => line.slice(0, 300))
    .join('\n')

export const noCommand: ApplicationError = {
  type: 'no-command',
  reason:
    'there is no script dev, start or preview in package.json, no server.js and no index.html to start',
  remedy: 'add a script start to package.json, or set workflows.track.start in loopwright.yaml',
}

export const noRoom: ApplicationError = {
  type: 'never-listened',
  reason: 'the machine had no room for it: other sandboxes took all memory that they may take',
  remedy: 'wait until other runs end, or raise resources.machine.memory_share in loopwright.yaml',
}

const cancelled: ApplicationError = {
  type: 'cancelled',
  reason: 'it was stopped before it answered',
  remedy: 'start it again',
}

const noWalls = ({ reason, remedy }: SandboxRefusal): ApplicationError => ({
  type: 'no-walls',
  reason: `it was not started without a sandbox: ${reason}`,
  remedy,
})

const taken = /EADDRINUSE|address already in use/i

/** The command is not installed here, which says nothing about the application. */
export const lacksProgram = ({ exitCode, output = '' }: ApplicationError): boolean =>
  exitCode === 127 ||
  /\bENOTCACHED\b|\bnpm (?:error|ERR!) could not determine executable/.test(output)

/** The command ended before anything answered. */
export function died(
  { shown }: StartCommand,
  { code, output }: Omit<Extract<FromInside, { type: 'exited' }>, 'type'>,
): ApplicationError {
  const said = { exitCode: code, output: lastLines(output) }
  if (taken.test(output))
    return {
      ...said,
      type: 'port-taken',
      reason: `\`${shown}\` ended because its port is in use: something else that it starts listens there`,
      remedy:
        'let each server listen on a port of its own; with workflows.track.port the variable PORT is not set',
    }
  const how = code === null ? 'could not run' : `ended with exit code ${code}`
  return {
    ...said,
    type: 'died',
    reason: `\`${shown}\` ${how} before it listened on a port`,
    remedy: `run \`${shown}\` in a clean checkout, without network, and correct what it reports`,
  }
}

export function neverListened(
  { shown }: StartCommand,
  readyMs: number,
  message: Extract<FromInside, { type: 'never-listened' }> | null,
): ApplicationError {
  const silent = (message?.ports ?? []).join(', ')
  const what = silent === '' ? 'listened on no port' : `answered no HTTP request on port ${silent}`
  return {
    type: 'never-listened',
    reason: `\`${shown}\` ${what} within ${Math.round(readyMs / 1000)} s`,
    remedy:
      'name the right command and port in workflows.track.start and workflows.track.port, or raise workflows.track.ready_s',
    exitCode: null,
    output: lastLines(message?.output ?? ''),
  }
}

const limits = {
  time: 'ran for too long',
  memory: 'took too much memory',
  processes: 'started too many processes',
  output: 'wrote too much to the disk',
} as const

/** What ran inside the walls ended, which only the walls do. */
export function runEnded(command: StartCommand, run: Run): ApplicationError {
  if (!run.ok) return noWalls(run.error)
  const { value } = run
  const output = lastLines(`${value.stdout}\n${value.stderr}`)
  if (value.type === 'exited') return died(command, { code: value.code, output })
  if (value.limit === 'cancelled') return cancelled
  return {
    type: 'died',
    reason: `\`${command.shown}\` was stopped: it ${limits[value.limit]}`,
    remedy: 'let it take less while it starts',
    exitCode: null,
    output,
  }
}

export function buildFailed(command: StartCommand, run: Run): ApplicationError {
  const shown = command.build?.shown ?? ''
  const failure = runEnded({ ...command, shown }, run)
  if (failure.type !== 'died' && failure.type !== 'port-taken') return failure
  return {
    ...failure,
    type: 'died',
    reason: `\`${shown}\` failed, so \`${command.shown}\` was not started`,
    remedy: `correct what \`${shown}\` reports`,
  }
}
