import {
  type McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { percentDecoded } from '../../kit/parse.ts'
import type { AnyRun } from '../../engine/define-workflow.ts'
import type { AsyncResult } from '../../model/result.ts'
import { findRun, type McpContext } from './context.ts'

type Kind = {
  readonly title: string
  readonly mimeType: string
  readonly read: (run: AnyRun) => AsyncResult<string>
}

const kinds: Readonly<Record<string, Kind>> = {
  report: {
    title: 'Report',
    mimeType: 'text/markdown',
    read: (run) => run.report('markdown', { artifact: false }),
  },
  artifact: {
    title: 'Artifact',
    mimeType: 'text/plain',
    read: async (run) => {
      const version = await run.version('best')
      return version.ok ? { ok: true, value: version.value.text } : version
    },
  },
}

/** What runs made, for clients that show it. */
export function registerResources(server: McpServer, context: McpContext): void {
  for (const [kind, { title, mimeType, read }] of Object.entries(kinds))
    server.registerResource(
      kind,
      new ResourceTemplate(`loopwright://{workflow}/{name}/${kind}`, {
        list: async () => ({
          resources: (await namesOf(context)).map(({ workflow, name }) => ({
            uri: `loopwright://${workflow}/${encodeURIComponent(name)}/${kind}`,
            name: `${workflow}:${name} ${kind}`,
            mimeType,
          })),
        }),
      }),
      { title, mimeType },
      async (uri, { workflow, name }) => {
        const result = await findRun(context, `${String(workflow)}:${percentDecoded(String(name))}`)
        const text = result.ok ? await read(result.value) : result
        if (!text.ok) throw new ResourceNotFoundError(uri.href, text.error.what)
        return { contents: [{ uri: uri.href, mimeType, text: text.value }] }
      },
    )
}

async function namesOf({ loopwright }: McpContext) {
  const names = []
  for await (const { workflow, name, summary } of loopwright.all())
    if (summary.damage === null) names.push({ workflow: workflow.name, name })
  return names
}
