const larger = document.querySelector('.scheme')
larger.addEventListener('click', () => {
  const on = document.documentElement.classList.toggle('larger')
  larger.setAttribute('aria-pressed', String(on))
})
