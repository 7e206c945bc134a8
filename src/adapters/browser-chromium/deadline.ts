import type { BrowserError } from '../../ports/browser.ts'

/** How long the look may still take, and how it is called off. */
export type Deadline = {
  readonly signal: AbortSignal
  readonly left: () => number
  readonly timeoutMs: number
}

export function startDeadline(timeoutMs: number, signal: AbortSignal): Deadline {
  const end = performance.now() + timeoutMs
  return { signal, timeoutMs, left: () => Math.max(1, end - performance.now()) }
}

/** Trouble on its way through code that cannot return it. */
export const browserFailure = (failure: BrowserError): Error =>
  new Error(`failure: ${failure.type}`, { cause: failure })

export function gitErrorOf(error: unknown): BrowserError {
  if (error instanceof Error && isTrouble(error.cause)) return error.cause
  return { type: 'crashed', reason: error instanceof Error ? error.message : String(error) }
}

const isTrouble = (value: unknown): value is BrowserError =>
  typeof value === 'object' && value !== null && 'type' in value

/** Waits for the work, but no longer than the look may take or `most` milliseconds. */
export async function within<Value>(
  work: Promise<Value>,
  { part, most = Number.POSITIVE_INFINITY }: { readonly part: string; readonly most?: number },
  deadline: Deadline,
): Promise<Value> {
  work.catch(() => undefined)
  const ms = Math.min(most, deadline.left())
  const { promise, reject } = Promise.withResolvers<never>()
  const cancel = () => reject(browserFailure({ type: 'cancelled' }))
  const timer = setTimeout(
    () => reject(browserFailure({ type: 'timed-out', part, ms: Math.round(ms) })),
    ms,
  )
  deadline.signal.addEventListener('abort', cancel, { once: true })
  if (deadline.signal.aborted) cancel()
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    deadline.signal.removeEventListener('abort', cancel)
  }
}
