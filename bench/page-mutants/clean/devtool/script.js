const menuButton = document.querySelector('.menu-button')
const menu = document.querySelector('#menu')

const setMenu = (open) => {
  menuButton.setAttribute('aria-expanded', String(open))
  menu.classList.toggle('open', open)
}

menuButton.addEventListener('click', () => {
  setMenu(menuButton.getAttribute('aria-expanded') !== 'true')
})

menu.addEventListener('click', (event) => {
  if (event.target.closest('a')) setMenu(false)
})

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && menuButton.getAttribute('aria-expanded') === 'true') {
    setMenu(false)
    menuButton.focus()
  }
})

const tabs = [...document.querySelectorAll('[role="tab"]')]

const choose = (tab) => {
  for (const each of tabs) {
    const chosen = each === tab
    each.setAttribute('aria-selected', String(chosen))
    each.tabIndex = chosen ? 0 : -1
    document.getElementById(each.getAttribute('aria-controls')).hidden = !chosen
  }
  tab.focus()
}

for (const tab of tabs) {
  tab.addEventListener('click', () => choose(tab))
  tab.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    choose(tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length])
  })
}
