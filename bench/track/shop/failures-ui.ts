import { change, type Failure, write } from '../cases.ts'

const ui = (pass: number, id: string, what: string, edits: Failure['edits']): Failure => ({
  id: `ui${pass}-${id}`,
  evaluator: 'eval-ui-ux',
  pass,
  what,
  edits,
})

const tokens = 'src/styles/tokens.css'
const base = 'src/styles/base.css'
const components = 'src/styles/components.css'
const pages = 'src/styles/pages.css'
const layout = 'src/views/layout.ts'
const home = 'src/views/home-page.ts'
const plans = 'src/views/plans-page.ts'

const designSystem: readonly Failure[] = [
  ui(1, 'raw-hex', 'the main button has a green of its own', [
    change(
      components,
      '  color: var(--color-on-brand);\n  background-color: var(--color-brand);',
      '  color: #fff;\n  background-color: #2a7d55;',
    ),
    change(
      components,
      '  background-color: var(--color-brand-strong);',
      '  background-color: #1e5c3e;',
    ),
  ]),
  ui(1, 'spacing-off-grid', 'cards and fields are spaced by eye', [
    change(
      components,
      '  padding: var(--space-6);\n  border: var(--border-thin) solid var(--color-border);',
      '  padding: 13px 19px;\n  border: var(--border-thin) solid var(--color-border);',
    ),
    change(
      components,
      '.field {\n  margin-block-end: var(--space-4);',
      '.field {\n  margin-block-end: 11px;',
    ),
  ]),
  ui(1, 'font-size-off-scale', 'hints and prices have font sizes that the scale does not know', [
    change(
      components,
      '  color: var(--color-text-muted);\n  font-size: var(--font-size-small);',
      '  color: var(--color-text-muted);\n  font-size: 13.5px;',
    ),
    change(
      pages,
      '.price {\n  font-size: var(--font-size-lead);',
      '.price {\n  font-size: 1.37rem;',
    ),
  ]),
  ui(1, 'own-radius-and-shadow', 'toasts have corners and a shadow of their own', [
    change(
      components,
      '  border: var(--border-thin) solid currentColor;\n  border-radius: var(--radius-medium);\n  box-shadow: var(--shadow-raised);',
      '  border: var(--border-thin) solid currentColor;\n  border-radius: 7px;\n  box-shadow: 0 3px 9px rgba(0, 0, 0, 0.35);',
    ),
  ]),
  ui(1, 'inline-style', 'the text below the headline is styled in the markup', [
    change(
      home,
      '<p class="lead">Fernhill sends',
      '<p style="color: #5f6b66; font-size: 19px; margin: 0 0 22px">Fernhill sends',
    ),
  ]),
  ui(1, 'second-style-sheet', 'the checkout brings its own style sheet with its own values', [
    write(
      'src/styles/checkout.css',
      `.narrow h1 {
  color: #14532d;
  letter-spacing: 0.3px;
}

.narrow .quote {
  padding: 18px 22px;
  border: 1px solid #86b89a;
  border-radius: 10px;
  background: #eef7f0;
  font-size: 17px;
}

.narrow .button {
  border-radius: 6px;
  background: linear-gradient(#2f855a, #276749);
}
`,
    ),
    change(layout, "'components', 'pages']", "'components', 'pages', 'checkout']"),
    change(
      'track/plan.md',
      '`src/styles/pages.css`\n',
      '`src/styles/pages.css`, `src/styles/checkout.css`\n',
    ),
  ]),
]

