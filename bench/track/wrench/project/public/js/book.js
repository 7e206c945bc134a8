import { ask } from './ask.js'
import { busy, markField, tell } from './form.js'

const form = document.getElementById('booking')
const { service, day, note } = form.elements
const wanted = new URLSearchParams(location.search).get('service')
if ([...service.options].some(({ value }) => value === wanted)) service.value = wanted

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  markField(day, day.value === '' ? 'Choose a day.' : '')
  if (day.value === '') return day.focus()
  await busy(event.submitter ?? form.querySelector('[type=submit]'), async () => {
    const data = { service: service.value, day: day.value, note: note.value }
    const { ok, status, body } = await ask('POST', '/api/bookings', data)
    if (status === 401) tell('Sign in before you book.', true)
    else tell(ok ? 'Thank you. We confirm your booking soon.' : body.message, !ok)
    if (ok) form.reset()
  })
})
