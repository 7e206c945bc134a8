/** @typedef {import('../components/toast.ts').ToastTone} ToastTone */

const visibleMs = 6000

/**
 * @param {Document} page
 * @param {ToastTone} tone
 * @param {string} message
 */
export function showToast(page, tone, message) {
  const toast = page.createElement('p')
  toast.className = `toast toast-${tone}`
  toast.textContent = message
  page.getElementById('toasts')?.append(toast)
  setTimeout(() => toast.remove(), visibleMs)
}
