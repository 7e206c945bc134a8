import type { Files } from './track-facts.contract.ts'

const shell = (title: string, main: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} – Hearth Bakery</title>
    <link rel="stylesheet" href="/styles/tokens.css" />
    <link rel="stylesheet" href="/styles/site.css" />
  </head>
  <body>
    <a class="skip-link" href="#content">Skip to the content</a>
    <header class="site-header">
      <div class="container header-row">
        <a class="brand" href="/">Hearth Bakery</a>
        <button class="menu-toggle" aria-expanded="false" aria-controls="site-nav">Menu</button>
        <nav id="site-nav" class="site-nav" aria-label="Main">
          <ul>
            <li><a href="/">Home</a></li>
            <li><a href="/orders.html">Your orders</a></li>
            <li><a href="/visit.html">Visit us</a></li>
          </ul>
        </nav>
      </div>
    </header>
    <main id="content" class="container">
${main}
    </main>
    <footer class="site-footer">
      <div class="container"><p>Hearth Bakery, 12 Mill Lane. Open from 7 to 18.</p></div>
    </footer>
    <script type="module" src="/scripts/site.js"></script>
  </body>
</html>
`

/** Pages of plain HTML and CSS with custom properties. */
export const plain: Files = {
  'public/styles/tokens.css': `:root {
  --color-ink: #33210f;
  --color-paper: #fffaf3;
  --color-crust: #8a4b14;
  --color-crust-dark: #6b3a0f;
  --color-line: #8f7a63;
  --color-error: #a11d12;
  --space-1: 4px;
  --space-2: 8px;
  --space-3: 12px;
  --space-4: 16px;
  --space-6: 24px;
  --space-8: 32px;
  --space-16: 64px;
  --text-sm: 0.875rem;
  --text-base: 1rem;
  --text-lg: 1.25rem;
  --text-xl: 2rem;
  --radius-sm: 4px;
  --radius-md: 8px;
  --shadow-card: 0 2px 8px rgba(51, 33, 15, 0.12);
  --font-body: Georgia, 'Times New Roman', serif;
  --duration: 180ms;
}
`,
  'public/styles/site.css': `*,
*::before,
*::after {
  box-sizing: border-box;
}
body {
  margin: 0;
  color: var(--color-ink);
  background: var(--color-paper);
  font-family: var(--font-body);
  font-size: var(--text-base);
  line-height: 1.6;
}
.container {
  max-width: 68rem;
  margin: 0 auto;
  padding: 0 var(--space-4);
}
.skip-link {
  position: absolute;
  top: -64px;
  transition: top var(--duration);
}
.skip-link:focus {
  top: var(--space-2);
}
h1 {
  font-size: var(--text-xl);
}
h2 {
  font-size: var(--text-lg);
}
.cards {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr));
  gap: var(--space-6);
}
.card {
  display: block;
  padding: var(--space-6);
  border-radius: var(--radius-md);
  box-shadow: var(--shadow-card);
  background: white;
  color: inherit;
  text-decoration: none;
  transition: box-shadow var(--duration), transform var(--duration);
}
.card:hover {
  transform: translateY(-2px);
  box-shadow: var(--shadow-card);
}
.button {
  min-height: 44px;
  padding: var(--space-3) var(--space-6);
  border: 1px solid var(--color-crust);
  border-radius: var(--radius-sm);
  color: var(--color-paper);
  background: var(--color-crust);
  font: inherit;
  transition: background-color var(--duration);
}
.button:hover {
  background: var(--color-crust-dark);
}
.button:active {
  transform: translateY(1px);
}
.button:disabled {
  opacity: 0.6;
  cursor: not-allowed;
}
:focus-visible {
  outline: 3px solid var(--color-crust);
  outline-offset: 2px;
}
.field label {
  display: block;
  margin-bottom: var(--space-1);
}
.field input {
  width: 100%;
  max-width: 28rem;
  min-height: 44px;
  padding: var(--space-2) var(--space-3);
  border: 1px solid var(--color-line);
  border-radius: var(--radius-sm);
  font: inherit;
}
.field input[aria-invalid='true'] {
  border-color: var(--color-error);
}
.field-error {
  color: var(--color-error);
  font-size: var(--text-sm);
}
.site-header,
.site-footer {
  padding: var(--space-4) 0;
}
.menu-toggle {
  display: none;
}
.site-nav ul {
  display: flex;
  gap: var(--space-6);
  padding: 0;
  list-style: none;
}
.site-nav a {
  display: inline-block;
  padding: var(--space-3) 0;
}
section {
  padding: var(--space-16) 0;
}
.page-error {
  min-height: var(--space-6);
}
@media (max-width: 40rem) {
  .menu-toggle {
    display: inline-block;
    min-height: 44px;
    min-width: 44px;
  }
  .site-nav:not(.is-open) {
    display: none;
  }
  .site-nav ul {
    flex-direction: column;
  }
}
@media (prefers-reduced-motion: reduce) {
  *,
  *::before,
  *::after {
    transition-duration: 0.01ms !important;
    animation-duration: 0.01ms !important;
  }
}
`,
  'public/index.html': shell(
    'Bread that is still warm',
    `      <section>
        <h1>Bread that is still warm</h1>
        <p>Order in the evening and fetch your loaf from seven in the morning.</p>
        <a href="/orders.html">See your orders</a>
      </section>
      <section>
        <h2>This week</h2>
        <div class="cards">
          <a class="card" href="/orders.html#rye"><h3>Rye</h3><p>Dark, with caraway.</p></a>
          <a class="card" href="/orders.html#spelt"><h3>Spelt</h3><p>Mild, with seeds.</p></a>
          <a class="card" href="/orders.html#wheat"><h3>Wheat</h3><p>A crust that sings.</p></a>
        </div>
      </section>`,
  ),
  'public/orders.html': shell(
    'Your orders',
    `      <h1>Your orders</h1>
      <form id="order" class="order" novalidate>
        <div class="field">
          <label for="email">Your email</label>
          <input id="email" name="email" type="email" autocomplete="email" required />
          <p class="field-error" id="email-error" role="alert"></p>
        </div>
        <button class="button" type="submit">Reserve a loaf</button>
      </form>`,
  ),
  'public/scripts/site.js': `const toggle = document.querySelector('.menu-toggle')
const nav = document.querySelector('#site-nav')
toggle?.addEventListener('click', () => {
  const isOpen = nav.classList.toggle('is-open')
  toggle.setAttribute('aria-expanded', String(isOpen))
})

const form = document.querySelector('#order')
form?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const email = form.elements.email
  const message = document.querySelector('#email-error')
  const isValid = email.checkValidity()
  email.setAttribute('aria-invalid', String(!isValid))
  message.textContent = isValid ? '' : 'Enter an address such as name@example.org.'
  if (!isValid) return
  const button = form.querySelector('button')
  button.disabled = true
  try {
    const answer = await fetch('/api/orders', { method: 'POST', body: new FormData(form) })
    if (!answer.ok) message.textContent = 'Your order did not reach us. Please try again in a minute.'
  } finally {
    button.disabled = false
  }
})
`,
}
