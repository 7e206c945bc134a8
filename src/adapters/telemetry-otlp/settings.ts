type Env = Readonly<Record<string, string | undefined>>

/** Where a trace began that we go on with. */
export type Parent = {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

export type Settings = {
  /** Null for what is not to be sent. */
  readonly tracesUrl: string | null
  readonly logsUrl: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly resource: Readonly<Record<string, string>>
  readonly capturesContent: boolean
  readonly parent: Parent | null
}

/** What the standard variables ask for. */
export function readSettings(env: Env, version: string): Settings {
  const pairs = pairsOf(env['OTEL_RESOURCE_ATTRIBUTES'])
  const timeout = Number(env['OTEL_EXPORTER_OTLP_TIMEOUT'])
  return {
    tracesUrl: urlOf(env, 'TRACES'),
    logsUrl: urlOf(env, 'LOGS'),
    headers: pairsOf(env['OTEL_EXPORTER_OTLP_HEADERS']),
    timeoutMs: timeout > 0 ? timeout : 10_000,
    resource: {
      'service.name': env['OTEL_SERVICE_NAME'] || 'loopwright',
      'service.version': version,
      ...pairs,
      ...(env['OTEL_SERVICE_NAME'] ? { 'service.name': env['OTEL_SERVICE_NAME'] } : {}),
    },
    capturesContent: isTrue(env['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT']),
    parent: parentOf(env['TRACEPARENT']),
  }
}

const isTrue = (text: string | undefined): boolean => text?.trim().toLowerCase() === 'true'

function urlOf(env: Env, signal: 'TRACES' | 'LOGS'): string | null {
  const exporters = (env[`OTEL_${signal}_EXPORTER`] || 'otlp').split(',').map((each) => each.trim())
  if (!exporters.includes('otlp')) return null
  const own = env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]
  if (own) return own
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT'] || 'http://localhost:4318'
  return `${base.replace(/\/$/, '')}/v1/${signal.toLowerCase()}`
}

/** `key=value,key=value`, with values that may be written as in an address. */
function pairsOf(text = ''): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) return []
      return [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]]
    }),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parentOf(text = ''): Parent | null {
  const [, traceId = '', spanId = '', flags = ''] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/.exec(text.trim()) ?? []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
