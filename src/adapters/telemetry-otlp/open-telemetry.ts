import { z } from 'zod'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import type { Entry } from '../../model/entry.ts'
import { Obligation } from '../../model/obligation.ts'
import type { Result } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import type { RunStore } from '../../ports/run-store.ts'
import {
  type CheckDone,
  checkDone,
  type CommandDone,
  commandDone,
  type Telemetry,
  traceparent,
} from '../../ports/telemetry.ts'
import { type Context, now, type Sitting, spanId, traceOf } from './context.ts'
import { type Exporter, openExporter, type Attributes } from './exporter.ts'
import { readSettings } from './settings.ts'

const opened = new Map<string, Telemetry>()

/** Spans and events from what runs record; one for all workspaces of a process. */
export function openTelemetry(
  env: Readonly<Record<string, string | undefined>>,
  version: string,
): Telemetry {
  const settings = readSettings(env, version)
  const key = JSON.stringify(settings)
  const known = opened.get(key)
  if (known) return known
  const exporter = openExporter(settings, version)
  const context: Context = {
    settings,
    exporter: settings.parent?.isSampled === false ? silent : exporter,
    sittings: [],
  }
  checkDone.subscribe((done) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only we publish there
    tellCheck(context, done as CheckDone)
  })
  commandDone.subscribe((done) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only we publish there
    tellCommand(context, done as CommandDone)
  })
  process.on('beforeExit', () => exporter.flush())
  const telemetry: Telemetry = {
    watchStore: (workflow, store) => watchStore(context, workflow, store),
    watchAgent: (name, agent) => ({
      ...agent,
      ask: (request, signal) => askWatched(context, { name, agent }, { request, signal }),
    }),
  }
  opened.set(key, telemetry)
  return telemetry
}

const silent: Exporter = { span: () => undefined, event: () => undefined, flush: () => undefined }

function watchStore(context: Context, workflow: string, store: RunStore): RunStore {
  const { runId, journal } = store
  return {
    ...store,
    journal: {
      ...journal,
      async append(at, facts, accept) {
        const appended = await journal.append(at, facts, accept)
        const sitting = context.sittings.findLast((each) => each.runId === runId)
        if (appended.ok && sitting) tellStep(context, sitting, appended.value.entries)
        return appended
      },
    },
    async lock() {
      const beganMs = now()
      const lock = await store.lock()
      if (!lock.ok) return lock
      const step = { spanId: spanId(), beganMs }
      const traceId = traceOf(context.settings, runId)
      const sitting = { workflow, runId, traceId, spanId: spanId(), beganMs, step, last: null }
      context.sittings.push(sitting)
      const release = async () => {
        tellRun(context, sitting)
        await lock.value.release()
      }
      return { ok: true, value: { ...lock.value, release } }
    },
  }
}

function tellRun({ settings, exporter, sittings }: Context, sitting: Sitting): void {
  sittings.splice(sittings.indexOf(sitting), 1)
  const { workflow, runId, traceId, beganMs, last } = sitting
  // who only looked has nothing to tell
  if (last === null) return
  exporter.span({
    traceId,
    spanId: sitting.spanId,
    parentId: settings.parent?.spanId ?? null,
    name: `invoke_workflow ${workflow}`,
    beganMs,
    endedMs: now(),
    attributes: {
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.workflow.name': workflow,
      'gen_ai.conversation.id': runId,
      'loopwright.iteration': last.iteration,
      'loopwright.event': last.event,
      'loopwright.status': last.status,
    },
  })
  exporter.flush()
}

const Judged = z.object({ obligations: z.array(Obligation) })

function tellStep(
  { settings, exporter }: Context,
  sitting: Sitting,
  entries: readonly Entry[],
): void {
  const last = entries.at(-1)
  if (last === undefined) return
  const { traceId, runId, step } = sitting
  const endedMs = now()
  exporter.span({
    traceId,
    ...step,
    parentId: sitting.spanId,
    name: `step ${last.step}`,
    endedMs,
    attributes: {
      'gen_ai.conversation.id': runId,
      'loopwright.iteration': last.iteration,
      'loopwright.phase': last.phase,
      'loopwright.step': last.step,
      'loopwright.events': entries.map(({ event }) => event).join(','),
      'loopwright.status': last.status,
    },
  })
  for (const { payload } of entries) {
    const judged = Judged.safeParse(payload)
    for (const { id, status, reason, weight, decided_by, subject } of judged.data?.obligations ??
      [])
      exporter.event({
        traceId,
        spanId: step.spanId,
        name: 'gen_ai.evaluation.result',
        atMs: endedMs,
        attributes: {
          'gen_ai.evaluation.name': id,
          'gen_ai.evaluation.score.label': status,
          'gen_ai.conversation.id': runId,
          'loopwright.weight': weight,
          'loopwright.decided_by': decided_by,
          'loopwright.artifact.sha256': subject,
          // a reason quotes the task and the work
          ...(settings.capturesContent ? { 'gen_ai.evaluation.explanation': reason } : {}),
        },
      })
  }
  sitting.last = last
  sitting.step = { spanId: spanId(), beganMs: endedMs }
}

type Asked = { readonly name: string; readonly agent: Agent }
type Call = { readonly request: AgentRequest; readonly signal: AbortSignal }

async function askWatched(
  { settings, exporter, sittings }: Context,
  { name, agent }: Asked,
  { request, signal }: Call,
): Promise<Result<AgentAnswer, AgentFailure>> {
  const sitting = sittings.findLast(({ runId }) => runId === request.run_id) ?? sittings.at(-1)
  const traceId = sitting?.traceId ?? traceOf(settings, request.run_id)
  const own = spanId()
  const beganMs = now()
  const flags = settings.parent?.isSampled === false ? '00' : '01'
  const answer = await traceparent.run(`00-${traceId}-${own}-${flags}`, () =>
    agent.ask(request, signal),
  )
  const usage = answer.ok ? answer.value.usage : undefined
  const failure = answer.ok ? null : answer.error.type
  exporter.span({
    traceId,
    spanId: own,
    parentId: sitting?.step.spanId ?? settings.parent?.spanId ?? null,
    name: `invoke_agent ${name}`,
    beganMs,
    endedMs: now(),
    error: failure,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': name,
      'loopwright.agent.kind': agent.identity.kind,
      'gen_ai.workflow.name': request.workflow,
      'gen_ai.conversation.id': request.run_id,
      'gen_ai.response.model': usage?.model,
      'gen_ai.usage.input_tokens': usage?.input_tokens,
      'gen_ai.usage.output_tokens': usage?.output_tokens,
      'loopwright.cost_usd': usage?.cost_usd,
      'loopwright.role': request.role,
      'loopwright.iteration': request.iteration,
      'loopwright.attempt': request.attempt,
      'error.type': failure,
      ...(settings.capturesContent ? { 'gen_ai.input.messages': messageOf(request.prompt) } : {}),
    },
  })
  return answer
}

const messageOf = (content: string): string =>
  JSON.stringify([{ role: 'user', parts: [{ type: 'text', content }] }])

function tellCheck(context: Context, { rule, verdict, cached, ms }: CheckDone): void {
  const error = verdict === 'error' ? 'check_broke' : null
  const attributes = { 'loopwright.verdict': verdict, 'loopwright.cached': cached }
  tellTool(context, { name: rule, ms, error, attributes })
}

function tellCommand(context: Context, { program, end, ms }: CommandDone): void {
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
