import { ask } from './ask.js'
import { busy, tell } from './form.js'

const list = document.getElementById('list')
const titles = { 'check-up': 'Check-up', brakes: 'Brakes', full: 'Full service' }

function line(text) {
  const item = document.createElement('li')
  item.textContent = text
  return item
}

function card(booking) {
  const item = document.createElement('li')
  item.className = 'card'
  const title = document.createElement('h2')
  title.textContent = `${titles[booking.service]} on ${booking.day}`
  const state = document.createElement('p')
  state.textContent = `${(booking.cents / 100).toFixed(2)} EUR, ${booking.status}`
  item.append(title, state)
  if (['requested', 'confirmed'].includes(booking.status)) {
    const button = document.createElement('button')
    button.className = 'button plain'
    button.type = 'button'
    button.textContent = 'Cancel this booking'
    button.addEventListener('click', () => busy(button, () => cancel(booking)))
    item.append(button)
  }
  return item
}

async function cancel({ id }) {
  if (!confirm('Cancel this booking?')) return
  const { ok, body } = await ask('POST', `/api/bookings/${id}/cancel`)
  tell(ok ? 'Your booking is cancelled.' : body.message, !ok)
  if (ok) await show()
}

async function show() {
  list.replaceChildren(line('Loading your bookings…'))
  const { ok, status, body } = await ask('GET', '/api/bookings')
  if (status === 401) list.replaceChildren(line('Sign in to see your bookings.'))
  else if (!ok) list.replaceChildren(line(body.message))
  else if (body.length === 0) list.replaceChildren(line('You have no bookings yet.'))
  else list.replaceChildren(...body.map(card))
}

await show()
