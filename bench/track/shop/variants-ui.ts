import { change, type Variant, write } from '../cases.ts'

const tokens = 'src/styles/tokens.css'
const base = 'src/styles/base.css'
const components = 'src/styles/components.css'
const pages = 'src/styles/pages.css'
const layout = 'src/views/layout.ts'
const home = 'src/views/home-page.ts'
const plan = 'track/plan.md'

export const uiVariants: readonly Variant[] = [
  {
    id: 'colours-as-hsl',
    what: 'tokens are written as hsl and oklch',
    edits: [
      change(tokens, '--color-brand: #1f5c3f;', '--color-brand: hsl(151 50% 24%);'),
      change(tokens, '--color-brand-strong: #16432e;', '--color-brand-strong: hsl(152 51% 17%);'),
      change(tokens, '--color-danger: #a32a20;', '--color-danger: oklch(46% 0.16 29);'),
    ],
  },
  {
    id: 'space-in-px',
    what: 'the spacing scale is written in px',
    edits: [
      change(
        tokens,
        `  --space-1: 0.25rem;
  --space-2: 0.5rem;
  --space-3: 0.75rem;
  --space-4: 1rem;
  --space-6: 1.5rem;
  --space-8: 2rem;
  --space-12: 3rem;
  --space-16: 4rem;
`,
        `  --space-1: 4px;
  --space-2: 8px;
  --space-3: 12px;
  --space-4: 16px;
  --space-6: 24px;
  --space-8: 32px;
  --space-12: 48px;
  --space-16: 64px;
`,
      ),
    ],
  },
  {
    id: 'another-brand',
    what: 'the whole design system changes its colours, corners and shadows',
    edits: [
      change(tokens, '--color-brand: #1f5c3f;', '--color-brand: #14507a;'),
      change(tokens, '--color-brand-strong: #16432e;', '--color-brand-strong: #0d3857;'),
      change(tokens, '--color-brand-soft: #e6efe6;', '--color-brand-soft: #e4eef5;'),
      change(tokens, '--radius-medium: 0.5rem;', '--radius-medium: 0.25rem;'),
      change(tokens, '--radius-large: 1rem;', '--radius-large: 0.5rem;'),
      change(
        tokens,
        '--shadow-card: 0 1px 3px rgb(29 42 36 / 0.12);',
        '--shadow-card: 0 2px 4px rgb(13 56 87 / 0.15);',
      ),
    ],
  },
  {
    id: 'nested-css',
    what: 'states of the secondary button are nested',
    edits: [
      change(
        components,
        `.button-secondary {
  color: var(--color-brand);
  background-color: var(--color-surface);
  border-color: var(--color-brand);
}

.button-secondary:hover {
  background-color: var(--color-brand-soft);
}
`,
        `.button-secondary {
  color: var(--color-brand);
  background-color: var(--color-surface);
  border-color: var(--color-brand);

  &:hover {
    background-color: var(--color-brand-soft);
  }
}
`,
      ),
      change(
        components,
        `.input:hover {
  border-color: var(--color-brand);
}

.input:focus-visible {
  border-color: var(--color-brand);
  outline: var(--border-thick) solid var(--color-brand);
  outline-offset: 0;
}

.input:disabled {
  color: var(--color-text-muted);
  background: var(--color-disabled);
  cursor: not-allowed;
}
`,
        `.input {
  &:hover,
  &:focus-visible {
    border-color: var(--color-brand);
  }

  &:focus-visible {
    outline: var(--border-thick) solid var(--color-brand);
    outline-offset: 0;
  }

  &:disabled {
    color: var(--color-text-muted);
    background: var(--color-disabled);
    cursor: not-allowed;
  }
}
`,
      ),
    ],
  },
  {
    id: 'layers',
    what: 'style sheets are layers',
    edits: [
      change(
        tokens,
        '/* The design system.',
        '@layer tokens, base, components, pages;\n\n/* The design system.',
      ),
      change(pages, '.site-header {\n', '@layer pages {\n.site-header {\n'),
      change(
        pages,
        `@media (min-width: 64rem) {
  .grid {
    grid-template-columns: repeat(3, 1fr);
  }
}
`,
        `@media (min-width: 64rem) {
  .grid {
    grid-template-columns: repeat(3, 1fr);
  }
}
}
`,
      ),
      change(
        base,
        '*,\n*::before,\n*::after {\n  box-sizing',
        '@layer base {\n*,\n*::before,\n*::after {\n  box-sizing',
      ),
      change(
        base,
        '    transition-duration: 1ms !important;\n  }\n}\n',
        '    transition-duration: 1ms !important;\n  }\n}\n}\n',
      ),
      change(components, '.button {\n  display', '@layer components {\n.button {\n  display'),
      change(
        components,
        '    transform: rotate(1turn);\n  }\n}\n',
        '    transform: rotate(1turn);\n  }\n}\n}\n',
      ),
    ],
  },
  {
    id: 'auto-fit-grid',
    what: 'the grid finds its columns by itself',
    edits: [
      change(
        pages,
        'display: grid;\n  grid-template-columns: 1fr;',
        'display: grid;\n  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));',
      ),
      change(pages, '\n  .grid {\n    grid-template-columns: repeat(2, 1fr);\n  }\n', ''),
      change(
        pages,
        '\n@media (min-width: 64rem) {\n  .grid {\n    grid-template-columns: repeat(3, 1fr);\n  }\n}\n',
        '',
      ),
    ],
  },
  {
    id: 'fluid-type',
    what: 'the main heading grows with the window',
    edits: [
      change(
        tokens,
        '--font-size-h1: 2rem;',
        '--font-size-h1: clamp(2rem, 1.6rem + 1.5vw, 2.5rem);',
      ),
      change(tokens, '  --font-size-h1-wide: 2.5rem;\n', ''),
      change(base, '  h1 {\n    font-size: var(--font-size-h1-wide);\n  }\n\n', ''),
    ],
  },
  {
    id: 'motion-only-if-wanted',
    what: 'things move only for people who did not ask for no motion',
    edits: [
      change(
        base,
        `@media (prefers-reduced-motion: reduce) {
  *,
  *::before,
  *::after {
    animation-duration: 1ms !important;
    animation-iteration-count: 1 !important;
    transition-duration: 1ms !important;
  }
}
`,
        `@media not (prefers-reduced-motion: no-preference) {
  *,
  *::before,
  *::after {
    animation: none !important;
    transition: none !important;
  }
}
`,
      ),
    ],
  },
  {
    id: 'dark-mode',
    what: 'the tokens have dark values, too',
    edits: [
      change(
        tokens,
        '  --duration-quick: 120ms;',
        '  color-scheme: light dark;\n\n  --duration-quick: 120ms;',
      ),
      change(
        tokens,
        '  --ease: ease-out;\n}\n',
        `  --ease: ease-out;
}

@media (prefers-color-scheme: dark) {
  :root {
    --color-page: #121a16;
    --color-surface: #1b2620;
    --color-text: #edf3ee;
    --color-text-muted: #b9c6be;
    --color-brand: #8fd4ae;
    --color-brand-strong: #b7e6cb;
    --color-brand-soft: #22392d;
    --color-on-brand: #0d1511;
    --color-border: #3c4a42;
    --color-border-strong: #8b9a91;
    --color-danger: #ffb4a9;
    --color-danger-strong: #ffd2cb;
    --color-danger-soft: #4a1f1b;
    --color-info: #a8cdf0;
    --color-info-soft: #1c3247;
    --color-disabled: #33403a;
  }
}
`,
      ),
    ],
  },
  {
    id: 'bem',
    what: 'parts of cards are named as BEM names them',
    edits: [
      change(components, '.card-title {', '.card__title {'),
      change(components, '.card-body {', '.card__body {'),
      change('src/components/card.ts', 'class="card-title"', 'class="card__title"'),
      change('src/components/card.ts', 'class="card-body"', 'class="card__body"'),
      change(home, 'class="card-title"', 'class="card__title"'),
      change('src/views/orders-page.ts', 'class="card-title"', 'class="card__title"'),
    ],
  },
  {
    id: 'plain-values',
    what: 'values that no token can name are written as they are',
    edits: [
      change(
        components,
        '  border-block-start-color: var(--color-brand);\n  border-radius: var(--radius-round);',
        '  border-block-start-color: var(--color-brand);\n  border-radius: 50%;',
      ),
      change(
        pages,
        '.site-footer {\n',
        '.hero-image {\n  width: 100%;\n  aspect-ratio: 3 / 2;\n}\n\n.site-footer {\n',
      ),
      change(
        base,
        'a {\n  color: var(--color-brand);\n}',
        'a {\n  color: var(--color-brand);\n  text-underline-offset: 0.15em;\n}',
      ),
    ],
  },
  {
    id: 'hidden-menu-text',
    what: 'the button of the menu is a picture with a name for screen readers',
    edits: [
      change(
        layout,
        "${Icon({ name: 'menu' })} Menu",
        '${Icon({ name: \'menu\' })} <span class="visually-hidden">Menu</span>',
      ),
      change(
        pages,
        '  min-height: var(--size-target);\n  padding: var(--space-2) var(--space-3);',
        '  justify-content: center;\n  min-width: var(--size-target);\n  min-height: var(--size-target);\n  padding: var(--space-2) var(--space-3);',
      ),
      change(
        base,
        '.skip-link {\n',
        `.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.skip-link {
`,
      ),
    ],
  },
  {
    id: 'fourth-tone',
    what: 'toasts have a fourth tone',
    edits: [
      change(
        tokens,
        '  --color-disabled: #dfe3e0;',
        '  --color-warning: #6b4a00;\n  --color-warning-soft: #fdf3d8;\n  --color-disabled: #dfe3e0;',
      ),
      change(
        components,
        '.toast-info {',
        '.toast-warning {\n  color: var(--color-warning);\n  background: var(--color-warning-soft);\n}\n\n.toast-info {',
      ),
      change(
        'src/components/toast.ts',
        "'success' | 'error' | 'info'",
        "'success' | 'error' | 'warning' | 'info'",
      ),
      change(
        'src/client/checkout.js',
        "    else showToast(page, 'error', result.message)",
        "    else showToast(page, result.status === 409 ? 'warning' : 'error', result.message)",
      ),
    ],
  },
  {
    id: 'other-words',
    what: 'texts of the pages are worded differently',
    edits: [
      change(home, '<h1>Grow more of what you eat</h1>', '<h1>Your garden, one box at a time</h1>'),
      change(
        'test/pages.test.ts',
        "['/', 'Grow more of what you eat']",
        "['/', 'Your garden, one box at a time']",
      ),
      change(
        home,
        'Fernhill sends you vegetable seeds when it is time to sow them.',
        'We send vegetable seeds to your door, just before they want to go into the ground.',
      ),
      change(home, "title: 'A guide for every bed'", "title: 'Advice from people who dig'"),
      change(
        'src/views/orders-page.ts',
        'You have no orders yet. Your first box is two steps away.',
        'You have no orders yet. Pick a plan and we pack your first box.',
      ),
    ],
  },
  {
    id: 'dialog-form',
    what: 'modals are closed by a form of the dialog',
    edits: [
      change(
        'src/components/modal.ts',
        "      ${Button({ label: 'Close', variant: 'secondary', extra: { 'data-closes': id } })}",
        "      <form method=\"dialog\">${Button({ label: 'Close', variant: 'secondary', type: 'submit' })}</form>",
      ),
      change(
        'src/client/modal.js',
        `  for (const button of buttonsOf(page, '[data-closes]'))
    button.addEventListener('click', () => closeModal(page, button.dataset.closes))
`,
        '',
      ),
      change(
        'test/client.test.ts',
        `test('modals open and close by their buttons', async () => {
  const modal = fakeElement()
  const opens = fakeElement({ dataset: { opens: 'm' } })
  const closes = fakeElement({ dataset: { closes: 'm' } })
  const { page } = fakePage({ m: modal }, { '[data-opens]': [opens], '[data-closes]': [closes] })
  startModals(page)
  await opens.fire('click')
  assert.equal(modal.isOpen, true)
  await closes.fire('click')
  assert.equal(modal.isOpen, false)
})`,
        `test('modals open by their buttons', async () => {
  const modal = fakeElement()
  const opens = fakeElement({ dataset: { opens: 'm' } })
  const { page } = fakePage({ m: modal }, { '[data-opens]': [opens] })
  startModals(page)
  await opens.fire('click')
  assert.equal(modal.isOpen, true)
})`,
      ),
    ],
  },
  {
    id: 'about-page',
    what: 'one more page, in the plan and in the footer',
    edits: [
      write(
        'src/views/about-page.ts',
        `import { ButtonLink } from '../components/button.ts'
import type { Account } from '../shop/accounts.ts'
import { html, type Html } from './html.ts'
import { Layout } from './layout.ts'

export const aboutPage = ({ account }: { readonly account: Account | null }): Html =>
  Layout({
    title: 'About us',
    description: 'Who we are, where we grow and how to reach us.',
    path: '/about',
    account,
    main: html\`
      <section class="section narrow">
        <h1>About us</h1>
        <p class="lead">We are four gardeners in Totnes.</p>
        <h2>How we choose seeds</h2>
        <p>Every variety grows in our own beds for two years before it goes into a box.</p>
        \${ButtonLink({ label: 'See the plans', href: '/plans' })}
      </section>\`,
  })
`,
      ),
      change(
        'src/server/routes/page-routes.ts',
        'import { checkoutPage }',
        "import { aboutPage } from '../../views/about-page.ts'\nimport { checkoutPage }",
      ),
      change(
        'src/server/routes/page-routes.ts',
        "  route('GET', '/plans',",
        "  route('GET', '/about', ({ account }) => page(200, aboutPage({ account }))),\n  route('GET', '/plans',",
      ),
      change(
        layout,
        '      <p><a class="footer-link" href="mailto',
        '      <p><a class="footer-link" href="/about">About us</a></p>\n      <p><a class="footer-link" href="mailto',
      ),
      change(
        'test/pages.test.ts',
        "    ['/sign-in', 'Sign in'],\n",
        "    ['/sign-in', 'Sign in'],\n    ['/about', 'About us'],\n",
      ),
      change(
        plan,
        '`src/views/layout.ts`, `src/views/home-page.ts`,',
        '`src/views/layout.ts`, `src/views/home-page.ts`, `src/views/about-page.ts`,',
      ),
      change(plan, 'Task 2.2: Home, plans,', 'Task 2.2: Home, about, plans,'),
    ],
  },
  {
    id: 'theme-colour',
    what: 'the colour of the browser bar is a hex value, because it cannot be a token',
    edits: [
      change(
        layout,
        '  <link rel="icon"',
        '  <meta name="theme-color" content="#1f5c3f">\n  <link rel="icon"',
      ),
    ],
  },
  {
    id: 'bigger-icons',
    what: 'all icons are larger',
    edits: [change(tokens, '--size-icon: 1.25rem;', '--size-icon: 1.5rem;')],
  },
  {
    id: 'selectors-in-js',
    what: 'the browser code reads elements by data attributes',
    edits: [
      change(
        layout,
        '<nav class="menu" id="menu" aria-label="Main">',
        '<nav class="menu" id="menu" data-menu aria-label="Main">',
      ),
      change(
        'src/client/menu.js',
        "page.querySelector('#menu')",
        "page.querySelector('[data-menu]')",
      ),
      change('test/client.test.ts', "'#menu': fakeElement()", "'[data-menu]': fakeElement()"),
    ],
  },
  {
    id: 'inline-progress',
    what: 'a width that only the data knows is set in the markup',
    edits: [
      change(
        'src/views/orders-page.ts',
        '    <p><span data-badge>',
        '    <p class="progress" aria-hidden="true"><span class="progress-bar" style="--done: ${progress[order.status]}%"></span></p>\n    <p><span data-badge>',
      ),
      change(
        'src/views/orders-page.ts',
        'const OrderCard = (order: Order)',
        `const progress: Readonly<Record<Order['status'], number>> = {
  draft: 0,
  placed: 25,
  paid: 50,
  shipped: 75,
  delivered: 100,
  cancelled: 0,
}

const OrderCard = (order: Order)`,
      ),
      change(
        pages,
        '.empty {\n',
        `.progress {
  height: var(--space-1);
  background: var(--color-disabled);
}

.progress-bar {
  display: block;
  width: var(--done);
  height: 100%;
  background: var(--color-brand);
}

.empty {
`,
      ),
    ],
  },
]
