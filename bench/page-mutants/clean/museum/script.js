for (const opener of document.querySelectorAll('[data-opens]')) {
  opener.addEventListener('click', () => {
    document.getElementById(opener.dataset.opens).showModal()
  })
}

for (const closer of document.querySelectorAll('[data-closes]')) {
  closer.addEventListener('click', () => closer.closest('dialog').close())
}
