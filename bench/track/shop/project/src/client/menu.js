/** @param {Document} page */
export function startMenu(page) {
  const button = page.querySelector('.menu-button')
  const menu = page.querySelector('#menu')
  if (button === null || menu === null) return
  button.addEventListener('click', () => {
    const isOpen = menu.classList.toggle('is-open')
    button.setAttribute('aria-expanded', String(isOpen))
  })
}

if (typeof document !== 'undefined') startMenu(document)
