import { request, showError, whileBusy } from '/public/request.js'

const form = document.querySelector('#sign-in')
const error = document.querySelector('#sign-in-error')

function mark(isWrong) {
  for (const input of form.querySelectorAll('input')) input.setAttribute('aria-invalid', String(isWrong))
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  showError(error, '')
  mark(false)
  whileBusy(form.querySelector('button'), async () => {
    const { email, pin } = Object.fromEntries(new FormData(form))
    const answer = await request('POST', '/api/sessions', { email, pin })
    if (answer.ok) return location.assign('/loans')
    mark(true)
    showError(error, answer.message)
  })
})
