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
  type PreviewSurroundings,
} from './connect-server.ts'
import { explainTrouble, garbageNote, tidy } from './explain-trouble.ts'

type Page = Result<string, PreviewFailure>

type Job = {
  readonly config: McpPreviewConfig
  readonly surroundings: PreviewSurroundings
  readonly request: PreviewRequest
  readonly signal: AbortSignal
}

/**
 * A tool of an MCP server as the maker of previews. The SDK is loaded by the first page. Each page is
 * a connection of its own, ended when the page is there; what comes back carries the stamp already.
 */
export function openMcpPreview(
  config: McpPreviewConfig,
  surroundings: PreviewSurroundings,
): PreviewMaker {
  return {
    name: `mcp ${config.tool}`,
    async make(request, signal) {
      // a failure nobody thought of must not end the run: there is a fallback
      const page = await makePage({ config, surroundings, request, signal }).catch(
        (error: unknown) => err({ reason: `the preview could not be made: ${String(error)}` }),
      )
      if (page.ok) return page
      return err({ reason: tidy(page.error.reason, secretsOf(config, surroundings.env)) })
    },
  }
}

async function makePage(job: Job): Promise<Page> {
  const { config, surroundings, request, signal } = job
  if (signal.aborted) return err({ reason: cancelled })
  const missing = missingVariable(config, surroundings.env)
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
  const { config, surroundings, request } = job
  const progress: Progress = { doing: 'connecting', connected: false }
  const line = await openLine(config, { ...surroundings, ...manner })
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

type Trouble = {
  readonly error: unknown
  readonly line: Line
  readonly progress: Progress
  readonly stop: AbortSignal
}

function whyNot(
  { config, surroundings, signal }: Job,
  { error, line, progress, stop }: Trouble,
): string {
  if (signal.aborted) return cancelled
  const saidGarbage = line.child?.saidGarbage() ?? false
  if (stop.aborted)
    return `no page within ${config.timeout_s} s; the time ran out while ${progress.doing}${garbageNote({ saidGarbage })}`
  return explainTrouble({
    config,
    root: surroundings.root,
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
