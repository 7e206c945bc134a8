import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { freshFolder } from '../support/folder.ts'
import {
  launcher,
  lw,
  newStory,
  readEvents,
  startLw,
  storyWorkspace,
} from '../support/workspace.ts'
import { nodeTests } from '../support/small-project.ts'

const Attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])),
  )
const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`))
const Span = z.strictObject({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: hex(16).optional(),
  name: z.string(),
  kind: z.literal(1),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: Attributes,
  status: z.object({ code: z.literal(2).optional(), message: z.string().optional() }),
})
const Log = z.strictObject({
  timeUnixNano: z.string().regex(/^\d{19}$/),
  observedTimeUnixNano: z.string(),
  severityNumber: z.literal(9),
  eventName: z.string(),
  attributes: Attributes,
  traceId: hex(32),
  spanId: hex(16),
})
const resource = z.object({ attributes: Attributes })
const scope = z.object({ name: z.literal('loopwright'), version: z.string() })
const Traces = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource,
      scopeSpans: z.array(z.strictObject({ scope, spans: z.array(Span) })),
    }),
  ),
})
const Logs = z.strictObject({
  resourceLogs: z.array(
    z.strictObject({
      resource,
      scopeLogs: z.array(z.strictObject({ scope, logRecords: z.array(Log) })),
    }),
  ),
})

/** A collector that takes what the standard says, and nothing else. */
async function startCollector() {
  const spans: z.infer<typeof Span>[] = []
  const logs: z.infer<typeof Log>[] = []
  const services = new Set<unknown>()
  let text = ''
  let wrong = ''
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const bytes of request) body += String(bytes)
    text += body
    try {
      expect(request.headers['content-type']).toBe('application/json')
      expect(request.headers['x-key']).toBe('a b')
      if (request.url === '/v1/traces')
        for (const each of Traces.parse(JSON.parse(body)).resourceSpans) {
          services.add(each.resource.attributes['service.name'])
          spans.push(...each.scopeSpans.flatMap((one) => one.spans))
        }
      else if (request.url === '/v1/logs')
        for (const each of Logs.parse(JSON.parse(body)).resourceLogs)
          logs.push(...each.scopeLogs.flatMap(({ logRecords }) => logRecords))
      else wrong += request.url
    } catch (error) {
      wrong += String(error)
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
    OTEL_SERVICE_NAME: 'shop',
  }
  return { env, spans, logs, services, text: () => text, wrong: () => wrong }
}

const agent = join(import.meta.dirname, '..', 'support', 'story-agent.sh')
const config = `walls: auto
agents:
  default: { kind: command, command: [/bin/sh, -c, "echo $TRACEPARENT >> log/traces; exec /bin/sh ${agent}"], read: [${agent}], write: [log], timeout_s: 120 }
