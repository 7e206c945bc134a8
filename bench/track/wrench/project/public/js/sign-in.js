import { ask } from './ask.js'
import { busy, markField, tell } from './form.js'

const form = document.getElementById('sign-in')
const { email, password } = form.elements

function isComplete() {
  markField(email, email.validity.valid ? '' : 'Enter your email address.')
  markField(password, password.value === '' ? 'Enter your password.' : '')
  const wrong = form.querySelector('[aria-invalid]')
  wrong?.focus()
  return wrong === null
}

async function send(path, done) {
  const data = { email: email.value, password: password.value }
  const { ok, body } = await ask('POST', path, data)
  tell(ok ? done : body.message, !ok)
  return ok
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (!isComplete()) return
  await busy(form.querySelector('[type=submit]'), async () => {
    if (await send('/api/sessions', 'You are signed in.')) location.assign('/bookings')
  })
})

document.getElementById('join').addEventListener('click', async ({ currentTarget }) => {
  if (!isComplete()) return
  await busy(currentTarget, () => send('/api/accounts', 'Your account is there. Sign in now.').then(() => {}))
})
