const longestBackoffMs = 30_000

/** How long to wait before the next try: as asked by the provider, but never less than a doubling wait with some chance in it. */
export function waitBefore(retries: number, askedMs: number | null, firstMs = 1_000): number {
  const full = Math.min(longestBackoffMs, firstMs * 2 ** retries)
  return Math.max(askedMs ?? 0, full / 2 + Math.random() * (full / 2))
}

/** `retry-after-ms` in milliseconds, or `retry-after` in seconds or as a date. */
export function readRetryAfter(
  headers: Readonly<Record<string, unknown>>,
  now: number,
): number | null {
  const milliseconds = readNumber(headers['retry-after-ms'])
  if (milliseconds !== null) return milliseconds
  const after = headers['retry-after']
  const seconds = readNumber(after)
  if (seconds !== null) return seconds * 1_000
  const date = typeof after === 'string' ? Date.parse(after) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

/** Ends early when the signal comes. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
  })
}

function readNumber(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return null
  return Number(value)
}
