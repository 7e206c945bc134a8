import type { McpPreviewConfig } from '../../model/preview-config.ts'
import { stampPreview } from '../../model/preview-stamp.ts'
import { err, type Result } from '../../model/result.ts'
import type { PreviewFailure, PreviewMaker, PreviewRequest } from '../../ports/preview.ts'
import { askServer, type Progress } from './ask-server.ts'
import {
  missingVariable,
  openLine,
  secretsOf,
  type Line,
  type PreviewContext,
} from './connect-server.ts'
import { existsSync } from 'node:fs'
import { maskSecrets } from '../../model/mask-secrets.ts'
import { endlessReply, type Refusal } from './web-server.ts'
import { field } from '../../kit/parse.ts'

type Page = Result<string, PreviewFailure>

type Job = {
  readonly config: McpPreviewConfig
  readonly context: PreviewContext
  readonly request: PreviewRequest
  readonly signal: AbortSignal
}

/**
 * A tool of an MCP server as the maker of previews. The SDK is loaded by the first page. Each page is
 * a connection of its own, ended when the page is there; what comes back carries the stamp already.
 */
export function openMcpPreview(config: McpPreviewConfig, context: PreviewContext): PreviewMaker {
  return {
    name: `mcp ${config.tool}`,
    async make(request, signal) {
      // a failure nobody thought of must not end the run: there is a fallback
      const page = await makePage({ config, context, request, signal }).catch((error: unknown) =>
        err({ reason: `the preview could not be made: ${String(error)}` }),
      )
      if (page.ok) return page
      return err({ reason: tidy(page.error.reason, secretsOf(config, context.env)) })
    },
  }
}

async function makePage(job: Job): Promise<Page> {
  const { config, context, request, signal } = job
  if (signal.aborted) return err({ reason: cancelled })
  const missing = missingVariable(config, context.env)
  if (missing !== null) return err({ reason: missing })

  const timeoutMs = Math.ceil(config.timeout_s * 1_000)
  const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const first = await visit(job, { stop, timeoutMs, mode: 'auto' })
  // some servers of the older protocol end when they are asked whether they speak the newer one
  const page =
    first.endedEarly && !stop.aborted
      ? (await visit(job, { stop, timeoutMs, mode: 'legacy' })).page
      : first.page
  return page.ok ? stampPreview(page.value, request.intentHash) : page
}

const cancelled = 'the preview was cancelled'

type Manner = {
  readonly stop: AbortSignal
  readonly timeoutMs: number
  readonly mode: 'auto' | 'legacy'
}

async function visit(
  job: Job,
  manner: Manner,
): Promise<{ readonly page: Page; readonly endedEarly: boolean }> {
  const { config, context, request } = job
  const progress: Progress = { doing: 'connecting', connected: false }
  const line = await openLine(config, { ...context, ...manner })
  try {
    const asked = askServer(line, { config, request, progress, ...manner })
    return {
      page: await orStopped(asked, AbortSignal.any([manner.stop, line.broken])),
      endedEarly: false,
    }
  } catch (error) {
    const reason = whyNot(job, { error, line, progress, stop: manner.stop })
    const endedEarly = !progress.connected && line.child !== null && line.child.ending() !== null
    return { page: err({ reason }), endedEarly }
  } finally {
    await line.hangUp()
  }
}

type ServerFailure = {
  readonly error: unknown
  readonly line: Line
  readonly progress: Progress
  readonly stop: AbortSignal
}

function whyNot(
  { config, context, signal }: Job,
  { error, line, progress, stop }: ServerFailure,
): string {
  if (signal.aborted) return cancelled
  const saidGarbage = line.child?.saidGarbage() ?? false
  if (stop.aborted)
    return `no page within ${config.timeout_s} s; the time ran out while ${progress.doing}${garbageNote({ saidGarbage })}`
  return explainError({
    config,
    root: context.root,
    error,
    saidGarbage,
    ending: line.child?.ending() ?? null,
    refusal: line.refusal(),
  })
}

// not every step of the SDK heeds the signal at once
async function orStopped<Value>(work: Promise<Value>, stop: AbortSignal): Promise<Value> {
  const done = new AbortController()
  const stopped = new Promise<never>((_, reject) => {
    const leave = () => reject(stop.reason instanceof Error ? stop.reason : new Error('stopped'))
    stop.addEventListener('abort', leave, { signal: done.signal })
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    done.abort()
  }
}

/** What is known when a preview could not be made. */
type Scene = {
  readonly config: McpPreviewConfig
  readonly root: string
  readonly error: unknown
  readonly ending: string | null
  readonly saidGarbage: boolean
  readonly refusal: Refusal | null
}

/** The reason a person can act on. Nothing in it is trusted to be short, to be one line or to be harmless. */
function explainError(scene: Scene): string {
  const { config, ending, refusal, error } = scene
  const server = config.command?.[0] ?? config.url ?? ''
  const notStarted = config.command === undefined ? null : whyNotStarted(scene, config.command[0])
  if (notStarted !== null) return notStarted
  if (ending !== null) return `${server} ${ending}${garbageNote(scene)}`
  if (refusal !== null) return whyRefused(server, refusal, config)
  if (messageOf(error).includes(endlessReply)) return `${server} answered without end`
  return `${server} could not be asked: ${messageOf(error)}${garbageNote(scene)}`
}

function tidy(reason: string, secrets: readonly string[]): string {
  const line = maskSecrets(reason, secrets)
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim()
  const points = Array.from(line)
  return points.length > 400 ? `${points.slice(0, 399).join('')}…` : line
}

const garbageNote = ({ saidGarbage }: Pick<Scene, 'saidGarbage'>): string =>
  saidGarbage ? '; it printed lines that are no MCP messages' : ''

function whyNotStarted({ error, root }: Scene, program: string): string | null {
  switch (codeOf(error)) {
    case 'ENOENT':
      return existsSync(root)
        ? `${program} was not found; install it, or correct \`command\` of the preview`
        : `the working folder ${root} does not exist`
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return `${program} cannot be run; make it executable or start it through its interpreter`
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return `${program} could not be started now: the machine is out of processes, files or memory`
    default:
      return null
  }
}

function whyRefused(server: string, { status, body }: Refusal, config: McpPreviewConfig): string {
  const names = Object.values(config.headers_env)
  const said = plainText(body)
  const quote = said === '' ? '' : `: ${said}`
  if (status === 401 || status === 403)
    return names.length > 0
      ? `${server} refused the key (${status}); check ${names.join(', ')}${quote}`
      : `${server} asks for a key (${status}); name its header and variable in \`headers_env\`${quote}`
  if (status === 404) return `${server} knows no MCP at this address (404)`
  return `${server} answered with ${status}${quote}`
}

function plainText(body: string): string {
  if (/^\s*</.test(body)) return ''
  try {
    const parsed: unknown = JSON.parse(body)
    const error = field(parsed, 'error')
    const message = field(error, 'message') ?? field(parsed, 'message') ?? error
    if (typeof message === 'string') return message.slice(0, 200)
  } catch {
    // not JSON: as it is
  }
  return body.trim().slice(0, 200)
}

function codeOf(error: unknown): string {
  const code = field(error, 'code')
  return typeof code === 'string' ? code : ''
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // fetch says only that it failed; its cause says why
  const cause = error.cause === undefined ? '' : messageOf(error.cause)
  return cause === '' || error.message.includes(cause)
    ? error.message
    : `${error.message}: ${cause}`
}
