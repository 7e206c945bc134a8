import { Readable, Writable } from 'node:stream'
import type * as sdk from '@agentclientprotocol/sdk'
import type {
  ClientContext,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
  StopReason,
} from '@agentclientprotocol/sdk'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { type AsyncResult, err } from '../../model/result.ts'
import type { Agent, Tell } from '../../ports/agent.ts'
import type { Disk } from '../../ports/disk.ts'
import type { Program, ProgramStreams } from '../../ports/program.ts'
import { placeIn, readIn, type Scope, writeIn } from './acp-files.ts'
import { answerIn } from './answer.ts'
import type { Sign } from './dialect.ts'
import { explainFailure } from './explain-failure.ts'
import { fold, silence } from './listen.ts'
import { promptOf } from './tell-role.ts'

export type AcpAgentOptions = {
  /** Its name in loopwright.yaml. */
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly program: Program
  readonly root: string
  /** Folders of the project that are not there for it. */
  readonly hidden: readonly string[]
  readonly diskAt: (folder: string) => Disk
  readonly maxTurns: number
  readonly maxCostUsd: number
}

/** Any agent of the Agent Client Protocol, version 1, over its standard streams. */
export function openAcpAgent(options: AcpAgentOptions): Agent {
  const { command, program, maxCostUsd } = options
  return {
    identity: {
      kind: 'acp',
      model: command.join(' '),
      ...(program.walls === undefined ? {} : { walls: program.walls }),
    },
    ceiling: ({ prompt }) => ({ tokens: Math.ceil(prompt.length / 4), costUsd: maxCostUsd }),
    ask: (request, signal, tell) => ask(options, request, { signal, tell }),
  }
}

type Means = { readonly signal: AbortSignal; readonly tell: Tell | undefined }

async function ask(
  options: AcpAgentOptions,
  request: AgentRequest,
  { signal, tell }: Means,
): AsyncResult<AgentAnswer, AgentFailure> {
  const { program, maxTurns, maxCostUsd, command } = options
  const { workspace } = request
  const enough = new AbortController()
  let heard = silence
  const hear = (sign: Sign) => {
    heard = fold(heard, sign)
    if (sign.type === 'doing') tell?.(program.hide(sign.what))
    if (heard.turns > maxTurns) enough.abort('max_turns')
    if ((heard.used?.costUsd ?? 0) > maxCostUsd) enough.abort('max_cost')
  }
  const folder = workspace ?? options.root
  const scope: Scope = {
    folder,
    writes: workspace !== null,
    disk: options.diskAt(folder),
    hidden: workspace === null ? options.hidden : [],
  }
  const isWalled = program.walls === 'bwrap'
  const ended = await program.run(
    {
      args: [],
      stdin: '',
      workspace,
      keepsHome: false,
      converse: (streams) =>
        converse(streams, {
          scope,
          isWalled,
          hear,
          text: promptOf(request),
        }),
    },
    AbortSignal.any([signal, enough.signal]),
  )
  const limit = enough.signal.aborted && !signal.aborted ? String(enough.signal.reason) : ''
  if (!ended.ok && limit === '') return ended
  const stderr = ended.ok ? ended.value.lastStderr.join(' | ') : ''
  const trouble = limit || heard.trouble
  if (trouble !== '')
    return err(explainFailure(failing(options), program.hide(`${trouble} ${stderr}`.trim())))
  return answerIn(request, heard, { program: command[0], name: options.name, notes: [] })
}

const failing = ({ name, command, maxTurns, maxCostUsd }: AcpAgentOptions) => ({
  name,
  program: command[0],
  version: '',
  maxTurns,
  maxCostUsd,
  about: {
    howToLogIn: 'start it once by hand and log in',
    tried: 'protocol 1',
  },
})

type Talk = {
  readonly scope: Scope
  readonly isWalled: boolean
  readonly text: string
  readonly hear: (sign: Sign) => void
}

