/**
 * Says what is wrong with a field below it; an empty message takes it back.
 *
 * @param {Document} page
 * @param {string} id
 * @param {string} message
 */
export function showFieldError(page, id, message) {
  const field = page.getElementById(id)
  const line = page.getElementById(`${id}-error`)
  if (field === null || line === null) return
  line.textContent = message
  if (message === '') field.removeAttribute('aria-invalid')
  else field.setAttribute('aria-invalid', 'true')
}

/**
 * Keeps the buttons of a form disabled while something is on its way.
 *
 * @template Value
 * @param {HTMLFormElement} form
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>}
 */
export async function whileBusy(form, work) {
  const buttons = [...form.querySelectorAll('button')]
  const setBusy = (/** @type {boolean} */ isBusy) => {
    for (const button of buttons) {
      button.disabled = isBusy
      button.setAttribute('aria-busy', String(isBusy))
    }
  }
  setBusy(true)
  try {
    return await work()
  } finally {
    setBusy(false)
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const valueOf = (form, name) => String(new FormData(form).get(name) ?? '').trim()
