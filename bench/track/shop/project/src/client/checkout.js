import { send } from './api.js'
import { showFieldError, valueOf, whileBusy } from './form.js'
import { showToast } from './toast.js'

/** @typedef {import('../shared/api.ts').QuoteResponse} QuoteResponse */
/** @typedef {import('../shared/api.ts').OrderResponse} OrderResponse */
/** @typedef {import('./api.js').ApiResult<QuoteResponse>} QuoteResult */
/** @typedef {import('./api.js').ApiResult<OrderResponse>} OrderResult */

const countMessage = 'Enter how many boxes you want, 1 or more.'

/** @param {number} boxes */
const isCount = (boxes) => Number.isInteger(boxes) && boxes >= 1

/** @param {HTMLFormElement} form */
const chosenIn = (form) => ({ tier: valueOf(form, 'tier'), boxes: Number(valueOf(form, 'boxes')) })

/** @param {QuoteResponse} quote */
export function quoteText({ total, currency, discount, delivery }) {
  const parts = [
    delivery === 0 ? 'free delivery' : `${delivery} ${currency} delivery included`,
    ...(discount === 0 ? [] : [`${discount} ${currency} discount`]),
  ]
  return `${total} ${currency} in total, ${parts.join(', ')}`
}

/** @param {Document} page */
export function startCheckout(page) {
  const form = /** @type {HTMLFormElement | null} */ (page.getElementById('checkout'))
  const quote = page.getElementById('quote')
  if (form === null || quote === null) return
  let latest = 0

  const refresh = async () => {
    const current = ++latest
    const { tier, boxes } = chosenIn(form)
    if (!isCount(boxes)) return showFieldError(page, 'boxes', countMessage)
    const query = new URLSearchParams({ tier, boxes: String(boxes) })
    quote.setAttribute('aria-busy', 'true')
    /** @type {QuoteResult} */
    const result = await send('GET', `/api/quote?${query}`)
    if (current !== latest) return
    quote.setAttribute('aria-busy', 'false')
    quote.textContent = result.ok ? quoteText(result.value) : 'Your price appears here.'
    showFieldError(page, 'boxes', result.ok ? '' : result.message)
  }

  // one key for what is on the screen, so that a second click does not order twice
  let key = crypto.randomUUID()
  form.addEventListener('input', () => {
    key = crypto.randomUUID()
    void refresh()
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const body = chosenIn(form)
    if (!isCount(body.boxes)) return showFieldError(page, 'boxes', countMessage)
    /** @type {OrderResult} */
    const result = await whileBusy(form, () => send('POST', '/api/orders', { body, key }))
    if (result.ok) page.location.assign('/orders')
    else if (result.status === 401) page.location.assign(signInPath(body.tier))
    else if (result.status === 400) showFieldError(page, 'boxes', result.message)
    else showToast(page, 'error', result.message)
  })
  void refresh()
}

/** @param {string} tier */
const signInPath = (tier) => `/sign-in?next=${encodeURIComponent(`/checkout?tier=${tier}`)}`

if (typeof document !== 'undefined') startCheckout(document)
