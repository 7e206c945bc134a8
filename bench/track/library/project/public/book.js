import { request, showError, toast, whileBusy } from '/public/request.js'

const summary = document.querySelector('.summary')
const error = document.querySelector('.error')

async function loadSummary() {
  const answer = await request('GET', `/api/books/${summary.dataset.book}/summary`)
  summary.textContent = answer.ok ? answer.value.text : answer.message
  summary.removeAttribute('aria-busy')
}

async function act(button) {
  showError(error, '')
  const { action, book } = button.dataset
  const answer = await request('POST', `/api/${action}`, { bookId: Number(book) })
  if (answer.ok) return toast('success', action === 'loans' ? 'Enjoy your book.' : 'We keep it for you when it is back.')
  if (answer.status === 401) return location.assign('/sign-in')
  showError(error, answer.message)
}

for (const button of document.querySelectorAll('[data-action]'))
  button.addEventListener('click', () => whileBusy(button, () => act(button)))
await loadSummary()
