'use strict'

const menuButton = document.querySelector('#menu-button')
const menu = document.querySelector('#menu')

menuButton?.addEventListener('click', () => {
  const isOpen = menu?.classList.toggle('menu--open') ?? false
  menuButton.setAttribute('aria-expanded', String(isOpen))
})

for (const form of document.querySelectorAll('form'))
  form.addEventListener('submit', () => {
    for (const button of form.querySelectorAll('button')) {
      button.setAttribute('aria-disabled', 'true')
      button.classList.add('button--busy')
    }
  })
