import { send } from './api.js'
import { closeModal, openModal } from './modal.js'
import { showToast } from './toast.js'

/** @typedef {import('./api.js').ApiResult<import('../shared/api.ts').OrderResponse>} OrderResult */

/**
 * Shows the order as cancelled at once, and as it was if the shop does not agree.
 *
 * @param {Document} page
 * @param {string} id
 */
export async function cancelOrder(page, id) {
  const card = page.querySelector(`[data-order="${id}"]`)
  const badge = card?.querySelector('.badge') ?? null
  const before = badge?.textContent ?? ''
  if (badge !== null) badge.textContent = 'Cancelled'
  /** @type {OrderResult} */
  const result = await send('PATCH', `/api/orders/${id}`, { body: { status: 'cancelled' } })
  if (result.ok) {
    card?.querySelector('.card-footer')?.remove()
    showToast(page, 'success', 'Your order is cancelled.')
  } else {
    if (badge !== null) badge.textContent = before
    showToast(page, 'error', result.message)
  }
}

/**
 * @param {Document} page
 * @param {string} id
 */
export async function payOrder(page, id) {
  /** @type {OrderResult} */
  const result = await send('PATCH', `/api/orders/${id}`, { body: { status: 'paid' } })
  if (result.ok) page.location.reload()
  else showToast(page, 'error', result.message)
}

/** @param {Document} page */
export async function signOut(page) {
  const result = await send('DELETE', '/api/sessions/current')
  if (result.ok) page.location.assign('/')
  else showToast(page, 'error', result.message)
}

/** @param {Document} page */
export function startOrders(page) {
  let chosen = ''
  for (const button of buttonsOf(page, '[data-cancels]'))
    button.addEventListener('click', () => {
      chosen = button.dataset.cancels ?? ''
      openModal(page, 'cancel-order')
    })
  for (const button of buttonsOf(page, '[data-pays]'))
    button.addEventListener('click', () => void payOrder(page, button.dataset.pays ?? ''))
  page.getElementById('confirm-cancel')?.addEventListener('click', () => {
    closeModal(page, 'cancel-order')
    void cancelOrder(page, chosen)
  })
  page.getElementById('sign-out')?.addEventListener('click', () => void signOut(page))
}

/**
 * @param {Document} page
 * @param {string} selector
 * @returns {NodeListOf<HTMLElement>}
 */
const buttonsOf = (page, selector) => page.querySelectorAll(selector)

if (typeof document !== 'undefined') startOrders(document)
