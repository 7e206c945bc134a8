/** Says at a field what is wrong with it; an empty text takes that away. */
export function markField(input, text) {
  input.toggleAttribute('aria-invalid', false)
  if (text !== '') input.setAttribute('aria-invalid', 'true')
  document.getElementById(`${input.id}-wrong`).textContent = text
}

export function tell(text, isBad = false) {
  const notice = document.getElementById('notice')
  notice.textContent = text
  notice.classList.toggle('bad', isBad)
}

/** Nobody presses twice while the work goes on. */
export async function busy(button, work) {
  const label = button.textContent
  button.disabled = true
  button.textContent = 'One moment…'
  try {
    await work()
  } finally {
    button.disabled = false
    button.textContent = label
  }
}
