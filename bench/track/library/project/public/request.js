/** Sends JSON; answers with what came back, or with a message for people. */
export async function request(method, path, body) {
  try {
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(8000),
    })
    const value = response.status === 204 ? null : await response.json()
    return response.ok
      ? { ok: true, value }
      : { ok: false, status: response.status, message: value?.message ?? 'That did not work. Try again.' }
  } catch {
    return { ok: false, status: 0, message: 'The library does not answer. Check your connection and try again.' }
  }
}

export function showError(place, message) {
  place.textContent = message
  place.hidden = message === ''
}

export function toast(kind, message) {
  const place = document.querySelector('.toast')
  place.dataset.kind = kind
  place.textContent = message
  place.hidden = false
  setTimeout(() => (place.hidden = true), 5000)
}

/** Keeps a button from being pressed twice while it works. */
export async function whileBusy(button, work) {
  button.disabled = true
  button.setAttribute('aria-busy', 'true')
  try {
    await work()
  } finally {
    button.disabled = false
    button.removeAttribute('aria-busy')
  }
}