const consistency: readonly Failure[] = [
  ui(2, 'button-differs', 'the button of the home page has another shape than all others', [
    change(
      pages,
      '.grid {\n  display: grid;\n  grid-template-columns: 1fr;',
      `.hero .button {
  padding: var(--space-4) var(--space-12);
  border-radius: var(--radius-round);
  font-size: var(--font-size-lead);
}

.grid {
  display: grid;
  grid-template-columns: 1fr;`,
    ),
  ]),
  ui(2, 'icon-sizes', 'icons come in four sizes', [
    change(
      pages,
      '.menu-button:hover {',
      `.brand .icon {
  width: var(--space-8);
  height: var(--space-8);
}

.menu-button .icon {
  width: var(--space-3);
  height: var(--space-3);
}

.card-title .icon {
  width: var(--space-12);
  height: var(--space-12);
}

.menu-button:hover {`,
    ),
  ]),
  ui(2, 'second-card', 'the benefits are cards, but look like no other card', [
    change(home, '<li class="card">', '<li class="benefit">'),
    change(
      pages,
      '.list {\n',
      `.benefit {
  padding: var(--space-3);
  border: var(--border-thick) solid var(--color-border-strong);
  border-radius: var(--radius-small);
  background: var(--color-brand-soft);
}

.list {
`,
    ),
  ]),
  ui(2, 'uneven-rhythm', 'sections are as far apart as each page likes', [
    change(
      pages,
      '.hero {\n  display: grid;\n  gap: var(--space-8);',
      `.hero.section {
  padding-block: var(--space-2) var(--space-16);
}

.narrow.section {
  padding-block: var(--space-16) var(--space-3);
}

.hero {
  display: grid;
  gap: var(--space-8);`,
    ),
  ]),
  ui(2, 'colour-outside-palette', 'prices are purple and lead texts orange', [
    change(
      pages,
      '.price {\n  font-size: var(--font-size-lead);',
      '.price {\n  color: rebeccapurple;\n  font-size: var(--font-size-lead);',
    ),
    change(
      base,
      '  font-size: var(--font-size-lead);\n  color: var(--color-text-muted);',
      '  font-size: var(--font-size-lead);\n  color: rgb(154 52 18);',
    ),
  ]),
]

const layouts: readonly Failure[] = [
  ui(3, 'no-footer', 'pages end without a footer', [
    change(layout, '  ${Footer()}\n', ''),
    change(
      layout,
      `
const Footer = (): Html => html\`
  <footer class="site-footer">
    <div class="container">
      <p>Fernhill Seeds, 12 Orchard Lane, Totnes. Prices include VAT.</p>
      <p><a class="footer-link" href="mailto:help@fernhill.example">Write to help@fernhill.example</a></p>
    </div>
  </footer>\`
`,
      '',
    ),
  ]),
  ui(3, 'no-container', 'the content touches the edges of the window', [
    change(layout, '<main class="container" id="main">', '<main id="main">'),
  ]),
  ui(3, 'heading-skipped', 'the home page goes from h1 to h3', [
    change(
      home,
      '<h2 id="benefits">What you get</h2>',
      '<p id="benefits"><strong>What you get</strong></p>',
    ),
  ]),
  ui(3, 'many-h1', 'every plan is an h1', [
    change(
      'src/components/card.ts',
      '<h2 class="card-title">${title}</h2>',
      '<h1 class="card-title">${title}</h1>',
    ),
  ]),
  ui(3, 'headings-upside-down', 'the main heading is smaller than what stands below it', [
    change(tokens, '--font-size-h1: 2rem;', '--font-size-h1: 1rem;'),
    change(tokens, '--font-size-h1-wide: 2.5rem;', '--font-size-h1-wide: 1rem;'),
  ]),
  ui(3, 'endless-lines', 'text runs over the whole width of the window', [
    change(base, 'p {\n  max-width: var(--width-text);\n}\n\n', ''),
    change(tokens, '--width-page: 70rem;', '--width-page: 120rem;'),
    change(
      home,
      'Fernhill sends you vegetable seeds when it is time to sow them.</p>',
      'Fernhill sends you vegetable seeds when it is time to sow them.</p>\n        </div>\n        <div>\n          <p>We test every variety in our own beds in Totnes for two years before it goes into a box, we pack what can be sown in the weeks after it arrives, and we answer every letter about slugs, late frosts and tired soil ourselves, because that is how we learnt what to grow.</p>',
    ),
    change(pages, '  .hero {\n    grid-template-columns: 1fr 1fr;\n  }\n\n', ''),
  ]),
]

