const buttons = document.querySelectorAll('[data-period]')
const amounts = document.querySelectorAll('.amount span')

for (const button of buttons) {
  button.addEventListener('click', () => {
    for (const each of buttons) each.setAttribute('aria-pressed', String(each === button))
    for (const amount of amounts) amount.textContent = amount.dataset[button.dataset.period]
    document.querySelector('.plan-list').dataset.shown = button.dataset.period
  })
}
