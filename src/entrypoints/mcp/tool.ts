import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { type AsyncResult, err } from '../../model/result.ts'
import { problemOf, problemText } from './problem.ts'

/** Whoever calls a tool. */
export type Caller = {
  readonly name: string
  /** Whether its person can be asked. */
  readonly canAsk: boolean
  readonly signal: AbortSignal
  readonly request: ServerContext['mcpReq']
}

/** A tool as data: its schemas are what clients see and what calls are held to. */
export type Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly annotations: ToolAnnotations
  readonly input: Input
  readonly output: Output
  /** A question to the client's person may come instead of a result; the call is then repeated with the answer. */
  readonly run: (
    given: z.output<Input>,
    caller: Caller,
  ) => AsyncResult<z.input<Output> | { readonly ask: InputRequiredResult }>
}

export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool => tool

/** It changes nothing. */
export const reads = { readOnlyHint: true, openWorldHint: false } as const
/** It changes something, and done again it changes nothing more. */
export const repeats = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const
export const changes = { ...repeats, idempotentHint: false } as const

/** Claude Code puts long answers into a file instead, where its agent may not look; an instruction must arrive whole. */
const wholeAnswers = { 'anthropic/maxResultSizeChars': 500_000 }

export function registerTool(server: McpServer, tool: Tool): void {
  const { name, title, description, annotations, input, output, run } = tool
  server.registerTool(
    name,
    {
      title,
      description,
      annotations,
      inputSchema: input,
      outputSchema: output,
      _meta: wholeAnswers,
    },
    async (
      given: unknown,
      context: ServerContext,
    ): Promise<CallToolResult | InputRequiredResult> => {
      const result = await attempt(() => run(input.parse(given), callerOf(server, context)))
      if (!result.ok) return failed(result.error)
      if (isQuestion(result.value)) return result.value.ask
      const content = output.parse(result.value)
      return {
        content: [{ type: 'text', text: JSON.stringify(content, null, 2) }],
        structuredContent: content,
      }
    },
  )
}

const isQuestion = (value: object): value is { readonly ask: InputRequiredResult } => 'ask' in value

async function attempt<Value>(work: () => AsyncResult<Value>): AsyncResult<Value, string> {
  try {
    const result = await work()
    return result.ok ? result : err(problemText(result.error))
  } catch (error) {
    return err(problemText(await problemOf(error)))
  }
}

const failed = (text: string): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
})

function callerOf({ server }: McpServer, { mcpReq }: ServerContext): Caller {
  const info = server.getClientVersion()
  return {
    name: info === undefined ? 'an MCP client' : `${info.name} ${info.version}`.slice(0, 100),
    canAsk: server.getClientCapabilities()?.elicitation !== undefined,
    signal: mcpReq.signal,
    request: mcpReq,
  }
}
