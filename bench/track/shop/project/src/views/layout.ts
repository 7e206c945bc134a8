import { Icon } from '../components/icon.ts'
import { ToastRegion } from '../components/toast.ts'
import type { Account } from '../shop/accounts.ts'
import { attributes, html, type Html } from './html.ts'

type LayoutProps = {
  readonly title: string
  readonly description: string
  readonly path: string
  readonly account: Account | null
  readonly main: Html
  /** Modules of `src/client` that this page needs. */
  readonly scripts?: readonly string[]
}

const styles = ['tokens', 'base', 'components', 'pages']

export const Layout = (props: LayoutProps): Html => html`<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${props.title} | Fernhill</title>
  <meta name="description" content="${props.description}">
  <link rel="icon" href="/assets/leaf.svg" type="image/svg+xml">
  ${styles.map((name) => html`<link rel="stylesheet" href="/styles/${name}.css">`)}
  ${['menu', ...(props.scripts ?? [])].map(
    (name) => html`<script type="module" src="/client/${name}.js"></script>`,
  )}
</head>
<body>
  <a class="skip-link" href="#main">Skip to the content</a>
  ${Header(props)}
  <main class="container" id="main">${props.main}</main>
  ${Footer()}
  ${ToastRegion()}
</body>
</html>`

const Header = ({ path, account }: Pick<LayoutProps, 'path' | 'account'>): Html => html`
  <header class="site-header">
    <div class="container site-header-row">
      <a class="brand" href="/">${Icon({ name: 'leaf' })} Fernhill</a>
      <button class="menu-button" type="button" aria-expanded="false" aria-controls="menu">
        ${Icon({ name: 'menu' })} Menu
      </button>
      <nav class="menu" id="menu" aria-label="Main">
        ${NavLink('/plans', 'Plans', path)}
        ${NavLink('/checkout', 'Order boxes', path)}
        ${NavLink('/orders', 'Your orders', path)}
        ${account === null ? NavLink('/sign-in', 'Sign in', path) : null}
      </nav>
    </div>
  </header>`

const NavLink = (href: string, label: string, path: string): Html => {
  const all = attributes({ class: 'menu-link', href, 'aria-current': href === path && 'page' })
  return html`<a${all}>${label}</a>`
}

const Footer = (): Html => html`
  <footer class="site-footer">
    <div class="container">
      <p>Fernhill Seeds, 12 Orchard Lane, Totnes. Prices include VAT.</p>
      <p><a class="footer-link" href="mailto:help@fernhill.example">Write to help@fernhill.example</a></p>
    </div>
  </footer>`