const responsive: readonly Failure[] = [
  ui(4, 'fixed-columns', 'plans stand in three columns of fixed width on every screen', [
    change(
      pages,
      'display: grid;\n  grid-template-columns: 1fr;',
      'display: grid;\n  grid-template-columns: repeat(3, 20rem);',
    ),
    change(pages, '  .grid {\n    grid-template-columns: repeat(2, 1fr);\n  }\n', ''),
  ]),
  ui(4, 'small-targets', 'buttons and links of the menu are 28 px high', [
    change(tokens, '--size-target: 2.75rem;', '--size-target: 1.75rem;'),
    change(
      components,
      '  padding: var(--space-2) var(--space-6);',
      '  padding: 0 var(--space-4);\n  line-height: var(--line-height-heading);',
    ),
  ]),
  ui(4, 'no-menu-on-phones', 'phones have no menu: it is hidden and nothing opens it', [
    change(
      layout,
      `      <button class="menu-button" type="button" aria-expanded="false" aria-controls="menu">
        \${Icon({ name: 'menu' })} Menu
      </button>
`,
      '',
    ),
    change('src/components/icon.ts', "  menu: 'M3 6h18M3 12h18M3 18h18',\n", ''),
  ]),
  ui(4, 'wide-image', 'the picture of the home page is wider than a phone', [
    change(base, '  display: block;\n  max-width: 100%;\n  height: auto;', '  display: block;'),
  ]),
  ui(4, 'cut-off-heading', 'long headings are cut off on phones', [
    change(
      base,
      'h1 {\n  font-size: var(--font-size-h1);\n}',
      'h1 {\n  font-size: var(--font-size-h1);\n  white-space: nowrap;\n  overflow: hidden;\n}',
    ),
  ]),
  ui(4, 'fixed-form', 'forms have the width of a desktop on phones, too', [
    change(
      base,
      '.narrow {\n  max-width: var(--width-text);',
      '.narrow {\n  width: var(--width-text);',
    ),
  ]),
  ui(4, 'no-viewport', 'phones show the pages as a small desktop', [
    change(layout, '  <meta name="viewport" content="width=device-width, initial-scale=1">\n', ''),
  ]),
]

const showModal = '  modal?.showModal()'
const states: readonly Failure[] = [
  ui(5, 'no-disabled-state', 'a disabled button looks like any other', [
    change(
      components,
      `.button:disabled {
  color: var(--color-text-muted);
  background-color: var(--color-disabled);
  border-color: transparent;
  cursor: not-allowed;
}

`,
      '',
    ),
  ]),
  ui(5, 'no-error-state', 'a field that is wrong looks like any other', [
    change(
      components,
      `.input[aria-invalid='true'] {
  border-color: var(--color-danger);
  background: var(--color-danger-soft);
}

`,
      '',
    ),
    change(
      'src/client/form.js',
      "  line.textContent = message\n  if (message === '') field.removeAttribute('aria-invalid')\n  else field.setAttribute('aria-invalid', 'true')\n",
      '  line.textContent = message\n',
    ),
    change(
      'test/client.test.ts',
      "    assert.equal(boxes.getAttribute('aria-invalid'), 'true')\n",
      '',
    ),
    change(
      'test/client.test.ts',
      "const { form, boxes, 'boxes-error': line } = checkout()",
      "const { form, 'boxes-error': line } = checkout()",
    ),
  ]),
  ui(
    5,
    'modal-without-trap',
    'modals are shown beside the page: focus leaves them, Escape does nothing',
    [
      change('src/client/modal.js', showModal, '  modal?.show()'),
      change(
        'src/components/modal.ts',
        '/** `src/client/modal.js` opens it with `showModal`, which keeps the focus inside and closes on Escape. */',
        '/** `src/client/modal.js` opens it. */',
      ),
      change('test/support/fake-page.ts', '    showModal: () =>', '    show: () =>'),
    ],
  ),
  ui(5, 'escape-blocked', 'Escape does not close a modal', [
    change(
      'src/client/modal.js',
      showModal,
      "  modal?.addEventListener('cancel', (event) => event.preventDefault())\n  modal?.showModal()",
    ),
  ]),
  ui(5, 'toast-without-error', 'errors are shown as a toast without a style', [
    change(
      components,
      `.toast-error {
  color: var(--color-danger-strong);
  background: var(--color-danger-soft);
}

`,
      '',
    ),
  ]),
  ui(5, 'no-busy-state', 'nothing shows that an order is on its way, and it can be sent twice', [
    change(
      'src/client/checkout.js',
      "await whileBusy(form, () => send('POST', '/api/orders', { body, key }))",
      "await send('POST', '/api/orders', { body, key })",
    ),
    change(
      'src/client/checkout.js',
      'showFieldError, valueOf, whileBusy }',
      'showFieldError, valueOf }',
    ),
    change(
      'src/client/sign-in.js',
      "await whileBusy(form, () => send('POST', path, { body: { email, password } }))",
      "await send('POST', path, { body: { email, password } })",
    ),
    change(
      'src/client/sign-in.js',
      'showFieldError, valueOf, whileBusy }',
      'showFieldError, valueOf }',
    ),
    change(
      'src/client/form.js',
      `/**
 * Keeps the buttons of a form disabled while something is on its way.
 *
 * @template Value
 * @param {HTMLFormElement} form
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>}
 */
export async function whileBusy(form, work) {
  const buttons = [...form.querySelectorAll('button')]
  const setBusy = (/** @type {boolean} */ isBusy) => {
    for (const button of buttons) {
      button.disabled = isBusy
      button.setAttribute('aria-busy', String(isBusy))
    }
  }
  setBusy(true)
  try {
    return await work()
  } finally {
    setBusy(false)
  }
}

`,
      '',
    ),
    change(components, ".button[aria-busy='true'] {\n  cursor: progress;\n}\n\n", ''),
    change(
      'test/client.test.ts',
      `    const { form, button, visited } = checkout()
    const submitted = form.fire('submit')
    assert.equal(button.disabled, true)
    await submitted
    assert.equal(button.disabled, false)
`,
      `    const { form, visited } = checkout()
    await form.fire('submit')
`,
    ),
  ]),
  ui(5, 'open-switch', 'badges are chosen by strings, and two states have none', [
    change(
      'src/components/status-badge.ts',
      `const badges: Readonly<Record<OrderStatus, Badge>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  placed: { label: 'Waiting for payment', tone: 'active' },
  paid: { label: 'Paid', tone: 'active' },
  shipped: { label: 'On its way', tone: 'active' },
  delivered: { label: 'Delivered', tone: 'done' },
  cancelled: { label: 'Cancelled', tone: 'stopped' },
}
`,
      `function badgeOf(status: string): Badge {
  switch (status) {
    case 'placed':
      return { label: 'Waiting for payment', tone: 'active' }
    case 'paid':
      return { label: 'Paid', tone: 'active' }
    case 'shipped':
      return { label: 'On its way', tone: 'active' }
    case 'delivered':
      return { label: 'Delivered', tone: 'done' }
    default:
      return { label: '', tone: 'neutral' }
  }
}
`,
    ),
    change('src/components/status-badge.ts', 'badges[status]', 'badgeOf(status)'),
  ]),
]

