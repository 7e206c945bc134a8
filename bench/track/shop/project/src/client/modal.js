/**
 * @param {Document} page
 * @param {string | undefined} id
 */
export function openModal(page, id = '') {
  const modal = /** @type {HTMLDialogElement | null} */ (page.getElementById(id))
  modal?.showModal()
}

/**
 * @param {Document} page
 * @param {string | undefined} id
 */
export function closeModal(page, id = '') {
  const modal = /** @type {HTMLDialogElement | null} */ (page.getElementById(id))
  modal?.close()
}

/** @param {Document} page */
export function startModals(page) {
  for (const button of buttonsOf(page, '[data-opens]'))
    button.addEventListener('click', () => openModal(page, button.dataset.opens))
  for (const button of buttonsOf(page, '[data-closes]'))
    button.addEventListener('click', () => closeModal(page, button.dataset.closes))
}

/**
 * @param {Document} page
 * @param {string} selector
 * @returns {NodeListOf<HTMLElement>}
 */
const buttonsOf = (page, selector) => page.querySelectorAll(selector)

if (typeof document !== 'undefined') startModals(document)
