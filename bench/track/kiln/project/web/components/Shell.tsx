import { forgetToken, isSignedIn, signOut } from '../api.ts'
import { h } from '../h.ts'
import { goTo } from '../navigate.ts'

function Link({ to, children }: { to: string; children: unknown }) {
  return (
    <a class="nav__link" href={to} aria-current={location.pathname === to ? 'page' : undefined}>
      {children}
    </a>
  )
}

function toggleMenu(event: Event): void {
  const button = event.currentTarget
  if (!(button instanceof HTMLElement)) return
  const isOpen = button.getAttribute('aria-expanded') === 'true'
  button.setAttribute('aria-expanded', String(!isOpen))
  document.querySelector('#site-nav')?.classList.toggle('nav--open', !isOpen)
}

async function leave(): Promise<void> {
  await signOut()
  forgetToken()
  goTo('/sign-in')
}

function Header() {
  return (
    <header class="header">
      <div class="container header__inner">
        <a class="header__brand" href="/">
          Redbrick Kiln
        </a>
        <button
          class="header__menu"
          type="button"
          aria-expanded="false"
          aria-controls="site-nav"
          onClick={toggleMenu}
        >
          Menu
        </button>
        <nav class="nav" id="site-nav" aria-label="Main">
          <Link to="/">Home</Link>
          <Link to="/plans">Plans</Link>
          <Link to="/shelf">My shelf</Link>
          {isSignedIn() ? (
            <button class="nav__link nav__button" type="button" onClick={() => void leave()}>
              Sign out
            </button>
          ) : (
            <Link to="/sign-in">Sign in</Link>
          )}
        </nav>
      </div>
    </header>
  )
}

function Footer() {
  return (
    <footer class="footer">
      <div class="container">
        <p>Redbrick Kiln, 8 Mill Lane. Open every day from 9 to 21.</p>
      </div>
    </footer>
  )
}

/** What every page has around it. */
export function Shell({ children }: { children: unknown }) {
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <main class="container main" id="main" tabindex="-1">
        {children}
      </main>
      <Footer />
      <div class="toasts" id="toasts" aria-live="polite" />
    </div>
  )
}
