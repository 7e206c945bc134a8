import { send } from './api.js'
import { showFieldError, valueOf, whileBusy } from './form.js'

/** @typedef {import('./api.js').ApiResult<import('../shared/api.ts').AccountResponse>} AccountResult */

const paths = { 'sign-in': '/api/sessions', 'sign-up': '/api/accounts' }

/** @param {Document} page */
export function startSignIn(page) {
  const form = /** @type {HTMLFormElement | null} */ (page.getElementById('sign-in'))
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const email = valueOf(form, 'email')
    const password = valueOf(form, 'password')
    const isAddress = /^\S+@\S+\.\S+$/.test(email)
    showFieldError(page, 'email', isAddress ? '' : 'Enter an email address like ana@example.com.')
    showFieldError(page, 'password', password === '' ? 'Enter your password.' : '')
    if (!isAddress || password === '') return
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter)
    const path = button?.value === 'sign-up' ? paths['sign-up'] : paths['sign-in']
    /** @type {AccountResult} */
    const result = await whileBusy(form, () => send('POST', path, { body: { email, password } }))
    if (result.ok) page.location.assign(form.dataset.next ?? '/orders')
    else showFieldError(page, 'password', result.message)
  })
}

if (typeof document !== 'undefined') startSignIn(document)
