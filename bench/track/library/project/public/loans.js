import { request, showError, whileBusy } from '/public/request.js'

const error = document.querySelector('.error')

async function act(button) {
  showError(error, '')
  const { loan, action } = button.dataset
  const answer = await request('POST', `/api/loans/${loan}/${action}`)
  if (answer.ok) return location.reload()
  if (answer.status === 401) return location.assign('/sign-in')
  showError(error, answer.message)
}

for (const button of document.querySelectorAll('[data-loan]'))
  button.addEventListener('click', () => whileBusy(button, () => act(button)))