const animation: readonly Failure[] = [
  ui(6, 'ignores-reduced-motion', 'things move for people who asked for no motion', [
    change(
      base,
      `
@media (prefers-reduced-motion: reduce) {
  *,
  *::before,
  *::after {
    animation-duration: 1ms !important;
    animation-iteration-count: 1 !important;
    transition-duration: 1ms !important;
  }
}
`,
      '',
    ),
  ]),
  ui(6, 'slow', 'buttons take a second and modals two', [
    change(tokens, '--duration-quick: 120ms;', '--duration-quick: 1100ms;'),
    change(tokens, '--duration-medium: 200ms;', '--duration-medium: 2s;'),
  ]),
  ui(6, 'animates-layout', 'cards grow when the pointer is over them and push their neighbours', [
    change(
      components,
      '  transition: box-shadow var(--duration-medium) var(--ease);',
      '  transition:\n    padding var(--duration-medium) var(--ease),\n    margin-top var(--duration-medium) var(--ease),\n    height var(--duration-medium) var(--ease);',
    ),
    change(
      components,
      '.card:focus-within {\n  box-shadow: var(--shadow-raised);',
      '.card:focus-within {\n  margin-top: calc(-1 * var(--space-2));\n  padding: var(--space-8);',
    ),
  ]),
  ui(6, 'endless', 'the main button pulses for ever', [
    change(
      components,
      '.button-primary:hover {',
      '.button-primary {\n  animation: pulse 1s ease-in-out infinite alternate;\n}\n\n.button-primary:hover {',
    ),
    change(
      components,
      '@keyframes spin {',
      '@keyframes pulse {\n  to {\n    transform: scale(1.06);\n  }\n}\n\n@keyframes spin {',
    ),
    change(base, '    animation-iteration-count: 1 !important;\n', ''),
    change(base, '    animation-duration: 1ms !important;\n', ''),
  ]),
]

