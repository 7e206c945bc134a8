import type { Client, Tool } from '@modelcontextprotocol/client'
import type { McpPreviewConfig } from '../../model/preview-config.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { PreviewFailure, PreviewRequest } from '../../ports/preview.ts'
import type { Line } from './connect-server.ts'
import { decodeBlob, findPage, saidBy, type Found } from './find-page.ts'
import { previewLimit } from '../../model/preview-stamp.ts'
import { endlessReply, limitReply } from './web-server.ts'

/** What was going on, for telling where the time ran out. */
export type Progress = { doing: string; connected: boolean }

export type Asking = {
  readonly config: McpPreviewConfig
  readonly request: PreviewRequest
  readonly stop: AbortSignal
  readonly timeoutMs: number
  readonly progress: Progress
}

/** Connects, calls the tool and gets the page it made. Throws what the SDK reports. */
export async function askServer(
  { client, transport }: Pick<Line, 'client' | 'transport'>,
  asking: Asking,
): AsyncResult<string, PreviewFailure> {
  const { config, request, progress } = asking
  const options = { signal: asking.stop, timeout: asking.timeoutMs }
  await client.connect(transport, options)
  progress.connected = true
  progress.doing = 'asking for its tools'
  const { tools } = await client.listTools(undefined, options)
  const tool = tools.find(({ name }) => name === config.tool)
  if (tool === undefined) return err({ reason: noSuchTool(config.tool, tools) })
  const given = fillArguments(config.arguments, request)
  const lacking = (tool.inputSchema.required ?? []).filter((name) => !Object.hasOwn(given, name))
  if (lacking.length > 0)
    return err({
      reason: `${config.tool} also needs ${lacking.join(', ')}; add it to \`arguments\` of the preview`,
    })

  progress.doing = `waiting for ${config.tool}`
  // the answer is searched for a page, whatever shape the tool promised
  const { outputSchema: _, ...toolDefinition } = tool
  const result = await client.callTool(
    { name: config.tool, arguments: given },
    { ...options, toolDefinition },
  )
  if (result.isError === true)
    return err({ reason: `${config.tool} failed: ${saidBy(result) || 'it did not say why'}` })
  progress.doing = 'fetching the page'
  return fetchFound(findPage(result), client, asking)
}

function noSuchTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name)
  return names.length === 0
    ? `the server offers no tools, so not ${name} either`
    : `the server offers no tool ${name}; it offers ${names.join(', ')}`
}

async function fetchFound(
  result: Found,
  client: Client,
  { config, stop, timeoutMs }: Asking,
): AsyncResult<string, PreviewFailure> {
  switch (result.at) {
    case 'here':
      return ok(result.html)
    case 'address':
      return downloadPage(result.url, {
        hosts: config.download_hosts,
        server: config.url,
        signal: stop,
      })
    case 'resource': {
      const { contents } = await client.readResource(
        { uri: result.uri },
        { signal: stop, timeout: timeoutMs },
      )
      const html = contents
        .map((each) => ('text' in each ? each.text : decodeBlob(each.blob)))
        .find((text) => text !== null && text.trim() !== '')
      return html
        ? ok(html)
        : err({ reason: `${config.tool} points at a resource that holds no page` })
    }
    case 'nowhere': {
      const said = result.said === '' ? '' : `; it said: ${result.said}`
      return err({ reason: `${config.tool} answered without a page${said}` })
    }
  }
}

type Template = McpPreviewConfig['arguments']

/** The template with its placeholders filled in; the intent goes in as JSON text. */
function fillArguments(template: Template, request: PreviewRequest): Template {
  const texts: Readonly<Record<string, string>> = {
    prompt: request.prompt,
    title: request.title,
    intent: JSON.stringify(request.intent) ?? 'null',
  }
  // one pass: what a requirement says is never taken for a placeholder
  const fill = (text: string) =>
    text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => texts[name] ?? whole)
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, fillIn(value, fill)]),
  )
}

type Json = Template[string]

function fillIn(value: Json, fill: (text: string) => string): Json {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((each) => fillIn(each, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fillIn(inner, fill)]),
  )
}

type DownloadRules = {
  /** `example.org` for itself, `*.example.org` for every host below it. */
  readonly hosts: readonly string[]
  /** The server that named the address; its own origin is as good as the server. */
  readonly server: string | undefined
  readonly signal: AbortSignal
}

const mostRedirects = 3

/**
 * Fetches the page a tool points at. The address comes from outside, so it must be of a known host at
 * every redirect, and no key goes with the request.
 */
async function downloadPage(
  address: string,
  rules: DownloadRules,
): AsyncResult<string, PreviewFailure> {
  let url = URL.parse(address)
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (url === null) return err({ reason: 'the tool points at something that is no address' })
    if (!isAllowed(url, rules))
      return err({
        reason: `the tool points at a page of ${url.protocol}//${url.host}, which is not among \`download_hosts\``,
      })
    const response = await fetch(url.href, { redirect: 'manual', signal: rules.signal })
    const next = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && next !== null) {
      await response.body?.cancel()
      url = URL.parse(next, url.href)
      continue
    }
    if (!response.ok) {
      await response.body?.cancel()
      return err({ reason: `the page could not be fetched from ${url.host} (${response.status})` })
    }
    return readPage(response)
  }
  return err({ reason: 'the page could not be fetched: too many redirects' })
}

async function readPage(response: Response): AsyncResult<string, PreviewFailure> {
  try {
    return ok(await limitReply(response, previewLimit).text())
  } catch (error) {
    if (!String(error).includes(endlessReply)) throw error
    return err({ reason: `the page is larger than ${previewLimit / 1_000_000} MB` })
  }
}

function isAllowed(url: URL, { hosts, server }: DownloadRules): boolean {
  if (server !== undefined && URL.parse(server)?.origin === url.origin) return true
  if (url.protocol !== 'https:') return false
  return hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  )
}
