/** @typedef {import('../shared/api.ts').ErrorResponse} ErrorResponse */
/**
 * @template Value
 * @typedef {{ ok: true, value: Value } | { ok: false, status: number, message: string }} ApiResult
 */

const timeoutMs = 10_000
const unreachable = 'We cannot reach the shop. Check your connection and try again.'

/**
 * Sends a request to the shop. Failures are results with a message for the customer.
 *
 * @template Value
 * @param {'GET' | 'POST' | 'PATCH' | 'DELETE'} method
 * @param {string} path
 * @param {{ body?: unknown, key?: string }} [options]
 * @returns {Promise<ApiResult<Value>>}
 */
export async function send(method, path, { body, key } = {}) {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const value = response.status === 204 ? null : await response.json()
    if (response.ok) return { ok: true, value }
    return { ok: false, status: response.status, message: messageIn(value) }
  } catch {
    return { ok: false, status: 0, message: unreachable }
  }
}

/** @param {Partial<ErrorResponse> | null} body */
const messageIn = (body) => body?.error?.message ?? unreachable