const accessibility: readonly Failure[] = [
  ui(7, 'no-label', 'fields have a text beside them, but no label', [
    change(
      'src/components/input.ts',
      '<label class="label" for="${id}">${label}</label>',
      '<span class="label">${label}</span>',
    ),
  ]),
  ui(7, 'nameless-button', 'the button of the menu is only a picture', [
    change(layout, "${Icon({ name: 'menu' })} Menu", "${Icon({ name: 'menu' })}"),
  ]),
  ui(7, 'no-alt', 'the picture of the home page has no text for those who cannot see it', [
    change(
      home,
      ' height="320" alt="An open seed box with ten paper bags of seeds">',
      ' height="320">',
    ),
  ]),
  ui(7, 'low-contrast', 'secondary text is pale grey', [
    change(tokens, '--color-text-muted: #4b5a53;', '--color-text-muted: #9fb0a6;'),
  ]),
  ui(7, 'no-focus', 'nobody sees where the keyboard is', [
    change(
      base,
      ':focus-visible {\n  outline: var(--border-thick) solid var(--color-brand);\n  outline-offset: var(--border-thick);',
      ':focus-visible {\n  outline: none;',
    ),
    change(
      components,
      '.button:focus-visible {\n  outline: var(--border-thick) solid var(--color-brand-strong);\n  outline-offset: var(--border-thick);\n}\n\n',
      '',
    ),
    change(
      components,
      '.input:focus-visible {\n  border-color: var(--color-brand);\n  outline: var(--border-thick) solid var(--color-brand);\n  outline-offset: 0;\n}\n\n',
      '',
    ),
  ]),
  ui(7, 'focus-order', 'the keyboard jumps through the menu backwards', [
    change(
      layout,
      "attributes({ class: 'menu-link', href,",
      "attributes({ class: 'menu-link', tabindex: 9 - href.length % 9, href,",
    ),
  ]),
  ui(7, 'not-a-button', 'the contents of a box open by a text that no keyboard reaches', [
    change(
      plans,
      `      \${Button({
        label: \`See what is in \${tier.name}\`,
        variant: 'secondary',
        extra: { 'data-opens': \`contents-\${tier.id}\` },
      })}\``,
      '      <span class="button button-secondary" data-opens="contents-${tier.id}">See what is in ${tier.name}</span>`',
    ),
    change(plans, 'import { Button, ButtonLink }', 'import { ButtonLink }'),
  ]),
  ui(7, 'no-language', 'pages do not say in which language they are', [
    change(layout, '<html lang="en">', '<html>'),
  ]),
]

const copy: readonly Failure[] = [
  ui(8, 'submit', 'the most important button says Submit', [
    change('src/views/checkout-page.ts', "label: 'Place order'", "label: 'Submit'"),
  ]),
  ui(8, 'error-without-help', 'errors name a code and nothing to do', [
    change(
      'src/client/api.js',
      "'We cannot reach the shop. Check your connection and try again.'",
      "'Error: request failed (ERR_NETWORK)'",
    ),
    change(
      'test/client.test.ts',
      "'We cannot reach the shop. Check your connection and try again.'",
      "'Error: request failed (ERR_NETWORK)'",
    ),
    change(
      'src/client/checkout.js',
      "'Enter how many boxes you want, 1 or more.'",
      "'Invalid input'",
    ),
    change('test/client.test.ts', "'Enter how many boxes you want, 1 or more.'", "'Invalid input'"),
  ]),
  ui(8, 'jargon', 'customers are told about authentication, payloads and schemas', [
    change(
      'src/views/sign-in-page.ts',
      '<p class="lead">Sign in to place orders and to follow them.</p>',
      '<p class="lead">Auth is required before the API can render your order schema.</p>',
    ),
    change(
      'src/views/checkout-page.ts',
      'You will be asked to sign in before we place the order.',
      'Unauthenticated requests are redirected before the payload is submitted.',
    ),
  ]),
  ui(8, 'placeholder', 'a heading and its text were never written', [
    change(home, 'What you get</h2>', 'Section heading</h2>'),
    change(
      home,
      "text: 'Each box holds ten varieties that can be sown in the weeks after it arrives.'",
      "text: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod.'",
    ),
  ]),
  ui(8, 'click-here', 'links say where to click instead of where they lead', [
    change(home, "label: 'Choose your box'", "label: 'Click here'"),
    change(plans, 'label: `Choose ${tier.name}`', "label: 'Click here'"),
  ]),
  ui(8, 'shouting', 'the shop shouts at its customers', [
    change(
      home,
      'Fernhill sends you vegetable seeds when it is time to sow them.',
      'OMG!!! These seeds are INSANE 🔥🔥🔥 Don’t be a loser, grow NOW!!!',
    ),
    change(
      'src/views/plans-page.ts',
      'Pay for each box. There is nothing to cancel.',
      'CHEAPEST BOXES EVER!!! WOW!!! 🤑',
    ),
  ]),
]

export const uiFailures: readonly Failure[] = [
  ...designSystem,
  ...consistency,
  ...layouts,
  ...responsive,
  ...states,
  ...animation,
  ...accessibility,
  ...copy,
]
