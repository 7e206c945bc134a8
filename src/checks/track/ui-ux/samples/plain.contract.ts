import type { Files } from './track-facts.contract.ts'

const shell = (title: string, main: string) => `<!doctype html>
<html lang="en">
  <head>
    <title>${title} – Hearth Bakery</title>
    <link rel="stylesheet" href="/styles/tokens.css" />
    <link rel="stylesheet" href="/styles/site.css" />
  </head>
  <body>
    <main>
${main}
    </main>
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
  'public/styles/site.css': `body {
  margin: 0;
  color: var(--color-ink);
  background: var(--color-paper);
  font-family: var(--font-body);
  font-size: var(--text-base);
  line-height: 1.6;
}
h1 {
  font-size: var(--text-xl);
}
h2 {
  font-size: var(--text-lg);
}
.cards {
  display: grid;
  gap: var(--space-6);
}
.card {
  padding: var(--space-6);
  border-radius: var(--radius-md);
  box-shadow: var(--shadow-card);
  background: white;
  transition: box-shadow var(--duration), transform var(--duration);
}
.card:hover {
  transform: translateY(-2px);
  box-shadow: var(--shadow-card);
}
.button {
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
  margin-bottom: var(--space-1);
}
.field input {
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
  'public/scripts/site.js': `const nav = document.querySelector('nav')
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