`

const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe('telemetry', () => {
  test('tells a collector of the run, its steps, agents, checks and obligations, below the trace it was given', async () => {
    const collector = await startCollector()
    const { env, spans, logs } = collector
    const folder = storyWorkspace(config)
    const ran = await lw(folder, newStory, { ...env, TRACEPARENT: caller })
    expect(ran.status).toBe(0)
    await expect.poll(() => spans.some(({ name }) => name.startsWith('invoke_workflow'))).toBe(true)
    await expect.poll(() => logs.length).toBeGreaterThan(0)
    expect(collector.wrong()).toBe('')
    expect([...collector.services]).toEqual(['shop'])
    expect(new Set([...spans, ...logs].map(({ traceId }) => traceId))).toEqual(
      new Set(['0af7651916cd43dd8448eb211c80319c']),
    )

    const named = (start: string) => spans.filter(({ name }) => name.startsWith(start))
    const ids = (list: readonly { spanId: string }[]) => new Set(list.map(({ spanId }) => spanId))
    const run = named('invoke_workflow reflex').at(-1)
    expect(run?.parentSpanId).toBe('b7ad6b7169203331')
    expect(run?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_workflow',
      'loopwright.event': 'stopped',
      'loopwright.status': 'completed',
    })
    const steps = named('step ')
    const inRun = ids(named('invoke_workflow'))
    expect(steps.every(({ parentSpanId }) => inRun.has(parentSpanId ?? ''))).toBe(true)
    const recorded = readEvents(folder).map(({ event }) => event)
    expect(
      steps.flatMap(({ attributes }) => String(attributes['loopwright.events']).split(',')),
    ).toEqual(recorded)

    const inSteps = ids(steps)
    for (const start of ['invoke_agent default', 'execute_tool ']) {
      expect(named(start).length).toBeGreaterThan(0)
      expect(named(start).every(({ parentSpanId }) => inSteps.has(parentSpanId ?? ''))).toBe(true)
    }
    const obligations = new Set(logs.map(({ attributes }) => attributes['gen_ai.evaluation.name']))
    expect(logs.every(({ eventName }) => eventName === 'gen_ai.evaluation.result')).toBe(true)
    expect(logs.every(({ spanId }) => inSteps.has(spanId))).toBe(true)
    expect(obligations.size).toBeGreaterThan(0)
    expect(logs.at(-1)?.attributes['gen_ai.evaluation.score.label']).toBe('met')

    // every agent was given its own span to go on with
    const traces = readFileSync(join(folder, 'log', 'traces'), 'utf8')
      .trim()
      .split('\n')
    expect(new Set(traces)).toEqual(
      new Set(
        named('invoke_agent').map(
          ({ spanId }) => `00-0af7651916cd43dd8448eb211c80319c-${spanId}-01`,
        ),
      ),
    )
    expect(collector.text()).not.toContain('a text with')
  })

  test('sends the text of prompts only where that was asked for, and nothing of a trace that is not sampled', async () => {
    const collector = await startCollector()
    const asked = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' }
    await lw(storyWorkspace(config), newStory, { ...collector.env, ...asked })
    await expect.poll(() => collector.text()).toContain('gen_ai.input.messages')
    await expect.poll(() => collector.text()).toContain('gen_ai.evaluation.explanation')

    const quiet = await startCollector()
    const folder = storyWorkspace(config)
    const TRACEPARENT = caller.replace(/01$/, '00')
    await lw(folder, newStory, { ...quiet.env, TRACEPARENT })
    expect(readFileSync(join(folder, 'log', 'traces'), 'utf8')).toMatch(/-00\n/)
    expect(quiet.spans).toEqual([])
  })

  test('tells of the commands of a project, also of a check without a run', async () => {
    const collector = await startCollector()
    const folder = freshFolder()
    const scripts = { test: nodeTests }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'p', scripts }))
    writeFileSync(
      join(folder, 'a.test.js'),
      `require('node:test')('adds', () => require('node:assert').equal(1 + 1, 2))`,
    )
    const env = { ...process.env, ...collector.env, TRACEPARENT: caller }
    const child = spawn(process.execPath, [launcher, 'check', 'code', '.'], { cwd: folder, env })
    child.stdout.resume()
    await once(child, 'close')
    expect(collector.wrong()).toBe('')
    const commands = collector.spans.filter(
      ({ attributes }) => attributes['process.exit.code'] === '0',
    )
    expect(commands.length).toBeGreaterThan(0)
    for (const { name, parentSpanId } of commands)
      expect([name, parentSpanId]).toEqual([
        expect.stringMatching(/^execute_tool \w+$/),
        'b7ad6b7169203331',
      ])
  })

  test('is off without the variables, and where they say so', async () => {
    const collector = await startCollector()
    for (const env of [{ TRACEPARENT: caller }, { ...collector.env, OTEL_SDK_DISABLED: 'true' }]) {
      const folder = storyWorkspace(config)
      expect((await lw(folder, newStory, env)).status).toBe(0)
      const trace = readFileSync(join(folder, 'log', 'traces'), 'utf8').split('\n')[0]
      expect(trace).toBe('TRACEPARENT' in env ? caller : '')
    }
    expect(collector.text()).toBe('')
  })

  test('holds up nothing where no collector answers, and says so once', () => {
    const folder = storyWorkspace(config)
    const { status, stderr } = startLw(folder, newStory, {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    })
    expect(status).toBe(0)
    expect(stderr.match(/TelemetryWarning: /g)).toHaveLength(1)
  })
})
