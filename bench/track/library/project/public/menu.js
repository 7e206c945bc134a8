const button = document.querySelector('.menu-button')
const menu = document.querySelector('.menu')

function setOpen(isOpen) {
  menu.classList.toggle('is-open', isOpen)
  button.setAttribute('aria-expanded', String(isOpen))
}

button.addEventListener('click', () => setOpen(!menu.classList.contains('is-open')))
menu.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  setOpen(false)
  button.focus()
})
