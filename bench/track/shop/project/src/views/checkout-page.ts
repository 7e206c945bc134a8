import { Button } from '../components/button.ts'
import { Input, Select } from '../components/input.ts'
import { Loading } from '../components/loading.ts'
import type { Account } from '../shop/accounts.ts'
import { type TierId, tierIds, tiers } from '../shop/tiers.ts'
import { html, type Html } from './html.ts'
import { Layout } from './layout.ts'

type CheckoutProps = { readonly account: Account | null; readonly tier: TierId }

export const checkoutPage = ({ account, tier }: CheckoutProps): Html =>
  Layout({
    title: 'Order boxes',
    description: 'Choose a plan and the number of boxes, see the price and place your order.',
    path: '/checkout',
    account,
    scripts: ['checkout'],
    main: html`
      <section class="section narrow">
        <h1>Order boxes</h1>
        <form id="checkout" novalidate>
          ${Select({
            id: 'tier',
            label: 'Plan',
            options: tierIds.map((id) => ({
              value: id,
              label: `${tiers[id].name}, ${tiers[id].pricePerBox} EUR per box`,
            })),
            selected: tier,
          })}
          ${Input({
            id: 'boxes',
            label: 'Number of boxes',
            hint: 'Basic up to 2, Pro up to 5, Farm up to 20.',
            extra: { type: 'number', min: 1, max: 20, value: 1, inputmode: 'numeric' },
          })}
          <div class="quote" id="quote">${Loading({ label: 'Working out your price' })}</div>
          ${
            account === null
              ? html`<p>You will be asked to sign in before we place the order.</p>`
              : null
          }
          ${Button({ label: 'Place order', type: 'submit' })}
        </form>
      </section>`,
  })
