import { h } from './h.ts'
import { Shell } from './components/Shell.tsx'
import { goTo, onNavigate } from './navigate.ts'
import { HomePage } from './pages/HomePage.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { PlansPage } from './pages/PlansPage.tsx'
import { ShelfPage } from './pages/ShelfPage.tsx'
import { SignInPage } from './pages/SignInPage.tsx'

const pages: Record<string, () => HTMLElement> = {
  '/': HomePage,
  '/plans': PlansPage,
  '/shelf': ShelfPage,
  '/sign-in': SignInPage,
}

function render(): void {
  const page = pages[location.pathname] ?? NotFoundPage
  document.querySelector('#root')?.replaceChildren(<Shell>{page()}</Shell>)
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.origin !== location.origin || link.hash !== '') return
  event.preventDefault()
  goTo(link.pathname)
})
window.addEventListener('popstate', render)
onNavigate(render)
render()