/** One session with one prompt. Whatever goes wrong is heard as trouble. */
async function converse({ input, output }: ProgramStreams, talk: Talk): Promise<void> {
  const { scope, hear } = talk
  const { client, methods, ndJsonStream, PROTOCOL_VERSION, RequestError } =
    await import('@agentclientprotocol/sdk')
  const refuse = (message: string): never => {
    hear({ type: 'denied', what: message })
    throw new RequestError(-32_602, message)
  }
  const app = client({ name: 'loopwright' })
    .onRequest(methods.client.session.requestPermission, ({ params }) => permit(talk, params))
    .onRequest(methods.client.fs.readTextFile, async ({ params }) => {
      const content = await readIn(scope, params)
      if (!content.ok) return refuse(content.error)
      if (content.value === null) throw new RequestError(notFound, `ENOENT: ${params.path}`)
      return { content: content.value }
    })
    .onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
      const written = await writeIn(scope, params)
      return written.ok ? {} : refuse(written.error)
    })
    .onNotification(methods.client.session.update, ({ params }) => {
      for (const sign of signsOf(params.update)) hear(sign)
    })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's web streams are the web's
  const heard = Readable.toWeb(output) as ReadableStream<Uint8Array>
  const stream = ndJsonStream(Writable.toWeb(input), heard)
  const speak = async (context: ClientContext) => {
    const reason = await sendPrompt(context, talk, { methods, version: PROTOCOL_VERSION })
    if (reason !== 'end_turn') hear({ type: 'trouble', message: whyItStopped[reason] })
  }
  await app.connectWith(stream, speak).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : JSON.stringify(error)
    hear({ type: 'trouble', message })
  })
}

/** What the protocol says of a file that is not there: agents look before they write. */
const notFound = -32_002

type Methods = typeof sdk.methods

async function sendPrompt(
  context: ClientContext,
  { scope: { folder, writes }, text }: Talk,
  { methods, version }: { readonly methods: Methods; readonly version: number },
): Promise<StopReason> {
  await context.request(methods.agent.initialize, {
    protocolVersion: version,
    // it reads by itself, behind its walls: some take our word that a file is not there for a failure
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: writes }, terminal: false },
  })
  const { sessionId } = await context.request(methods.agent.session.new, {
    cwd: folder,
    mcpServers: [],
  })
  const { stopReason } = await context.request(methods.agent.session.prompt, {
    sessionId,
    prompt: [{ type: 'text', text }],
  })
  return stopReason
}

const whyItStopped: Readonly<Record<StopReason, string>> = {
  end_turn: '',
  max_tokens: 'its answer was longer than its model may answer',
  max_turn_requests: 'max_turns of its own were reached',
  refusal: 'its model refused to answer',
  cancelled: 'it cancelled its turn',
}

const alwaysFine = ['read', 'search', 'think']

/** Readers read. Writers write in their workspace, and run commands only behind walls. */
function permit(
  { scope, isWalled, hear }: Talk,
  asked: RequestPermissionRequest,
): RequestPermissionResponse {
  const { kind, title, locations } = asked.toolCall
  const isHere = (locations ?? []).every(({ path }) => placeIn(scope, path).ok)
  const may =
    isHere &&
    (alwaysFine.includes(kind ?? '') || (scope.writes && (kind !== 'execute' || isWalled)))
  if (!may) hear({ type: 'denied', what: title ?? kind ?? 'a tool' })
  // what is always allowed would not be asked for again
  const wanted = may ? (['allow_once'] as const) : (['reject_once', 'reject_always'] as const)
  const option = wanted.flatMap(
    (each) => asked.options.find(({ kind: is }) => is === each) ?? [],
  )[0]
  return option === undefined
    ? { outcome: { outcome: 'cancelled' } }
    : { outcome: { outcome: 'selected', optionId: option.optionId } }
}

function signsOf(update: SessionUpdate): readonly Sign[] {
  if (update.sessionUpdate === 'agent_message_chunk')
    return update.content.type === 'text'
      ? [{ type: 'text', text: update.content.text, more: true }]
      : []
  if (update.sessionUpdate === 'tool_call')
    return [{ type: 'turn' }, { type: 'doing', what: update.title.slice(0, 200) }]
  if (update.sessionUpdate === 'usage_update' && update.cost?.currency === 'USD')
    return [{ type: 'used', input: update.used, output: 0, costUsd: update.cost.amount, sum: true }]
  return []
}
