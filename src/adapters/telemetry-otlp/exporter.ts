import type { Settings } from './settings.ts'

export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly beganMs: number
  readonly endedMs: number
  readonly attributes: Attributes
  /** What went wrong, where something did. */
  readonly error?: string | null
}

export type LogEvent = {
  readonly traceId: string
  readonly spanId: string
  readonly name: string
  readonly atMs: number
  readonly attributes: Attributes
}

export type Exporter = {
  span(span: Span): void
  event(event: LogEvent): void
  /** Sends what waits. Nobody is made to wait for a collector. */
  flush(): void
}

/** More than this is not held back until the end. */
const mostWaiting = 256

const nanos = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

const valueOf = (value: string | number | boolean) => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [{ key, value: valueOf(value) }],
  )

const spanAsJson = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
  name: span.name,
  kind: 1,
  startTimeUnixNano: nanos(span.beganMs),
  endTimeUnixNano: nanos(span.endedMs),
  attributes: attributesOf(span.attributes),
  status: span.error ? { code: 2, message: span.error } : {},
})

const eventAsJson = ({ traceId, spanId, name, atMs, attributes }: LogEvent) => ({
  timeUnixNano: nanos(atMs),
  observedTimeUnixNano: nanos(atMs),
  severityNumber: 9,
  eventName: name,
  attributes: attributesOf(attributes),
  traceId,
  spanId,
})

/** Sends spans and events to a collector: OTLP over HTTP, as JSON. */
export function openExporter(settings: Settings, version: string): Exporter {
  const { tracesUrl, logsUrl } = settings
  const resource = { attributes: attributesOf(settings.resource) }
  const scope = { name: 'loopwright', version }
  let spans: object[] = []
  let events: object[] = []
  let hasFailed = false
  const send = (url: string, body: object) => {
    post(url, body, settings).catch((error: unknown) => {
      if (!hasFailed) process.emitWarning(`${url}: ${whyNot(error)}`, 'TelemetryWarning')
      hasFailed = true
    })
  }
  const flush = () => {
    if (tracesUrl !== null && spans.length > 0)
      send(tracesUrl, { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] })
    if (logsUrl !== null && events.length > 0)
      send(logsUrl, { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: events }] }] })
    spans = []
    events = []
  }
  const keep = (list: object[], item: object) => {
    list.push(item)
    if (list.length >= mostWaiting) flush()
  }
  return {
    span: (span) => keep(spans, spanAsJson(span)),
    event: (event) => keep(events, eventAsJson(event)),
    flush,
  }
}

async function post(
  url: string,
  body: object,
  { headers, timeoutMs }: Pick<Settings, 'headers' | 'timeoutMs'>,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`the collector answered ${response.status}`)
}

function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
