import type { CheckDone, CommandDone } from '../../ports/telemetry.ts'
import { type Context, now, spanId, traceOf } from './context.ts'
import type { Attributes } from './exporter.ts'

export function tellCheck(context: Context, { rule, verdict, cached, ms }: CheckDone): void {
  const error = verdict === 'error' ? 'check_broke' : null
  const attributes = { 'loopwright.verdict': verdict, 'loopwright.cached': cached }
  tellTool(context, { name: rule, ms, error, attributes })
}

export function tellCommand(context: Context, { program, end, ms }: CommandDone): void {
  const isStopped = typeof end === 'string'
  const attributes = isStopped ? {} : { 'process.exit.code': end }
  tellTool(context, {
    name: program,
    ms,
    error: isStopped ? `stopped_by_${end}` : null,
    attributes,
  })
}

type Tool = {
  readonly name: string
  readonly ms: number
  readonly error: string | null
  readonly attributes: Attributes
}

function tellTool({ settings, exporter, sittings }: Context, tool: Tool): void {
  const { name, ms, error, attributes } = tool
  const sitting = sittings.at(-1)
  const endedMs = now()
  exporter.span({
    traceId: sitting?.traceId ?? traceOf(settings, `${process.pid} ${performance.timeOrigin}`),
    spanId: spanId(),
    parentId: sitting?.step.spanId ?? settings.parent?.spanId ?? null,
    name: `execute_tool ${name}`,
    beganMs: endedMs - ms,
    endedMs,
    error,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.type': 'function',
      'error.type': error,
      ...attributes,
    },
  })
}
