/**
 * Asks the workshop; never throws.
 * @returns {Promise<{ ok: boolean, status: number, body: { message?: string } }>}
 */
export async function ask(method, path, data) {
  try {
    const response = await fetch(path, {
      method,
      headers: data === undefined ? {} : { 'content-type': 'application/json' },
      body: data === undefined ? undefined : JSON.stringify(data),
      signal: AbortSignal.timeout(8000),
    })
    const body = response.status === 204 ? null : await response.json()
    return { ok: response.ok, status: response.status, body }
  } catch {
    const message = 'The workshop cannot be reached. Check your connection and try again.'
    return { ok: false, status: 0, body: { message } }
  }
}
