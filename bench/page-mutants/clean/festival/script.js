const more = document.querySelector('.more')
const rest = document.querySelector('#rest')

more.addEventListener('click', () => {
  rest.hidden = !rest.hidden
  more.setAttribute('aria-expanded', String(!rest.hidden))
})
