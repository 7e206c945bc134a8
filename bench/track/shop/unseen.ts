import { change, type Failure } from '../cases.ts'

/** Written without a look at the checks, and like none of the others. */
export const shopUnseen: readonly Failure[] = [
  {
    id: 'own-wide-buttons',
    what: 'buttons are wider than a phone',
    evaluator: 'eval-ui-ux',
    pass: 4,
    edits: [
      change(
        'src/styles/components.css',
        '.button {\n  display: inline-flex;',
        '.button {\n  display: inline-flex;\n  min-width: 30rem;',
      ),
    ],
  },
  {
    id: 'own-jargon',
    what: 'the first page speaks as its programmers do',
    evaluator: 'eval-ui-ux',
    pass: 8,
    edits: [
      change(
        'src/views/home-page.ts',
        'Fernhill sends you vegetable seeds when it is time to sow them.',
        'Submit a request to our API and we render a box from our seed schema.',
      ),
    ],
  },
  {
    id: 'own-pulsing-card',
    what: 'cards pulse for ever, also for those who asked for less motion',
    evaluator: 'eval-ui-ux',
    pass: 6,
    edits: [
      change(
        'src/styles/components.css',
        '.button-primary {\n',
        `@keyframes pulse {
  50% {
    transform: scale(1.05);
  }
}

.card {
  animation: pulse 900ms linear infinite !important;
}

.button-primary {
`,
      ),
    ],
  },
  {
    id: 'own-trusted-cast',
    what: 'what the warehouse sends is taken for what it should be',
    evaluator: 'eval-code-quality',
    pass: 2,
    edits: [
      change(
        'src/integrations/stock-client.ts',
        '  const { boxes } = body\n',
        '  const boxes = (body as any).boxes as number\n',
      ),
    ],
  },
  {
    id: 'own-save-in-silence',
    what: 'an order that cannot be saved is reported as placed',
    evaluator: 'eval-code-quality',
    pass: 4,
    edits: [
      change(
        'src/shop/place-order.ts',
        '  orders.save(order, key)\n',
        '  try {\n    orders.save(order, key)\n  } catch {}\n',
      ),
    ],
  },
  {
    id: 'own-delivery-copy',
    what: 'the first page promises free delivery from 30 EUR',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change(
        'src/views/home-page.ts',
        "title: 'Free delivery from 50 EUR'",
        "title: 'Free delivery from 30 EUR'",
      ),
    ],
  },
  {
    id: 'own-no-way-to-plans',
    what: 'the first page leads to the checkout and past the plans',
    evaluator: 'eval-business-logic',
    pass: 6,
    edits: [
      change(
        'src/views/home-page.ts',
        "ButtonLink({ label: 'Choose your box', href: '/plans' })",
        "ButtonLink({ label: 'Choose your box', href: '/checkout' })",
      ),
    ],
  },
  {
    id: 'own-token-in-address',
    what: 'the token of the warehouse stands in the address of each request',
    evaluator: 'eval-integration',
    pass: 1,
    edits: [
      change(
        'src/integrations/stock-client.ts',
        'new URL(`/stock/${encodeURIComponent(tier)}`, url)',
        'new URL(`/stock/${encodeURIComponent(tier)}?token=${token}`, url)',
      ),
    ],
  },
]
