import type { Client, Tool } from '@modelcontextprotocol/client'
import type { McpPreviewConfig } from '../../model/preview-config.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { PreviewFailure, PreviewRequest } from '../../ports/preview.ts'
import type { Line } from './connect-server.ts'
import { downloadPage } from './download-page.ts'
import { fillArguments } from './fill-arguments.ts'
import { decodeBlob, findPage, saidBy, type Found } from './find-page.ts'

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
): Promise<Result<string, PreviewFailure>> {
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
  found: Found,
  client: Client,
  { config, stop, timeoutMs }: Asking,
): Promise<Result<string, PreviewFailure>> {
  switch (found.at) {
    case 'here':
      return ok(found.html)
    case 'address':
      return downloadPage(found.url, {
        hosts: config.download_hosts,
        server: config.url,
        signal: stop,
      })
    case 'resource': {
      const { contents } = await client.readResource(
        { uri: found.uri },
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
      const said = found.said === '' ? '' : `; it said: ${found.said}`
      return err({ reason: `${config.tool} answered without a page${said}` })
    }
  }
}
