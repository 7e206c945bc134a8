const policy = document.querySelector('#policy')
document.querySelector('#open-policy').addEventListener('click', () => policy.showModal())

const form = document.querySelector('#booking-form')
form.addEventListener(
  'invalid',
  (event) => {
    event.target.setAttribute('aria-invalid', 'true')
  },
  true,
)
form.addEventListener('input', (event) => {
  if (event.target.validity.valid) event.target.removeAttribute('aria-invalid')
})
