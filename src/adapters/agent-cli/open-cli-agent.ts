import { realpathSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import type { CliKind, KnownAgent } from '../../model/known-agents.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { Agent, Tell } from '../../ports/agent.ts'
import type { Program, ProgramEnd } from '../../ports/program.ts'
import type { Price } from '../../model/price.ts'
import { answerIn, moneyFor } from './answer.ts'
import type { CliCall, Dialect } from './dialect.ts'
import { explainFailure, type Failing } from './explain-failure.ts'
import { type Heard, listen } from './listen.ts'
import { promptOf } from './tell-role.ts'

export type CliAgentOptions = {
  readonly kind: CliKind
  /** Its name in loopwright.yaml. */
  readonly name: string
  readonly dialect: Dialect
  readonly about: KnownAgent
  readonly program: Program
  /** Where the program is. */
  readonly path: string
  readonly model?: string | undefined
  /** The model that its own settings name. */
  readonly ownModel?: string | undefined
  readonly maxTurns: number
  readonly maxCostUsd: number
  readonly price?: Price | undefined
}

/** A command line that people have, as an agent: its events are read, its word counts for nothing. */
export async function openCliAgent(options: CliAgentOptions): AsyncResult<Agent, string> {
  const version = await versionOf(options.program, AbortSignal.timeout(60_000))
  if (!version.ok) return version
  const { kind, model, program } = options
  const opened: Opened = {
    ...options,
    version: version.value,
    print: printOf(options.path),
    sessions: new Map(),
  }
  return ok({
    identity: {
      kind,
      ...(model === undefined ? {} : { model }),
      ...(program.walls === undefined ? {} : { walls: program.walls }),
      version: version.value,
    },
    ceiling: ({ prompt }) => ({
      tokens: Math.ceil(prompt.length / 4),
      costUsd: options.maxCostUsd,
    }),
    ask: (request, signal, tell) => ask(opened, request, { signal, tell }),
  })
}

type Opened = CliAgentOptions & {
  readonly version: string
  readonly print: string
  /** Sessions that calls on a workspace may go on with; who judges begins afresh each time. */
  readonly sessions: Map<string, string>
}

type Means = { readonly signal: AbortSignal; readonly tell: Tell | undefined }

/** The version that really runs. */
export async function versionOf(
  program: Program,
  signal: AbortSignal,
): AsyncResult<string, string> {
  const ended = await program.run({ args: ['--version'], stdin: '', workspace: null }, signal)
  if (!ended.ok)
    return err('reason' in ended.error ? ended.error.reason : `--version: ${ended.error.type}`)
  const { code, stdout, lastStderr } = ended.value
  const version = /\d+\.\d+\.\d+[\w.-]*/.exec(stdout.toString('utf8'))?.[0]
  return code === 0 && version !== undefined
    ? ok(version.replace(/\.$/, ''))
    : err(`--version tells no version: ${lastStderr.join(' | ').slice(0, 300)}`)
}

function printOf(path: string): string {
  try {
    const real = realpathSync(path)
    const { mtimeMs, size } = statSync(real)
    return `${real} ${mtimeMs} ${size}`
  } catch {
    return ''
  }
}

async function ask(
  agent: Opened,
  request: AgentRequest,
  { signal, tell }: Means,
): AsyncResult<AgentAnswer, AgentFailure> {
  if (signal.aborted) return err({ type: 'cancelled' })
  const writes = request.workspace !== null
  const place = `${request.run_id}\n${request.workspace ?? ''}`
  const session = writes ? (agent.sessions.get(place) ?? null) : null
  // a session that was broken off remembers files that were put back meanwhile
  agent.sessions.delete(place)
  const folder = await mkdtemp(join(tmpdir(), 'loopwright-call-'))
  const isWalled = agent.program.walls === 'bwrap'
  const { model, maxTurns, maxCostUsd } = agent
  const call = { request, writes, isWalled, model, maxTurns, maxCostUsd, session, folder }
  const { heard, ended, limit } = await talk(agent, call, { signal, tell })
  rmSync(folder, { recursive: true, force: true })
  if (limit !== null && !signal.aborted) return err(explainFailure(failing(agent), limit))
  if (!ended.ok) return ended
  const failure = failureIn(agent, heard, ended.value)
  if (failure !== null) return err(failure)
  if (writes && heard.session !== '') agent.sessions.set(place, heard.session)
  const { program } = agent.dialect
  const notes = await updateNotes(agent, signal)
  const { name, price } = agent
  const known = model ?? agent.ownModel
  return answerIn(request, heard, { program, name, price, model: known, notes })
}

type Talked = {
  readonly heard: Heard
  readonly ended: Result<ProgramEnd, AgentFailure>
  /** The limit of ours that it passed. */
  readonly limit: string | null
}

async function talk(
  { dialect, program, maxTurns, maxCostUsd, price, model: given, ownModel }: Opened,
  call: CliCall,
  { signal, tell }: Means,
): Promise<Talked> {
  const { args, env = {}, files = {} } = dialect.start(call)
  for (const [name, text] of Object.entries(files)) await writeFile(join(call.folder, name), text)
  const enough = new AbortController()
  const model = given ?? ownModel ?? ''
  const listener = listen(dialect, (sign, heard) => {
    if (sign.type === 'doing') tell?.(program.hide(sign.what))
    if (heard.turns > maxTurns) enough.abort('max_turns')
    // a sum comes at the end, when nothing is left to be stopped
    if (sign.type === 'used' && !sign.sum) {
      const spent = moneyFor({ ...heard, model: heard.model || model }, price)
      if ((spent ?? 0) > maxCostUsd) enough.abort('max_cost')
    }
    if (heard.isFinal) enough.abort(heard.trouble)
  })
  const ended = await program.run(
    {
      args,
      env,
      stdin: promptOf(call.request),
      workspace: call.request.workspace,
      read: Object.keys(files).length === 0 ? [] : [call.folder],
      keepsHome: call.writes,
      onStdout: listener.add,
    },
    AbortSignal.any([signal, enough.signal]),
  )
  const isStopped = enough.signal.aborted && !ended.ok && ended.error.type === 'cancelled'
  return { heard: listener.end(), ended, limit: isStopped ? String(enough.signal.reason) : null }
}

const failing = ({ name, dialect, version, about, maxTurns, maxCostUsd }: Opened): Failing => ({
  name,
  program: dialect.program,
  version,
  about,
  maxTurns,
  maxCostUsd,
})

/** Exit 0 alone is no success, and words of trouble are none either. */
function failureIn(agent: Opened, heard: Heard, end: ProgramEnd): AgentFailure | null {
  const { program, dialect } = agent
  const said = [heard.trouble, ...heard.stray, ...end.lastStderr].filter((line) => line !== '')
  if (heard.trouble !== '') return explainFailure(failing(agent), program.hide(heard.trouble))
  if (end.code === 0) return null
  const how = end.signal === null ? `exited with ${end.code}` : `was ended by ${end.signal}`
  const words = said.length === 0 ? '' : `: ${program.hide(said.join(' | '))}`
  const failure = explainFailure(failing(agent), said.join(' | '))
  return failure.type === 'unavailable' && failure.reason.startsWith(`${dialect.program} failed`)
    ? { ...failure, reason: `${dialect.program} ${how}${words}` }
    : failure
}

/** Whether another version runs now than the one that was opened. */
async function updateNotes(agent: Opened, signal: AbortSignal): Promise<readonly string[]> {
  if (printOf(agent.path) === agent.print) return []
  const now = await versionOf(agent.program, signal)
  const { program } = agent.dialect
  if (!now.ok) return [`${program} was changed while this run used it, and now says: ${now.error}`]
  return now.value === agent.version
    ? []
    : [
        `${program} was updated from ${agent.version} to ${now.value} while this run used it; its answers may differ`,
      ]
}
