const toggle = document.querySelector('.toggle')
toggle.addEventListener('click', () => {
  const open = toggle.getAttribute('aria-expanded') !== 'true'
  toggle.setAttribute('aria-expanded', String(open))
  document.querySelector('#sections').classList.toggle('shown', open)
})
